/** Compaction through the built program: `/compact`, a window that fills, failures, and the hooks around it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { RequestView, Script, ScriptedReply } from "../../src/testing/index.ts";
import {
  allTexts,
  listings,
  logLines,
  openScenario,
  type Scenario,
  type ScenarioProtocol,
} from "../support/scenario-run.ts";
import { CTRL_C, CTRL_D, hasPseudoTerminal, openTerminal } from "../support/terminal.ts";

let scenario: Scenario;
afterEach(() => scenario.dispose());

const asksForSummary = (view: RequestView) =>
  allTexts(view).at(-1)?.startsWith("This conversation is about to be compacted") === true;
const READ = (file_path: string): ScriptedReply => ({ toolCalls: [{ name: "Read", input: { file_path } }] });
/** What a provider reports when nine tenths of the window are filled. */
const FULL = { inputTokens: 90_000, outputTokens: 10 };

/** The model's steps in order, then `ok`; every question for a summary is answered with `summary`. */
function play(steps: readonly ScriptedReply[], summary: ScriptedReply = { text: "SUMMARY OF THE WORK" }): Script {
  let step = 0;
  return ({ view }) => (asksForSummary(view) ? summary : (steps[step++] ?? { text: "ok" }));
}

/** The user's own settings, which need no trust. */
async function open(
  protocol: ScenarioProtocol,
  settings: (directory: string) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<void> {
  scenario = await openScenario(protocol);
  await writeFile(
    join(scenario.project.skillfulHome, "settings.json"),
    JSON.stringify({
      skills: { bundled: false },
      contextWindows: { "scripted-model": 100_000 },
      ...settings(scenario.project.home),
    }),
  );
}

const compactions = (objects: readonly Readonly<Record<string, unknown>>[]) =>
  objects.filter(({ type }) => type === "compaction");

describe.each<[ScenarioProtocol]>([["openai-compatible"], ["anthropic"]])("over %s", (protocol) => {
  it("/compact starts the history anew: summary and skills in use, one list, the last exchange", async () => {
    await open(protocol);
    const messages = [
      "/greet Alice",
      "look at the button",
      "thanks",
      "/compact keep the names",
      "next",
      "/greet Alice",
    ];
    const run = await scenario.converse(messages, { script: play([{ text: "hi" }, READ("src/button.tsx")]) });
    expect(run.results.map(({ isError }) => isError)).toEqual([false, false, false, false, false, false]);
    expect(run.results[3]?.result).toBe("");
    expect(compactions(run.objects)).toEqual([
      { type: "compaction", event: "start", trigger: "manual", tokens: expect.any(Number) },
      {
        type: "compaction",
        event: "end",
        trigger: "manual",
        outcome: "done",
        tokensBefore: expect.any(Number),
        tokensAfter: expect.any(Number),
        summary: "SUMMARY OF THE WORK",
      },
    ]);
    expect(logLines(run, "compaction: done")).toEqual([
      expect.stringMatching(/^compaction: done agent=main trigger=manual tokens_before=\d+ tokens_after=\d+$/),
    ]);
    const asked = run.requests.findIndex(asksForSummary);
    expect(allTexts(run.requests[asked]).at(-1)).toContain("keep the names");
    expect(run.requests[asked]?.tools).toEqual(run.requests[asked - 1]?.tools);

    const texts = allTexts(run.requests[asked + 1]);
    expect(texts).toHaveLength(5);
    expect(texts[0]).toContain("SUMMARY OF THE WORK");
    expect(texts[0]).toMatch(/earlier context, not a new request[\s\S]*## Skill greet[\s\S]*Hello, Alice!/);
    // Woken by the file before, and still awake.
    expect(texts[1]).toMatch(/^<system-reminder>\n[\s\S]*- greet:[\s\S]*- react-helper:/);
    expect(texts.slice(2)).toEqual(["thanks", "ok", "next"]);
    expect(listings(run.requests[asked + 1])).toHaveLength(1);

    const last = allTexts(run.requests.at(-1));
    expect(last.slice(0, 5)).toEqual(texts);
    expect(last.at(-1)).toContain('The skill "greet" is called again');
    expect(last.filter((text) => text.includes("Hello, Alice!"))).toHaveLength(1);
  });

  it("a window that fills is compacted in the middle of the work, which goes on", async () => {
    await open(protocol);
    const script = play([{ ...READ("main.go"), usage: FULL }, READ("src/card.tsx"), { text: "both read" }]);
    const run = await scenario.converse(["read main.go and the card"], { script });
    expect(run.results[0]).toMatchObject({ isError: false, result: "both read" });
    expect(run.requests.map(asksForSummary)).toEqual([false, true, false, false]);
    expect(allTexts(run.requests[1]).at(-2)).toContain("package main");
    expect(allTexts(run.requests[2])).toEqual([
      expect.stringContaining("SUMMARY OF THE WORK"),
      expect.stringContaining("- greet:"),
      expect.stringMatching(/^read main\.go and the card\n\n<system-reminder>/),
    ]);
    expect(allTexts(run.requests[3]).slice(0, 3)).toEqual(allTexts(run.requests[2]));
    const notices = run.objects.filter(({ type }) => type === "notice").map(({ message }) => message);
    expect(notices).toEqual([expect.stringMatching(/^The conversation was compacted: about [\d,]+ tokens before/)]);
  });

  it("a stream that breaks off during the summary leaves the conversation as it was, and says so", async () => {
    await open(protocol);
    const script = play([{ text: "hi" }], { text: "one two three four", cutAfter: 2 });
    const run = await scenario.converse(["hello", "/compact", "next"], { script });
    expect(run.results[1]).toMatchObject({
      isError: true,
      error: { message: expect.stringMatching(/^the conversation could not be compacted: .*broke off/) },
    });
    expect(compactions(run.objects).at(-1)).toMatchObject({ outcome: "failed", failure: { code: "cut-stream" } });
    expect(allTexts(run.requests.at(-1))).toEqual([...allTexts(run.requests[0]), "hi", "next"]);
    expect(run.exitCode).toBe(1);
  });
});

describe("for people", () => {
  it("/compact says so when there is nothing to do, and /help names it", async () => {
    await open("openai-compatible");
    scenario.server.setScript(play([]));
    const args = ["-p", "--model", "openai-compatible/scripted-model"];
    const text = await scenario.project.run([...args, "/compact"]);
    expect(text).toMatchObject({ stdout: "There is nothing to compact yet.\n", exitCode: 0 });
    const help = await scenario.project.run([...args, "/help"]);
    expect(help.stdout).toMatch(/\/compact \[what to keep\] +Put a summary in the place of the conversation/);
  });
});

describe.skipIf(!hasPseudoTerminal)("in a terminal", () => {
  it("/compact is completed, can be stopped with Ctrl-C, and says what it came to", async () => {
    await open("openai-compatible");
    let summaries = 0;
    scenario.server.setScript(({ view }) => {
      if (!asksForSummary(view)) return { text: `answer to ${allTexts(view).at(-1)}` };
      summaries += 1;
      return summaries === 1 ? { hang: true } : { text: "SUMMARY OF THE WORK" };
    });
    const terminal = openTerminal(scenario, ["--trust"]);
    try {
      await terminal.shows("› ");
      terminal.type("hello\r");
      await terminal.shows("answer to hello");
      await terminal.shows("› ");
      terminal.type("/comp\t");
      await terminal.shows("/compact [what to keep]");
      terminal.type("\r");
      await terminal.shows("compacting the conversation");
      await scenario.server.received(2);
      terminal.type(CTRL_C);
      await terminal.shows("stopped");
      await terminal.shows("› ");
      terminal.type("/compact\r");
      await terminal.shows("The conversation was compacted: about ");
      await terminal.shows("› ");
      terminal.type("next\r");
      await terminal.shows("answer to next");
      await terminal.shows("› ");
      terminal.type(CTRL_D);
      expect((await terminal.ended()).text).not.toContain("SUMMARY OF THE WORK");
    } finally {
      terminal.kill();
    }
    const last = allTexts(scenario.server.requests.at(-1)?.view);
    expect(last[0]).toContain("SUMMARY OF THE WORK");
    expect(last.slice(-3)).toEqual(["hello", "answer to hello", "next"]);
  });
});

/** A hook as people write them: a node program that keeps its input and answers by its arguments. */
const HOOK = `import { appendFileSync, readFileSync } from "node:fs";
const [log, stdout = "", stderr = "", code = "0"] = process.argv.slice(2);
appendFileSync(log, JSON.stringify(JSON.parse(readFileSync(0, "utf8"))) + "\\n");
if (stdout !== "") console.log(stdout);
if (stderr !== "") console.error(stderr);
process.exitCode = Number(code);
`;

describe("hooks", () => {
  const command = (directory: string, ...answer: readonly string[]) =>
    [process.execPath, join(directory, "hook.mjs"), join(directory, "inputs.jsonl"), ...answer]
      .map((word) => `'${word}'`)
      .join(" ");
  const hook = (run: string, matcher?: string) => [
    { ...(matcher !== undefined && { matcher }), hooks: [{ command: run }] },
  ];
  const openWithHooks = async (hooks: (directory: string) => Readonly<Record<string, unknown>>) => {
    await open("openai-compatible", (directory) => ({ hooks: hooks(directory) }));
    await writeFile(join(scenario.project.home, "hook.mjs"), HOOK);
  };
  const inputs = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await readFile(join(scenario.project.home, "inputs.jsonl"), "utf8"))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));

  it("hear of a compaction before and after, and the new start gets what SessionStart adds", async () => {
    await openWithHooks((directory) => ({
      PreCompact: hook(command(directory)),
      PostCompact: hook(command(directory, "", "seen by the person", "2")),
      SessionStart: hook(command(directory, "remember the umbrella"), "compact"),
    }));
    const run = await scenario.converse(["hello", "/compact  keep names", "next"], { script: play([]) });
    const common = { session_id: expect.any(String), cwd: scenario.project.project, permission_mode: "default" };
    expect(await inputs()).toEqual([
      { ...common, hook_event_name: "PreCompact", trigger: "manual", custom_instructions: "keep names" },
      { ...common, hook_event_name: "PostCompact", trigger: "manual", compact_summary: "SUMMARY OF THE WORK" },
      { ...common, hook_event_name: "SessionStart", source: "compact" },
    ]);
    expect(JSON.stringify(run.objects)).toContain("seen by the person");
    const texts = allTexts(run.requests.at(-1));
    expect(texts.slice(-4)).toEqual(["hello", "ok", expect.stringContaining("remember the umbrella"), "next"]);
  });

  it("PreCompact stops one that was asked for, with its reason", async () => {
    await openWithHooks((directory) => ({
      PreCompact: hook(command(directory, "", "not before the backup", "2"), "manual"),
      PostCompact: hook(command(directory)),
    }));
    const run = await scenario.converse(["hello", "/compact", "next"], { script: play([]) });
    expect(run.results[1]?.error).toEqual({
      code: "blocked-by-hook",
      message: expect.stringContaining("not before the backup"),
    });
    expect((await inputs()).map(({ hook_event_name }) => hook_event_name)).toEqual(["PreCompact"]);
    expect(run.requests.some(asksForSummary)).toBe(false);
    expect(allTexts(run.requests.at(-1)).slice(-3)).toEqual(["hello", "ok", "next"]);
  });

  it("PreCompact stops an automatic one by a decision, once a turn, and the work goes on", async () => {
    const block = JSON.stringify({ decision: "block", reason: "keep it all" });
    await openWithHooks((directory) => ({
      PreCompact: [
        ...hook(command(directory, block), "auto"),
        ...hook(command(directory, "", "not for this one", "2"), "manual"),
      ],
    }));
    const full = { ...READ("main.go"), usage: FULL };
    const run = await scenario.converse(["look", "again"], { script: play([full, full, { text: "done" }]) });
    expect(run.results.map(({ result }) => result)).toEqual(["done", "ok"]);
    expect(await inputs()).toEqual([
      expect.objectContaining({ hook_event_name: "PreCompact", trigger: "auto", custom_instructions: "" }),
    ]);
    const notices = run.objects.filter(({ type }) => type === "notice").map(({ message }) => message);
    expect(notices).toEqual(["a hook blocked the compaction: keep it all"]);
    expect(run.requests.some(asksForSummary)).toBe(false);
  });
});

it("SIGINT during the summary stops it", async () => {
  await open("openai-compatible");
  scenario.server.setScript(({ view }) => (asksForSummary(view) ? { hang: true } : { text: "ok" }));
  const program = scenario.project.start(
    [
      "-p",
      "--input-format",
      "stream-json",
      "--output-format",
      "stream-json",
      "--model",
      "openai-compatible/scripted-model",
    ],
    {},
  );
  const send = (text: string) => program.write(`${JSON.stringify({ type: "user", text })}\n`);
  send("hello");
  await program.printed('"type":"result"');
  send("/compact");
  await scenario.server.received(2);
  program.kill("SIGINT");
  const { stdout, exitCode } = await program.ended;
  expect(stdout).toContain('{"type":"compaction","event":"end","trigger":"manual","outcome":"aborted"}');
  expect(stdout).not.toContain('"outcome":"done"');
  expect(exitCode).toBe(130);
});
