/** Every hook event at its place, with the very input that the documentation promises to a program. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HOOK_EVENT_NAMES, HOOK_EVENTS, type HookEventName } from "../../src/engine/index.ts";
import type { RequestView, ScriptedReply } from "../../src/testing/index.ts";
import { createHookRecorder, type HookInputRecord, type HookRecorder } from "../support/hook-recorder.ts";
import { allTexts, openScenario, type Scenario } from "../support/scenario-run.ts";
import { hasPseudoTerminal, openTerminal } from "../support/terminal.ts";

interface DocumentedEvent {
  readonly name: string;
  readonly fields: readonly string[];
  /** The field for the matcher, in bold. */
  readonly matched?: string;
  /** Of a field, the values that it can have. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const DOCUMENT = fileURLToPath(new URL("../../docs/hooks.md", import.meta.url));
const COMMON = ["session_id", "cwd", "permission_mode", "hook_event_name"];
const IN_SUB_AGENT = ["agent_id", "agent_type"];
/** "It has the skill's name in `skill_name`, and in `command_env` …": only of commands in the text of a skill. */
const ONLY_INJECTED = ["skill_name", "command_env"];

/** The rows of the table under "Events". A cell is `**`field`**: `value`, `value`; `field``, or fields with commas. */
async function documentedEvents(): Promise<readonly DocumentedEvent[]> {
  const section = /\n## Events\n([\s\S]*?)\n## /.exec(await readFile(DOCUMENT, "utf8"))?.[1] ?? "";
  const codes = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  return [...section.matchAll(/^\| `(\w+)` \|[^|]*\|([^|]*)\|/gm)].map(([, name = "", cell = ""]) => {
    const groups = cell.split(";").map((group) => group.split(":").map(codes));
    const [, matched] = /\*\*`(\w+)`\*\*/.exec(cell) ?? [];
    return {
      name,
      fields: groups.flatMap(([fields]) => fields ?? []),
      ...(matched !== undefined && { matched }),
      values: Object.fromEntries(groups.flatMap(([[field = ""] = [], values]) => (values ? [[field, values]] : []))),
    };
  });
}

let scenario: Scenario;
let recorder: HookRecorder;
let documented: readonly DocumentedEvent[];
beforeEach(async () => {
  scenario = await openScenario();
  recorder = await createHookRecorder(scenario.project.home);
  documented = await documentedEvents();
  const hooks = Object.fromEntries(
    HOOK_EVENT_NAMES.map((event) => [event, [{ hooks: [{ command: recorder.command() }] }]]),
  );
  // The user's own settings, which need no trust.
  await writeFile(
    join(scenario.project.skillfulHome, "settings.json"),
    JSON.stringify({ skills: { bundled: false }, sandbox: { mode: "off" }, hooks }),
  );
});
afterEach(() => scenario.dispose());

/** Holds an input against the row of its event: exactly these fields, and of the values one that is named. */
function expectAsDocumented(input: HookInputRecord): void {
  const event = documented.find(({ name }) => name === input.hook_event_name);
  const own = (event?.fields ?? []).filter((field) => input.skill_name !== undefined || !ONLY_INJECTED.includes(field));
  const agent = "agent_id" in input ? IN_SUB_AGENT : [];
  expect(Object.keys(input).sort(), input.hook_event_name).toEqual([...new Set([...COMMON, ...agent, ...own])].sort());
  for (const [field, values] of Object.entries(event?.values ?? {})) expect(values).toContain(input[field]);
}

const asksForSummary = (view: RequestView) =>
  allTexts(view).at(-1)?.startsWith("This conversation is about to be") === true;
const CALL = (name: string, input: object): ScriptedReply => ({ toolCalls: [{ name, input }] });

describe("the documentation", () => {
  it("has a row for every event, with its field for the matcher", () => {
    expect(documented.map(({ name }) => name).sort()).toEqual([...HOOK_EVENT_NAMES].sort());
    for (const { name, matched } of documented) {
      expect(matched, name).toBe(HOOK_EVENTS[name as HookEventName].matched);
    }
  });
});

