/** The interactive session in a real pseudo-terminal. */
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChunkGate } from "../../src/testing/index.ts";
import { createHookRecorder } from "../support/hook-recorder.ts";
import { allTexts, openScenario, type Scenario } from "../support/scenario-run.ts";
import { CTRL_C, CTRL_D, hasPseudoTerminal, openTerminal, type Terminal } from "../support/terminal.ts";

let scenario: Scenario;
const terminals: Terminal[] = [];
beforeEach(async () => {
  scenario = await openScenario();
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.kill();
  await scenario.dispose();
});

function open(...args: string[]): Terminal {
  const terminal = openTerminal(scenario, args);
  terminals.push(terminal);
  return terminal;
}

describe.skipIf(!hasPseudoTerminal)("a session in a terminal", () => {
  it("opens with a banner, answers, keeps a private history, and leaves with Ctrl-D", async () => {
    scenario.server.setScript([
      { toolCalls: [{ name: "Read", input: { file_path: "src/button.tsx" } }] },
      { text: "A button." },
    ]);
    const terminal = open("--trust");
    await terminal.shows("4 skills, 1 waiting for a matching file");
    await terminal.shows("› ");
    terminal.type("what is it?\r");
    await terminal.shows("● Read src/button.tsx");
    await terminal.shows("◆ react-helper woke up");
    await terminal.shows("A button.");
    await terminal.shows("› ");
    terminal.type(CTRL_D);
    expect((await terminal.ended()).exitCode).toBe(0);
    const history = join(scenario.project.skillfulHome, "history.jsonl");
    expect(await readFile(history, "utf8")).toBe('"what is it?"\n');
    expect((await stat(history)).mode & 0o777).toBe(0o600);
  });

  it("stops a turn with Ctrl-C, keeps the session, and leaves with Ctrl-C twice", async () => {
    const gate = createChunkGate();
    scenario.server.setScript([{ text: "never to be finished", beforeChunk: gate.beforeChunk }, { text: "Second." }]);
    const terminal = open("--trust");
    await terminal.shows("› ");
    terminal.type("one\r");
    await scenario.server.received(1);
    terminal.type(CTRL_C);
    await terminal.shows("stopped");
    await terminal.shows("› ");
    terminal.type("two\r");
    await terminal.shows("Second.");
    await terminal.shows("› ");
    terminal.type(CTRL_C);
    await terminal.shows("press Ctrl-C again to leave");
    terminal.type(CTRL_C);
    expect((await terminal.ended()).exitCode).toBe(0);
    expect(allTexts(scenario.server.requests[1]?.view)).toContain("one");
  });

  it("asks before a command, takes no for an answer, and hands words with it to the model", async () => {
    const touch = (name: string) => ({ toolCalls: [{ name: "Bash", input: { command: `touch ${name}` } }] });
    const steps = [touch("refused.txt"), touch("other.txt"), touch("allowed.txt"), { text: "All tried." }];
    scenario.server.setScript(steps);
    const terminal = open("--trust");
    await terminal.shows("› ");
    terminal.type("go\r");
    await terminal.shows("n  with words tells the model what to do instead");
    await terminal.shows("[y]es once, [s]ession, [a]lways, [n]o");
    terminal.type("n\r");
    await terminal.shows("✗ Bash touch refused.txt");
    await terminal.shows("[y]es once, [s]ession, [a]lways, [n]o");
    terminal.type("n use allowed.txt\r");
    await terminal.shows("✗ Bash touch other.txt");
    await terminal.shows("[y]es once, [s]ession, [a]lways, [n]o");
    terminal.type("y\r");
    await terminal.shows("● Bash touch allowed.txt");
    await terminal.shows("All tried.");
    await terminal.shows("› ");
    terminal.type("/exit\r");
    expect((await terminal.ended()).exitCode).toBe(0);
    expect(allTexts(scenario.server.requests[1]?.view).at(-1)).toContain("Do not repeat it");
    expect(allTexts(scenario.server.requests[2]?.view).at(-1)).toBe("The user refused this and says: use allowed.txt");
    await expect(stat(join(scenario.project.project, "allowed.txt"))).resolves.toBeDefined();
    await expect(stat(join(scenario.project.project, "refused.txt"))).rejects.toThrow();
    await expect(stat(join(scenario.project.project, "other.txt"))).rejects.toThrow();
  });

  it("keeps a yes for good, of two sessions at once, and does not ask again", async () => {
    const { project } = scenario;
    const command = (text: string) => (text === "first" ? "touch first.txt" : "touch second.txt");
    scenario.server.setScript(({ view }) => {
      const asked = view.messages.flatMap(({ text }) => text).filter((text) => /^(first|second)$/.test(text));
      const isAnswered = view.messages.at(-1)?.role !== "user" || view.messages.at(-1)?.toolResults.length !== 0;
      const input = { command: command(asked.at(-1) ?? "") };
      return isAnswered ? { text: "Done." } : { toolCalls: [{ name: "Bash", input }] };
    });
    const sessions = [open(), open()];
    for (const [index, terminal] of sessions.entries()) {
      await terminal.shows("› ");
      terminal.type(index === 0 ? "first\r" : "second\r");
      await terminal.shows("to .skillful/settings.local.json");
      await terminal.shows("[a]lways");
    }
    for (const terminal of sessions) terminal.type("a\r");
    for (const terminal of sessions) {
      await terminal.shows("kept in .skillful/settings.local.json");
      await terminal.shows("Done.");
      await terminal.shows("› ");
    }
    sessions[0]?.type("first\r");
    await sessions[0]?.shows("Done.");
    for (const terminal of sessions) terminal.type(CTRL_D);
    for (const terminal of sessions) await terminal.ended();

    const local = JSON.parse(await readFile(join(project.project, ".skillful/settings.local.json"), "utf8")) as unknown;
    expect(local).toEqual({
      permissions: { allow: expect.arrayContaining(["Bash(touch first.txt)", "Bash(touch second.txt)"]) },
    });
    const model = ["--model", "openai-compatible/scripted-model"];
    const print = await project.run(["-p", "second", "--output-format", "stream-json", ...model]);
    expect(print.stdout).toContain('"isError":false');
    expect(print.stdout).not.toContain("nobody can be asked");
  });

  it("does not offer to keep a yes where the workspace is not trusted", async () => {
    const { project } = scenario;
    await rm(join(project.skillfulHome, "trust.json"));
    scenario.server.setScript([
      { toolCalls: [{ name: "Bash", input: { command: "touch a.txt" } }] },
      { text: "Done." },
    ]);
    const terminal = open();
    await terminal.shows("[a]lways, [o]nce for now, [n]o");
    terminal.type("n\r");
    await terminal.shows("\n› ");
    terminal.type("go\r");
    await terminal.shows("not for good: the settings of a workspace that is not trusted");
    await terminal.shows("[y]es once, [s]ession, [n]o");
    terminal.type("a\r");
    await terminal.shows("[y]es once, [s]ession, [n]o");
    terminal.type("s\r");
    await terminal.shows("Done.");
    await terminal.shows("› ");
    terminal.type(CTRL_D);
    await terminal.ended();
    await expect(stat(join(project.project, ".skillful/settings.local.json"))).rejects.toThrow();
  });

  it("completes a skill with Tab and runs it", async () => {
    scenario.server.setScript([{ text: "Greeted." }]);
    const terminal = open("--trust");
    await terminal.shows("› ");
    terminal.type("/gre\t");
    await terminal.shows("/greet [name]");
    terminal.type("Alice\r");
    await terminal.shows("◆ greet Alice");
    await terminal.shows("Greeted.");
    await terminal.shows("› ");
    terminal.type(CTRL_D);
    await terminal.ended();
    expect(allTexts(scenario.server.requests[0]?.view).join("\n")).toContain("Hello, Alice! Welcome to Skillful.");
  });

  it("tells Notification hooks that a person is asked, and lets PermissionRequest hooks answer before", async () => {
    const recorder = await createHookRecorder(scenario.project.home);
    const allow = { hookSpecificOutput: { decision: { behavior: "allow" } } };
    const hooks = {
      Notification: [{ hooks: [{ command: recorder.command() }] }],
      PermissionRequest: [{ matcher: "Write", hooks: [{ command: recorder.command({ stdout: allow }) }] }],
    };
    await writeFile(join(scenario.project.skillfulHome, "settings.json"), JSON.stringify({ hooks }));
    const write = { toolCalls: [{ name: "Write", input: { file_path: "a.txt", content: "a" } }] };
    const touch = { toolCalls: [{ name: "Bash", input: { command: "touch b.txt" } }] };
    scenario.server.setScript([write, touch, { text: "Both done." }]);
    const terminal = open();
    await terminal.shows("› ");
    terminal.type("go\r");
    await terminal.shows("[y]es once, [s]ession, [a]lways, [n]o");
    terminal.type("y\r");
    await terminal.shows("Both done.");
    await terminal.shows("› ");
    terminal.type("/exit\r");
    await terminal.ended();
    expect(await recorder.inputs()).toEqual([
      expect.objectContaining({ hook_event_name: "PermissionRequest", tool_name: "Write" }),
      expect.objectContaining({
        hook_event_name: "Notification",
        notification_type: "permission_prompt",
        message: expect.stringContaining("Bash"),
      }),
    ]);
    await expect(stat(join(scenario.project.project, "a.txt"))).resolves.toBeDefined();
  });

  it("asks before it trusts a workspace, runs nothing of it until then, and remembers a yes", async () => {
    const { project } = scenario;
    scenario.server.setScript(() => ({ text: "Understood." }));
    await rm(join(project.skillfulHome, "trust.json"));
    const hooks = { UserPromptSubmit: [{ hooks: [{ command: "touch hook-ran" }] }] };
    await project.write(".skillful/settings.json", JSON.stringify({ hooks }));
    const hookRan = () => stat(join(project.project, "hook-ran"));

    const wary = open();
    await wary.shows("Do you trust what is in this workspace?");
    await wary.shows("registers hooks for");
    await wary.shows("[a]lways, [o]nce for now, [n]o");
    wary.type("n\r");
    await wary.shows("The workspace is not trusted, so its skills are text only.");
    await wary.shows("\n› ");
    wary.type("hello\r");
    await wary.shows("Understood.");
    await wary.shows("› ");
    wary.type(CTRL_D);
    // What the question has listed is not listed once more.
    expect((await wary.ended()).text).not.toContain("warning:");
    await expect(hookRan()).rejects.toThrow();

    const again = open();
    await again.shows("warning: this workspace is not trusted");
    await again.shows("› ");
    again.type(CTRL_D);
    await again.ended();

    expect((await project.run(["trust"])).exitCode).toBe(0);
    const trusting = open();
    await trusting.shows("› ");
    trusting.type("hello\r");
    await trusting.shows("Understood.");
    await trusting.shows("› ");
    trusting.type(CTRL_D);
    expect((await trusting.ended()).text).not.toContain("Do you trust");
    await expect(hookRan()).resolves.toBeDefined();
  });

  it("trusts a workspace from now on after an a", async () => {
    const { project } = scenario;
    scenario.server.setScript(() => ({ text: "Understood." }));
    await rm(join(project.skillfulHome, "trust.json"));
    const hooks = { UserPromptSubmit: [{ hooks: [{ command: "touch hook-ran" }] }] };
    await project.write(".skillful/settings.json", JSON.stringify({ hooks }));
    const terminal = open();
    await terminal.shows("[a]lways, [o]nce for now, [n]o");
    terminal.type("a\r");
    await terminal.shows("waiting for a matching file");
    await terminal.shows("\n› ");
    terminal.type("hello\r");
    await terminal.shows("Understood.");
    await terminal.shows("› ");
    terminal.type(CTRL_D);
    await terminal.ended();
    await expect(stat(join(project.project, "hook-ran"))).resolves.toBeDefined();
    expect(await readFile(join(project.skillfulHome, "trust.json"), "utf8")).toContain(project.project);
  });
});
