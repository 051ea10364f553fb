/** `PreToolUse` hooks and the commands in a skill's text, through the built program: seen, changed, forbidden. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHookRecorder, type HookAnswer, type HookRecorder } from "../support/hook-recorder.ts";
import { allTexts, openScenario, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario;
let recorder: HookRecorder;
beforeEach(async () => {
  scenario = await openScenario();
  recorder = await createHookRecorder(scenario.project.home);
  await scenario.project.writeSkill("stamp", STAMP);
});
afterEach(() => scenario.dispose());

const STAMP = `---
description: Stamps a file
allowed-tools: Bash(touch:*)
---
One: !\`touch first\`
Two: !\`touch "$ARGUMENTS"\`
`;

const settings = (PreToolUse: unknown) =>
  writeFile(
    join(scenario.project.skillfulHome, "settings.json"),
    JSON.stringify({ skills: { bundled: false }, hooks: { PreToolUse } }),
  );
const hook = (answer?: HookAnswer) => [{ matcher: "Bash", hooks: [{ command: recorder.command(answer) }] }];
const decide = (permissionDecision: string, more: Readonly<Record<string, unknown>> = {}): HookAnswer => ({
  stdout: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, ...more } },
});
const exists = (...names: string[]) => names.filter((name) => existsSync(join(scenario.project.project, name)));
const SKILL_CALL = [{ toolCalls: [{ name: "Skill", input: { skill: "stamp", args: "second" } }] }, { text: "done" }];

describe("commands in a skill's text", () => {
  it("are shown to PreToolUse hooks as Bash calls that say where they come from", async () => {
    await settings(hook());
    const run = await scenario.converse(["/stamp second"]);
    expect(run.results[0]).toMatchObject({ isError: false });
    expect(exists("first", "second")).toEqual(["first", "second"]);
    const common = { hook_event_name: "PreToolUse", tool_name: "Bash", skill_name: "stamp" };
    expect(await recorder.inputs()).toEqual([
      expect.objectContaining({
        ...common,
        tool_input: { command: "touch first" },
        tool_use_id: "skill:project:stamp",
      }),
      expect.objectContaining({
        ...common,
        tool_input: { command: 'touch "${SKILLFUL_ARGUMENTS}"' },
        command_env: expect.objectContaining({ SKILLFUL_ARGUMENTS: "second" }),
      }),
    ]);
  });

  it("do not run when a hook forbids one of them, and the model reads why", async () => {
    // The second command is the forbidden one: by then nothing has run yet.
    const guard = `case "$(cat)" in *SKILLFUL_ARGUMENTS*touch*|*touch*'"second"'*) echo 'no stamps today' >&2; exit 2;; esac`;
    await settings([{ matcher: "Bash", hooks: [{ command: guard }] }]);
    const typed = await scenario.converse(["/stamp second"]);
    expect(typed.results[0]).toMatchObject({ isError: true });
    expect(typed.results[0]?.error?.message).toMatch(/skill "stamp" failed: its command `touch .*no stamps today/s);
    expect(typed.requests).toEqual([]);

    const called = await scenario.converse(["stamp it"], { script: SKILL_CALL, args: ["--allow", "Skill(stamp)"] });
    expect(allTexts(called.requests.at(-1)).join("\n")).toMatch(/skill "stamp" failed.*no stamps today/s);
    expect(exists("first", "second")).toEqual([]);
  });

  it("do not run when the guard itself cannot run", async () => {
    await settings([{ hooks: [{ command: "/no/such/guard" }] }]);
    const run = await scenario.converse(["/stamp second"]);
    expect(run.results[0]).toMatchObject({ isError: true });
    expect(exists("first", "second")).toEqual([]);
    expect(run.objects).toContainEqual(
      expect.objectContaining({ type: "notice", message: expect.stringContaining("a guard that fails") }),
    );
  });

  it("can be changed, and what they become is decided on anew", async () => {
    await settings(hook(decide("allow", { updatedInput: { command: "touch changed; echo instead" } })));
    const run = await scenario.converse(["/stamp second"]);
    expect(exists("first", "second", "changed")).toEqual(["changed"]);
    expect(allTexts(run.requests[0]).at(-1)).toContain("One: instead\nTwo: instead");

    const denied = await scenario.converse(["/stamp second"], { args: ["--deny", "Bash(echo:*)"] });
    expect(denied.results[0]?.error?.message).toContain("Bash(echo:*)");
    await settings(hook(decide("allow", { updatedInput: { cmd: "touch changed" } })));
    const invalid = await scenario.converse(["/stamp second"]);
    expect(invalid.results[0]?.error?.message).toContain("A hook changed the arguments.");
  });

  it("get a hook's answer to the question whether they may run, and its text behind the skill's", async () => {
    await scenario.project.writeSkill("stamp", STAMP.replace("allowed-tools: Bash(touch:*)\n", ""));
    const without = await scenario.converse(["/stamp second"]);
    expect(without.results[0]?.error?.message).toContain("may not run");
    await settings(hook(decide("allow", { additionalContext: "two files are new" })));
    const allowed = await scenario.converse(["/stamp second"]);
    expect(exists("first", "second")).toEqual(["first", "second"]);
    expect(allTexts(allowed.requests[0]).at(-1)).toMatch(
      /Two: .*<system-reminder>.*two files are new.*<\/system-reminder>$/s,
    );
    await settings(hook(decide("ask", { permissionDecisionReason: "sure?" })));
    const asked = await scenario.converse(["/stamp second"], { args: ["--allow", "Bash"] });
    expect(asked.results[0]?.error?.message).toContain("sure?");
  });

  it("continue: false ends the turn, and the next one starts afresh", async () => {
    const once = `case "$(cat)" in *'"stop me"'*) echo '{"continue": false, "stopReason": "enough"}';; esac`;
    await settings([{ hooks: [{ command: once }] }]);
    const run = await scenario.converse(["/stamp stop me", "/stamp second"]);
    expect(run.results[0]?.error).toMatchObject({
      code: "stopped-by-hook",
      message: expect.stringContaining("enough"),
    });
    expect(run.results[1]).toMatchObject({ isError: false });
    expect(exists("first", "second", "stop me")).toEqual(["first", "second"]);
  });

  it("are seen by the guard of the fork that invokes the skill", async () => {
    const guard = recorder.command({ stderr: "not in here", exitCode: 2 });
    await scenario.project.writeSkill(
      "guarded",
      `---\ndescription: Works under guard\ncontext: fork\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - command: ${JSON.stringify(guard)}\n---\nUse stamp.\n`,
    );
    const run = await scenario.converse(["/guarded"], { script: SKILL_CALL, args: ["--allow", "Skill"] });
    expect(allTexts(run.requests[1]).join("\n")).toContain("not in here");
    expect(await recorder.inputs()).toEqual([
      expect.objectContaining({ skill_name: "stamp", agent_id: "main/guarded#1" }),
    ]);
    expect(exists("first", "second")).toEqual([]);
  });
});

describe("a skill's grant for its own commands", () => {
  it.each([
    ["stamp", "Bash(sh ${CLAUDE_SKILL_DIR}/run.sh:*)", "sh ${CLAUDE_SKILL_DIR}/run.sh"],
    ["a b's (1)", "Bash(sh ${SKILL_DIR}/run.sh)", 'sh "${SKILL_DIR}/run.sh"'],
    ["two  blanks", 'Bash(sh "${CLAUDE_SKILL_DIR}/run.sh":*)', "sh ${CLAUDE_SKILL_DIR}/run.sh now"],
    ["stamp", "Bash(sh ${CLAUDE_PROJECT_DIR}/.claude/skills/stamp/run.sh *)", "sh ${CLAUDE_SKILL_DIR}/run.sh now"],
  ])("in %j %s covers %s, with the directory filled in", async (directory, rule, command) => {
    await scenario.project.write(`.claude/skills/${directory}/run.sh`, "echo it ran\n");
    const text = `---\nname: runner\ndescription: Runs\nallowed-tools: ${JSON.stringify([rule])}\n---\nOut: !\`${command}\`\n`;
    await scenario.project.writeSkill(directory, text);
    const run = await scenario.converse(["/runner"]);
    expect(run.results[0]?.error).toBeUndefined();
    expect(allTexts(run.requests[0]).at(-1)).toContain("Out: it ran");
  });

  it("reaches no other directory", async () => {
    await scenario.project.write("run.sh", "touch escaped\n");
    const text = `---\nname: runner\ndescription: Runs\nallowed-tools: "Bash(sh \${CLAUDE_SKILL_DIR}/run.sh)"\n---\n!\`sh \${CLAUDE_PROJECT_DIR}/run.sh\`\n`;
    await scenario.project.writeSkill("runner", text);
    expect((await scenario.converse(["/runner"])).results[0]?.error?.message).toContain("may not run");
    expect(exists("escaped")).toEqual([]);
  });

  it("holds for a plugin's root", async () => {
    await scenario.project.write("../home/.claude/plugins/tools/.claude-plugin/plugin.json", '{"name":"tools"}');
    await scenario.project.write("../home/.claude/plugins/tools/run.sh", "echo from the plugin\n");
    await scenario.project.write(
      "../home/.claude/plugins/tools/skills/runner/SKILL.md",
      `---\ndescription: Runs\nallowed-tools: "Bash(sh \${CLAUDE_PLUGIN_ROOT}/run.sh)"\n---\nOut: !\`sh \${CLAUDE_PLUGIN_ROOT}/run.sh\`\n`,
    );
    const run = await scenario.converse(["/tools:runner"]);
    expect(run.results[0]?.error).toBeUndefined();
    expect(allTexts(run.requests[0]).at(-1)).toContain("Out: from the plugin");
  });
});
