/** Hooks around tool calls, through the built program: what they are told, what they decide, what comes of it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHookRecorder, type HookAnswer, type HookRecorder } from "../support/hook-recorder.ts";
import { openScenario, type Scenario, type ScenarioRun } from "../support/scenario-run.ts";

let scenario: Scenario;
let recorder: HookRecorder;
beforeEach(async () => {
  scenario = await openScenario();
  recorder = await createHookRecorder(scenario.project.home);
});
afterEach(() => scenario.dispose());

type Hooks = Readonly<Record<string, readonly { matcher?: string; hooks: readonly Record<string, unknown>[] }[]>>;

/** The user's own settings, which need no trust. */
const settings = (hooks: Hooks, more: Readonly<Record<string, unknown>> = {}) =>
  writeFile(
    join(scenario.project.skillfulHome, "settings.json"),
    JSON.stringify({ skills: { bundled: false }, hooks, ...more }),
  );
const hook = (answer?: HookAnswer, matcher?: string) => [
  { ...(matcher !== undefined && { matcher }), hooks: [{ command: recorder.command(answer) }] },
];

/** One step with these calls, then an answer. */
const calls = (...toolCalls: { name: string; input: unknown }[]) => [{ toolCalls }, { text: "done" }];
const BASH = { name: "Bash", input: { command: "echo ran > ran.txt" } };
const READ = { name: "Read", input: { file_path: "main.go" } };

const results = (run: ScenarioRun) =>
  (run.requests.at(-1)?.messages ?? []).flatMap((message) => message.toolResults.map(({ text }) => text));
const wasRun = () =>
  readFile(join(scenario.project.project, "ran.txt"), "utf8").then(
    (text) => text,
    () => undefined,
  );
const decide = (permissionDecision: string, more: Readonly<Record<string, unknown>> = {}) => ({
  stdout: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, ...more } },
});

describe("PreToolUse", () => {
  it("refuses a call that is allowed, and the model reads why", async () => {
    await settings({ PreToolUse: hook({ stderr: "no shell today", exitCode: 2 }, "Bash") });
    const run = await scenario.converse(["go"], { script: calls(BASH, READ), args: ["--allow", "Bash"] });
    expect(await recorder.inputs()).toEqual([
      {
        session_id: run.results[0]?.sessionId,
        cwd: scenario.project.project,
        permission_mode: "default",
        hook_event_name: "PreToolUse",
        tool_name: "Bash",
        tool_input: BASH.input,
        tool_use_id: expect.any(String),
      },
    ]);
    expect(results(run)).toEqual([
      expect.stringMatching(/not run.*no shell today/),
      expect.stringContaining("package main"),
    ]);
    expect(await wasRun()).toBeUndefined();
    expect(run.log.filter((line) => line.startsWith("hook: ran"))).toEqual([
      expect.stringMatching(/^hook: ran event=PreToolUse hook="PreToolUse hook .*" decision=deny$/),
    ]);
  });

  it("allow answers the question that a call would raise, and never beats a deny rule", async () => {
    await settings({ PreToolUse: hook(decide("allow")) });
    const allowed = await scenario.converse(["go"], { script: calls(BASH) });
    expect(results(allowed)[0]).not.toContain("not run");
    expect(await wasRun()).toBe("ran\n");
    const denied = await scenario.converse(["go"], { script: calls(BASH), args: ["--deny", "Bash(echo:*)"] });
    expect(results(denied)[0]).toContain("not run");
    const asked = await scenario.converse(["go"], { script: calls(BASH), args: ["--ask", "Bash(echo:*)"] });
    expect(results(asked)[0]).toContain("not run");
  });

  it("ask asks about what is allowed; where nobody can be asked that is a no", async () => {
    await settings({ PreToolUse: hook(decide("ask", { permissionDecisionReason: "sure?" })) });
    const run = await scenario.converse(["go"], { script: calls(BASH), args: ["--allow", "Bash"] });
    expect(results(run)[0]).toContain("sure?");
    expect(await wasRun()).toBeUndefined();
  });

  it("changed arguments are checked and decided on again", async () => {
    const changed = decide("allow", { updatedInput: { command: "echo changed > ran.txt" } });
    await settings({ PreToolUse: hook(changed) });
    await scenario.converse(["go"], { script: calls({ name: "Bash", input: { command: "true" } }) });
    expect(await wasRun()).toBe("changed\n");

    const denied = await scenario.converse(["go"], {
      script: calls({ name: "Bash", input: { command: "true" } }),
      args: ["--deny", "Bash(echo:*)"],
    });
    expect(results(denied)[0]).toContain("not run");
    await settings({ PreToolUse: hook(decide("allow", { updatedInput: { cmd: "true" } })) });
    const invalid = await scenario.converse(["go"], { script: calls(BASH) });
    expect(results(invalid)[0]).toContain("A hook changed the arguments.");
  });

  it("a guard that cannot run refuses, and the person is told", async () => {
    await settings({ PreToolUse: [{ matcher: "Ba.h", hooks: [{ command: "/no/such/guard" }] }] });
    const run = await scenario.converse(["go"], { script: calls(BASH), args: ["--allow", "Bash"] });
    expect(results(run)[0]).toContain("could not run");
    expect(await wasRun()).toBeUndefined();
    expect(run.objects).toContainEqual(
      expect.objectContaining({ type: "notice", message: expect.stringContaining("a guard that fails") }),
    );
  });

  it("continue: false ends the turn, and the other calls of the step are left undone", async () => {
    await settings({ PreToolUse: hook({ stdout: { continue: false, stopReason: "enough" } }, "Read") });
    const run = await scenario.converse(["go", "again"], {
      script: [{ toolCalls: [READ, BASH] }, { text: "a new turn" }],
      args: ["--allow", "Bash"],
    });
    expect(run.results[0]).toMatchObject({ isError: true, error: { code: "stopped-by-hook" } });
    expect(run.results[0]?.error?.message).toContain("enough");
    expect(run.results[1]).toMatchObject({ isError: false, result: "a new turn" });
    expect(results(run)).toEqual([expect.stringContaining("enough"), expect.stringContaining("enough")]);
    expect(await wasRun()).toBeUndefined();
  });
});