describe("a program as a hook", () => {
  it("is run for every event of a session at its place, with the documented input", async () => {
    const steps = [
      CALL("Read", { file_path: "src/button.tsx" }),
      CALL("Read", { file_path: "gone.txt" }),
      CALL("Bash", { command: "touch x" }),
      { text: "Looked." },
      { text: "Greeted." },
      CALL("Read", { file_path: "main.go" }),
      { text: "Reviewed." },
      { text: "Told." },
    ];
    await scenario.project.writeSkill("stamp", "---\nallowed-tools: Bash(true)\n---\nNow: !`true`\n");
    const run = await scenario.converse(
      ["look", "/greet Alice", "/review HEAD", "/compact keep names", "/clear", "/stamp late"],
      { script: ({ view }) => (asksForSummary(view) ? { text: "SUMMARY" } : (steps.shift() ?? { text: "ok" })) },
    );
    const inputs = await recorder.inputs();
    for (const input of inputs) expectAsDocumented(input);
    const [{ sessionId: session_id } = {}] = run.results;
    const { project: cwd } = scenario.project;
    const common = { session_id, cwd, permission_mode: "default" };
    for (const input of inputs) expect(input).toMatchObject(common);
    const call = (tool_name: string, tool_input: object) => ({ tool_name, tool_input });
    const agent = { agent_id: "main/review#1", agent_type: "general-purpose" };
    const button = call("Read", { file_path: "src/button.tsx" });
    const gone = call("Read", { file_path: "gone.txt" });
    const main = { ...call("Read", { file_path: "main.go" }), ...agent };
    const answer = (last_assistant_message: string) => ({ stop_hook_active: false, last_assistant_message });
    const said = (prompt: string, command_name: string, command_args: string): Step[] => [
      ["UserPromptSubmit", { prompt }],
      ["UserPromptExpansion", { command_name, command_args, prompt }],
    ];
    const injected = { skill_name: "stamp", command_env: { CLAUDE_PROJECT_DIR: cwd } };
    const places: readonly Step[] = [
      ["SessionStart", { source: "startup" }],
      ["UserPromptSubmit", { prompt: "look" }],
      ["PreToolUse", button],
      ["PostToolUse", { ...button, tool_response: expect.stringContaining("const Button") }],
      ["SkillActivated", { skill_name: "react-helper", trigger_files: [join(cwd, "src/button.tsx")] }],
      ["PreToolUse", gone],
      ["PostToolUseFailure", { ...gone, error: expect.stringContaining("not found") }],
      ["PreToolUse", call("Bash", { command: "touch x" })],
      ["PermissionRequest", call("Bash", { command: "touch x" })],
      ["Stop", answer("Looked.")],
      ...said("/greet Alice", "greet", "Alice"),
      ["Stop", answer("Greeted.")],
      ...said("/review HEAD", "review", "HEAD"),
      ["SubagentStart", agent],
      ["PreToolUse", main],
      ["PostToolUse", { ...main, tool_response: expect.stringContaining("package main") }],
      ["SubagentStop", { ...agent, ...answer("Reviewed.") }],
      ["PreCompact", { trigger: "manual", custom_instructions: "keep names" }],
      ["PostCompact", { trigger: "manual", compact_summary: "SUMMARY" }],
      ["SessionStart", { source: "compact" }],
      ["SessionEnd", { reason: "clear" }],
      ["SessionStart", { source: "clear" }],
      ...said("/stamp late", "stamp", "late"),
      ["PreToolUse", { ...call("Bash", { command: "true" }), ...injected }],
      ["Stop", answer("Told.")],
      ["SessionEnd", { reason: "other" }],
    ];
    expect(inputs).toEqual(
      places.map(([hook_event_name, fields]) => expect.objectContaining({ hook_event_name, ...nested(fields) })),
    );
    // A call has one id before and after it, and no two calls share theirs.
    const ids = inputs.flatMap(({ tool_use_id }) => tool_use_id ?? []);
    expect(ids.filter((id) => ids.indexOf(id) !== ids.lastIndexOf(id))).toHaveLength(6);
    // The one event that takes a person.
    const missing = HOOK_EVENT_NAMES.filter((name) => !places.some(([place]) => place === name));
    expect(missing).toEqual(["Notification"]);
  });

  it.skipIf(!hasPseudoTerminal)("is run for a question to a person, with the documented input", async () => {
    scenario.server.setScript([CALL("Bash", { command: "touch b.txt" }), { text: "Done." }]);
    const terminal = openTerminal(scenario, []);
    try {
      await terminal.shows("› ");
      terminal.type("go\r");
      await terminal.shows("[y]es once");
      // Nobody waits for the notification, and the end of the session stops one that is still under way.
      await vi.waitFor(async () => expect(await recorder.inputs("Notification")).toHaveLength(1), { timeout: 30_000 });
      terminal.type("n\r");
      await terminal.shows("Done.");
      await terminal.shows("› ");
      terminal.type("/exit\r");
      await terminal.ended();
    } finally {
      terminal.kill();
    }
    const inputs = await recorder.inputs();
    for (const input of inputs) expectAsDocumented(input);
    expect(inputs.map((input) => input.hook_event_name)).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PermissionRequest",
      "Notification",
      "Stop",
      "SessionEnd",
    ]);
    expect(await recorder.inputs("SessionEnd")).toEqual([expect.objectContaining({ reason: "exit" })]);
    expect(await recorder.inputs("Notification")).toEqual([
      expect.objectContaining({ notification_type: "permission_prompt", message: expect.stringContaining("Bash") }),
    ]);
  });
});

/** An event, and of its input what is known beforehand. */
type Step = readonly [event: HookEventName, fields: Readonly<Record<string, unknown>>];

/** Of objects inside of an input, what is named is compared. */
function nested(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { command_env: env } = fields;
  return env === undefined ? fields : { ...fields, command_env: expect.objectContaining(env as object) };
}
