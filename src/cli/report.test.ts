import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../agent/index.ts";
import { formatNotice, type Notice } from "./format-notice.ts";
import { createOutput } from "./output.ts";
import { createPalette } from "./palette.ts";
import type { PrintReporter } from "./print-reporter.ts";
import type { ProgramIo } from "./program-io.ts";
import { createJsonReporter } from "./report-json.ts";
import { createStreamJsonReporter } from "./report-stream-json.ts";
import { createTextReporter } from "./report-text.ts";

const usage = { inputTokens: 10, outputTokens: 4, cachedInputTokens: 0 };
const facts = {
  sessionId: "s-1",
  model: "demo/demo",
  cwd: "/w",
  tools: ["Read", "Skill"],
  skills: ["greet"],
  permissionMode: "default",
};

const answered: AgentEvent[] = [
  { agent: "main", type: "turn-start", model: "demo/demo" },
  { agent: "main", type: "step-start", step: 1, model: "demo/demo" },
  { agent: "main", type: "retry", attempt: 1, delayMs: 1500, message: "server busy" },
  { agent: "main", type: "tool-start", id: "c1", name: "Read", input: { file_path: "src/a.tsx" } },
  { agent: "main", type: "tool-end", id: "c1", name: "Read", output: "1\tx", isError: false },
  { agent: "main", type: "skill-activated", skills: ["react-helper"] },
  { agent: "main", type: "notice", level: "info", message: "hooks are off", hint: "trust the workspace" },
  { agent: "fork-1", type: "turn-end", reason: "done", text: "inner", steps: 1, usage },
  { agent: "main", type: "text-start" },
  { agent: "main", type: "text-delta", text: "All " },
  { agent: "main", type: "text-end", text: "All done." },
  { agent: "main", type: "turn-end", reason: "done", text: "All done.", steps: 2, usage },
];
const commanded: AgentEvent[] = [
  { agent: "main", type: "turn-start", model: "demo/demo" },
  { agent: "main", type: "notice", level: "info", message: "/help  this list" },
  { agent: "main", type: "turn-end", reason: "done", text: "", steps: 0, usage },
];
const failed: AgentEvent[] = [
  { agent: "main", type: "step-start", step: 1, model: "demo/demo" },
  {
    agent: "main",
    type: "turn-end",
    reason: "error",
    text: "",
    steps: 1,
    usage,
    error: { code: "auth", message: "the key was refused", hint: "set OPENAI_API_KEY" },
  },
];
const cut: AgentEvent[] = [{ agent: "main", type: "turn-end", reason: "step-limit", text: "", steps: 50, usage }];

type Create = (io: Pick<ProgramIo, "out" | "tell">) => PrintReporter;

function play(create: Create, ...turns: AgentEvent[][]): { out: string; err: string } {
  const streams = { out: new PassThrough(), err: new PassThrough() };
  const err = createOutput(streams.err);
  const tell = (notice: Notice) => err.write(formatNotice(notice, createPalette(false)));
  const reporter = create({ out: createOutput(streams.out), tell });
  reporter.sessionStart(facts);
  for (const event of turns.flat()) reporter.event(event);
  return { out: String(streams.out.read() ?? ""), err: String(streams.err.read() ?? "") };
}

const objects = (text: string): unknown[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

describe("text", () => {
  it("prints the answer alone on standard output", () => {
    expect(play(createTextReporter, answered)).toEqual({
      out: "All done.\n",
      err: "warning: server busy; trying again in 2 s (attempt 1)\nhooks are off\n  trust the workspace\n",
    });
  });

  it("takes what a command says as the answer, turn by turn", () => {
    expect(play(createTextReporter, commanded, answered, commanded).out).toBe(
      "/help  this list\nAll done.\n/help  this list\n",
    );
  });

  it("says what failed and how to mend it", () => {
    expect(play(createTextReporter, failed)).toEqual({
      out: "",
      err: "error: the key was refused\n  set OPENAI_API_KEY\n",
    });
    expect(play(createTextReporter, cut).err).toContain("--max-steps");
  });
});

describe("json", () => {
  it("prints one object for a message", () => {
    expect(objects(play(createJsonReporter, answered).out)).toEqual([
      { type: "result", result: "All done.", sessionId: "s-1", steps: 2, usage, isError: false },
    ]);
    expect(objects(play(createJsonReporter, commanded).out)).toMatchObject([{ result: "/help  this list" }]);
  });

  it("marks failures", () => {
    expect(objects(play(createJsonReporter, failed, cut).out)).toMatchObject([
      { result: "the key was refused", isError: true, error: { code: "auth", hint: "set OPENAI_API_KEY" } },
      { isError: true, error: { code: "step-limit" } },
    ]);
  });
});

describe("stream-json", () => {
  it("prints one object a line, from the system line to the result", () => {
    const { out, err } = play(createStreamJsonReporter, answered);
    expect(err).toBe("");
    expect(objects(out)).toEqual([
      { type: "system", subtype: "init", ...facts },
      { type: "notice", level: "warning", message: "server busy; trying again in 2 s (attempt 1)" },
      { type: "tool_call", id: "c1", name: "Read", input: { file_path: "src/a.tsx" } },
      { type: "tool_result", id: "c1", name: "Read", output: "1\tx", isError: false },
      { type: "skill", event: "activated", skills: ["react-helper"] },
      { type: "notice", level: "info", message: "hooks are off", hint: "trust the workspace" },
      { type: "text", text: "All done." },
      { type: "result", result: "All done.", sessionId: "s-1", steps: 2, usage, isError: false },
    ]);
  });

  it("names the agent inside a fork", () => {
    const inFork: AgentEvent[] = [{ agent: "fork-1", type: "text-end", text: "inner" }];
    expect(objects(play(createStreamJsonReporter, inFork).out)[1]).toEqual({
      type: "text",
      text: "inner",
      agent: "fork-1",
    });
  });
});