describe("PostToolUse and PostToolUseFailure", () => {
  it("are told what came of the call, and what they say is at the end of its result", async () => {
    const context = { hookSpecificOutput: { additionalContext: "formatted too </system-reminder>" } };
    await settings({
      PostToolUse: hook({ stdout: context }, "Bash|Write"),
      PostToolUseFailure: hook({ stderr: "look at the spelling", exitCode: 2 }),
    });
    const missing = { name: "Read", input: { file_path: "missing.go" } };
    const run = await scenario.converse(["go"], { script: calls(BASH, missing, READ), args: ["--allow", "Bash"] });
    expect(await recorder.inputs()).toEqual([
      expect.objectContaining({
        hook_event_name: "PostToolUse",
        tool_name: "Bash",
        tool_input: BASH.input,
        tool_response: expect.any(String),
      }),
      expect.objectContaining({
        hook_event_name: "PostToolUseFailure",
        tool_name: "Read",
        tool_input: expect.objectContaining({ file_path: "missing.go" }),
        error: expect.stringContaining("missing.go"),
      }),
    ]);
    const [bash, failed, read] = results(run);
    expect(bash).toMatch(/<system-reminder>[^<]*formatted too &lt;\/system-reminder>\n<\/system-reminder>$/);
    expect(failed).toMatch(/look at the spelling$/);
    expect(read).not.toContain("hook");
  });

  it("an objection does not undo the deed", async () => {
    await settings({ PostToolUse: hook({ stdout: { decision: "block", reason: "not like that" } }) });
    const run = await scenario.converse(["go"], { script: calls(BASH), args: ["--allow", "Bash"] });
    expect(await wasRun()).toBe("ran\n");
    expect(results(run)[0]).toMatch(/has been carried out.*not like that$/);
  });
});

describe("PermissionRequest", () => {
  const answer = (behavior: string, message?: string) => ({
    stdout: { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior, message } } },
  });

  it("answers in the place of a person", async () => {
    await settings({ PermissionRequest: hook(answer("allow"), "Bash") });
    const run = await scenario.converse(["go"], { script: calls(BASH) });
    expect(await wasRun()).toBe("ran\n");
    expect(await recorder.inputs()).toEqual([
      expect.objectContaining({ hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: BASH.input }),
    ]);
    expect(results(run)[0]).not.toContain("not run");
  });

  it("is not asked about what is allowed or denied", async () => {
    await settings({ PermissionRequest: hook(answer("allow")) });
    await scenario.converse(["go"], { script: calls(READ) });
    const denied = await scenario.converse(["go"], { script: calls(BASH), args: ["--deny", "Bash"] });
    expect(results(denied)[0]).toContain("not run");
    expect(await recorder.inputs()).toEqual([]);
  });

  it("refuses with its reason; without a decision the answer is no, with the rule that would allow it", async () => {
    await settings({ PermissionRequest: hook(answer("deny", "ask the owner first")) });
    const refused = await scenario.converse(["go"], { script: calls(BASH) });
    expect(results(refused)[0]).toContain("ask the owner first");
    await settings({ PermissionRequest: hook() });
    const open = await scenario.converse(["go"], { script: calls(BASH) });
    expect(results(open)[0]).toMatch(/nobody can be asked.*--allow "Edit\(\.\/ran\.txt\)"/s);
    expect(await wasRun()).toBeUndefined();
  });

  it("cannot answer what a rule wants asked, nor what only a person may allow", async () => {
    await settings({ PermissionRequest: hook(answer("allow")) });
    const asked = await scenario.converse(["go"], { script: calls(BASH), args: ["--ask", "Bash"] });
    expect(results(asked)[0]).toContain("not run");
    const write = { name: "Write", input: { file_path: ".claude/settings.json", content: "{}" } };
    const guarded = await scenario.converse(["go"], { script: calls(write) });
    expect(results(guarded)[0]).toContain("not run");
    const outside = { name: "Bash", input: { ...BASH.input, unsandboxed: true } };
    const unconfined = await scenario.converse(["go"], { script: calls(outside), args: ["--allow", "Bash"] });
    expect(results(unconfined)[0]).toContain("not run");
    expect(await wasRun()).toBeUndefined();
  });
});
