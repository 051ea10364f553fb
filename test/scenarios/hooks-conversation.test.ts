/** Hooks around messages, skills, sub-agents and the session, through the built program. */
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHookRecorder, type HookAnswer, type HookRecorder } from "../support/hook-recorder.ts";
import { allTexts, openScenario, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario;
let recorder: HookRecorder;
beforeEach(async () => {
  scenario = await openScenario();
  recorder = await createHookRecorder(scenario.project.home);
});
afterEach(() => scenario.dispose());

/** The user's own settings, which need no trust. */
const settings = (hooks: Readonly<Record<string, unknown>>) =>
  writeFile(
    join(scenario.project.skillfulHome, "settings.json"),
    JSON.stringify({ skills: { bundled: false }, hooks }),
  );
const hook = (answer?: HookAnswer, matcher?: string) => [
  { ...(matcher !== undefined && { matcher }), hooks: [{ command: recorder.command(answer) }] },
];
const context = (additionalContext: string) => ({ stdout: { hookSpecificOutput: { additionalContext } } });
const READ = (file_path: string) => ({ toolCalls: [{ name: "Read", input: { file_path } }] });

describe("UserPromptSubmit", () => {
  it("adds text to the very message, which later requests repeat as it was", async () => {
    await settings({ UserPromptSubmit: hook({ stdout: "it is Tuesday" }) });
    const run = await scenario.converse(["first", "second"]);
    expect(await recorder.inputs()).toEqual([
      expect.objectContaining({ hook_event_name: "UserPromptSubmit", prompt: "first" }),
      expect.objectContaining({ prompt: "second" }),
    ]);
    const [before, after] = run.requests.map((request) => allTexts(request));
    const last = before?.at(-1) ?? "";
    expect(last).toMatch(/^first\n\n<system-reminder>\n[^<]*it is Tuesday\n<\/system-reminder>$/);
    expect(after?.slice(0, before?.length)).toEqual(before);
    expect(after?.at(-1)).toMatch(/^second\n\n<system-reminder>/);
  });

  it("blocks a message before a model sees it, typed skills included, and built-in commands not", async () => {
    await settings({ UserPromptSubmit: hook({ stderr: "holds a secret", exitCode: 2 }) });
    const run = await scenario.converse(["my password", "/greet Alice", "/help"]);
    expect(run.results.map(({ isError }) => isError)).toEqual([true, true, false]);
    expect(run.results[0]?.error).toMatchObject({
      code: "blocked-by-hook",
      message: expect.stringContaining("holds a secret"),
    });
    expect(run.requests).toEqual([]);
    expect(run.exitCode).toBe(1);
  });

  it("continue: false ends the turn with its reason", async () => {
    await settings({ UserPromptSubmit: hook({ stdout: { continue: false, stopReason: "closed for today" } }) });
    const run = await scenario.converse(["hello"]);
    expect(run.results[0]?.error?.message).toContain("closed for today");
    expect(run.requests).toEqual([]);
  });

  it("asks a model for a prompt hook and posts to an http hook", async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        bodies.push(body);
        response.end(JSON.stringify({ hookSpecificOutput: { additionalContext: "from the server" } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      await settings({
        UserPromptSubmit: [
          { hooks: [{ type: "http", url: `http://127.0.0.1:${port}/hook` }] },
          { hooks: [{ type: "prompt", prompt: "Is this polite? $ARGUMENTS" }] },
        ],
      });
      const run = await scenario.converse(["you fool", "dear friend"], {
        script: ({ view }) => {
          const text = allTexts(view).join();
          if (!text.startsWith("Is this polite?")) return { text: "answered" };
          const isRude = text.includes("you fool");
          return { text: JSON.stringify(isRude ? { ok: false, reason: "rude" } : { ok: true }) };
        },
      });
      expect(run.results[0]?.error?.message).toContain("rude");
      expect(run.results[1]?.result).toBe("answered");
      expect(bodies.map((body) => JSON.parse(body).prompt)).toEqual(["you fool", "dear friend"]);
      expect(run.requests[0]?.tools).toEqual([]);
      expect(allTexts(run.requests.at(-1)).at(-1)).toContain("from the server");
    } finally {
      server.close();
    }
  });
});

describe("UserPromptExpansion", () => {
  it("is told the skill's own name, blocks before anything runs, and adds to the skill's text", async () => {
    await settings({
      UserPromptExpansion: [
        ...hook({ stderr: "not this one", exitCode: 2 }, "with-vars"),
        ...hook(context("speak softly"), "greet"),
      ],
    });
    const run = await scenario.converse(["/with-vars a", "/hello Bob", "/no-such-skill", "plain"]);
    expect(await recorder.inputs()).toEqual([
      expect.objectContaining({ command_name: "with-vars", command_args: "a", prompt: "/with-vars a" }),
      expect.objectContaining({ command_name: "greet", command_args: "Bob", prompt: "/hello Bob" }),
    ]);
    expect(run.results[0]?.error?.message).toContain("not this one");
    expect(run.log.join("\n")).not.toContain("skill: expanding inline name=with-vars");
    expect(allTexts(run.requests[0]).at(-1)).toMatch(/Hello, Bob!.*speak softly/s);
  });
});

describe("SessionStart and SessionEnd", () => {
  it("frame the session and each /clear; the start's text goes with the first message", async () => {
    await settings({ SessionStart: hook({ stdout: "the branch is main" }), SessionEnd: hook() });
    const run = await scenario.converse(["one", "two", "/clear", "three"]);
    const seen = (await recorder.inputs()).map(({ hook_event_name, source, reason }) => [
      hook_event_name,
      source ?? reason,
    ]);
    expect(seen).toEqual([
      ["SessionStart", "startup"],
      ["SessionEnd", "clear"],
      ["SessionStart", "clear"],
      ["SessionEnd", "other"],
    ]);
    const last = run.requests.map((request) => allTexts(request).at(-1) ?? "");
    expect(last.map((text) => text.includes("the branch is main"))).toEqual([true, false, true]);
  });

  it("/exit is told as such", async () => {
    await settings({ SessionEnd: hook(undefined, "exit") });
    await scenario.converse(["/exit"]);
    expect(await recorder.inputs()).toEqual([expect.objectContaining({ reason: "exit" })]);
  });
});

describe("Stop", () => {
  it("sends the model back to work with the reason, and says so the next time", async () => {
    // The hook blocks as long as it has not been told that it blocked before.
    const command = `in=$(cat); printf '%s\\n' "$in" >> ${join(scenario.project.home, "hook-inputs.jsonl")}; case "$in" in *'"stop_hook_active":true'*) exit 0;; esac; echo 'run the tests first' >&2; exit 2`;
    await settings({ Stop: [{ hooks: [{ command }] }] });
    const run = await scenario.converse(["go"], { script: [{ text: "finished?" }, { text: "tests pass" }] });
    expect(run.results[0]).toMatchObject({ isError: false, result: "tests pass" });
    expect(await recorder.inputs()).toEqual([
      expect.objectContaining({ stop_hook_active: false, last_assistant_message: "finished?" }),
      expect.objectContaining({ stop_hook_active: true, last_assistant_message: "tests pass" }),
    ]);
    expect(allTexts(run.requests[1]).at(-1)).toContain("run the tests first");
  });

  it("gives up after eight times", async () => {
    await settings({ Stop: hook({ stderr: "never", exitCode: 2 }) });
    const run = await scenario.converse(["go"]);
    expect(run.requests).toHaveLength(9);
    expect(run.results[0]).toMatchObject({ isError: false, result: "ok" });
    expect(run.objects.filter(({ type }) => type === "notice")).toEqual([
      expect.objectContaining({ message: expect.stringContaining("8 times") }),
    ]);
  });

  it("continue: false lets the answer stand and tells the person", async () => {
    await settings({ Stop: hook({ stdout: { continue: false, stopReason: "that will do", decision: "block" } }) });
    const run = await scenario.converse(["go"]);
    expect(run.requests).toHaveLength(1);
    expect(run.results[0]).toMatchObject({ isError: false, result: "ok" });
    expect(run.objects).toContainEqual(
      expect.objectContaining({ type: "notice", message: expect.stringContaining("that will do") }),
    );
  });
});

describe("SubagentStart and SubagentStop", () => {
  it("frame a fork, and know which agent it is", async () => {
    await settings({
      SubagentStart: hook(context("be brief")),
      SubagentStop: hook({ stdout: "" }, "general-purpose"),
      Stop: hook(),
      PreToolUse: hook(),
    });
    const run = await scenario.converse(["/review HEAD", "main turn"], {
      script: ({ view, index }) =>
        index === 0 ? READ("main.go") : { text: view.model === "review-model" ? "reviewed" : "ok" },
    });
    const inputs = await recorder.inputs();
    const agent = { agent_id: "main/review#1", agent_type: "general-purpose" };
    expect(inputs).toEqual([
      expect.objectContaining({ hook_event_name: "SubagentStart", ...agent }),
      expect.objectContaining({ hook_event_name: "PreToolUse", tool_name: "Read", ...agent }),
      expect.objectContaining({
        hook_event_name: "SubagentStop",
        last_assistant_message: "reviewed",
        stop_hook_active: false,
        ...agent,
      }),
      expect.objectContaining({ hook_event_name: "Stop", last_assistant_message: "ok" }),
    ]);
    expect(inputs[3]).not.toHaveProperty("agent_id");
    expect(allTexts(run.requests[0]).at(-1)).toMatch(/Review the changes in HEAD.*be brief/s);
  });

  it("SubagentStop keeps the fork working", async () => {
    const command = `case "$(cat)" in *'"stop_hook_active":true'*) exit 0;; esac; echo 'name the files' >&2; exit 2`;
    await settings({ SubagentStop: [{ hooks: [{ command }] }] });
    const run = await scenario.converse(["/review HEAD"], { script: [{ text: "all fine" }, { text: "a.ts is fine" }] });
    expect(run.results[0]?.result).toBe("a.ts is fine");
    expect(allTexts(run.requests[1]).at(-1)).toContain("name the files");
  });
});

describe("SkillActivated", () => {
  it("is told which skill woke and which file woke it", async () => {
    await settings({ SkillActivated: hook(context("mind the style guide"), "react-helper") });
    const run = await scenario.converse(["go"], {
      script: [READ("src/button.tsx"), READ("src/card.tsx"), { text: "done" }],
    });
    expect(await recorder.inputs()).toEqual([
      expect.objectContaining({
        hook_event_name: "SkillActivated",
        skill_name: "react-helper",
        trigger_files: [join(scenario.project.project, "src/button.tsx")],
      }),
    ]);
    const results = run.requests.at(-1)?.messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
    expect(results?.map((text) => text.includes("mind the style guide"))).toEqual([true, false]);
  });
});

describe("hooks that are wrong", () => {
  it("are told at the start, with their place, and cost nothing else", async () => {
    await settings({ PreTolUse: hook(), PostToolUse: hook(undefined, "("), UserPromptSubmit: hook() });
    const run = await scenario.converse(["hello"], { script: [READ("main.go"), { text: "ok" }] });
    const messages = run.objects.filter(({ type }) => type === "notice").map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringMatching(/settings\.json:1: "PreTolUse" is not a hook event/),
      expect.stringMatching(/settings\.json:1: the matcher "\(" of a PostToolUse hook cannot be read/),
    ]);
    expect((await recorder.inputs()).map(({ hook_event_name }) => hook_event_name)).toEqual(["UserPromptSubmit"]);
  });
});
