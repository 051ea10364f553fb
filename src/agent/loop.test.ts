import { describe, expect, it } from "vitest";
import type { AgentEvent } from "./events.ts";
import { createHistory, userMessage } from "./history.ts";
import { runTurn, type ToolCallResult, type Turn } from "./loop.ts";
import type { ModelMessage } from "./models/message.ts";
import {
  type Model,
  ModelError,
  type ModelStepEvent,
  type ModelStepRequest,
  type ModelToolCall,
} from "./models/model.ts";
import type { InlineOutcome } from "./tool.ts";

const model = { id: "test/model", provider: "demo", languageModel: {} } as Model;

interface Answer {
  readonly text?: string;
  readonly calls?: readonly ModelToolCall[];
  readonly finishReason?: string;
  readonly error?: unknown;
}

/** A model that gives these answers in order, and checks that it is asked with a valid history each time. */
function scripted(answers: readonly Answer[], requests: ModelStepRequest[] = []): Turn["runModelStep"] {
  return async function* (request): AsyncGenerator<ModelStepEvent> {
    assertValid(request.messages);
    const answer = answers[requests.length];
    requests.push(request);
    if (answer === undefined) throw new Error(`the script has no answer ${requests.length}`);
    const { text = "", calls = [], finishReason = calls.length > 0 ? "tool-calls" : "stop" } = answer;
    for (const word of text.split(/(?<= )/)) {
      request.signal.throwIfAborted();
      yield { type: "text-delta", text: word };
    }
    if (answer.error !== undefined) throw answer.error;
    const content = [
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...calls.map(({ id, name, input }) => ({ type: "tool-call" as const, toolCallId: id, toolName: name, input })),
    ];
    const usage = { inputTokens: 10, outputTokens: 2, cachedInputTokens: 4 };
    yield { type: "end", messages: [{ role: "assistant", content }], text, toolCalls: calls, finishReason, usage };
  };
}

/** Every call has exactly one result, in the next message and in call order; no message is empty. */
function assertValid(messages: readonly ModelMessage[]): void {
  for (const [index, message] of messages.entries()) {
    expect(message.content.length).toBeGreaterThan(0);
    if (message.role !== "assistant" || typeof message.content === "string") continue;
    const calls = message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
    if (calls.length === 0) continue;
    const next = messages[index + 1];
    const results = next?.role === "tool" ? next.content : [];
    expect(results.map((part) => (part.type === "tool-result" ? part.toolCallId : ""))).toEqual(calls);
  }
}

function call(name: string, input: unknown = {}, id = `${name}-${JSON.stringify(input)}`): ModelToolCall {
  return { id, name, input };
}

function createTurn(parts: Partial<Turn> & Pick<Turn, "runModelStep">): Turn {
  return {
    agent: "main",
    history: createHistory([userMessage("do it")]),
    maxSteps: 50,
    signal: new AbortController().signal,
    plan: () => ({ model, system: "system", tools: [] }),
    laneOf: () => "alone",
    runToolCall: async ({ name }) => ({ text: `${name} ran`, isError: false }),
    placeInline: ({ text }) => text,
    applyInline: async () => [],
    ...parts,
  };
}

async function collect(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function endOf(events: readonly AgentEvent[]) {
  const last = events.at(-1);
  if (last?.type !== "turn-end") throw new Error("a turn ends with turn-end");
  return last;
}

function texts(messages: readonly ModelMessage[]): string[] {
  return messages.map((message) => {
    if (typeof message.content === "string") return `${message.role}: ${message.content}`;
    const parts = message.content.map((part) => {
      if (part.type === "text") return part.text;
      if (part.type === "tool-call") return `call ${part.toolName}`;
      if (part.type === "tool-result" && "value" in part.output) return `${part.output.type} ${part.output.value}`;
      return part.type;
    });
    return `${message.role}: ${parts.join(" | ")}`;
  });
}

describe("runTurn", () => {
  it("calls tools until the model answers, and says so in events", async () => {
    const answers = [{ text: "Let me see.", calls: [call("Read"), call("Grep")] }, { text: "All done." }];
    const turn = createTurn({ runModelStep: scripted(answers) });
    const events = await collect(runTurn(turn));
    expect(texts(turn.history.messages())).toEqual([
      "user: do it",
      "assistant: Let me see. | call Read | call Grep",
      "tool: text Read ran | text Grep ran",
      "assistant: All done.",
    ]);
    expect(events.map(({ type }) => type).filter((type) => type !== "text-delta")).toEqual([
      ...["turn-start", "step-start", "text-start", "text-end"],
      ...["tool-start", "tool-end", "tool-start", "tool-end"],
      ...["step-start", "text-start", "text-end", "turn-end"],
    ]);
    expect(endOf(events)).toMatchObject({
      reason: "done",
      text: "All done.",
      steps: 2,
      usage: { inputTokens: 20, outputTokens: 4, cachedInputTokens: 8 },
    });
  });

  it("runs readers side by side and everything else in order, with results in call order", async () => {
    const log: string[] = [];
    const gates = new Map<string, () => void>();
    const calls = [call("Read", 1), call("Read", 2), call("Bash", 3), call("Edit", 4)];
    const turn = createTurn({
      runModelStep: scripted([{ calls }, { text: "done" }]),
      laneOf: ({ name }) => (name === "Read" ? "read" : "alone"),
      async runToolCall({ name, input }) {
        log.push(`start ${input}`);
        if (input === 1) await new Promise<void>((resolve) => gates.set("first", resolve));
        // The second reader can only finish the first if both run at the same time.
        if (input === 2) gates.get("first")?.();
        log.push(`end ${input}`);
        return { text: `${name} ${input}`, isError: false };
      },
    });
    await collect(runTurn(turn));
    expect(log).toEqual(["start 1", "start 2", "end 2", "end 1", "start 3", "end 3", "start 4", "end 4"]);
    expect(texts(turn.history.messages())[2]).toBe("tool: text Read 1 | text Read 2 | text Bash 3 | text Edit 4");
  });

  it("stops at the step limit with a valid history", async () => {
    const turn = createTurn({
      maxSteps: 3,
      runModelStep: scripted([1, 2, 3].map((n) => ({ calls: [call("Read", n)] }))),
    });
    const end = endOf(await collect(runTurn(turn)));
    expect(end).toMatchObject({ reason: "step-limit", steps: 3 });
    assertValid(turn.history.messages());
    expect(turn.history.messages().at(-1)?.role).toBe("tool");
  });

  it("lets the text of inline skills follow all results, and their overrides rule the next step", async () => {
    const outcome = { kind: "inline", text: "Base directory: /s\n\nHello", notices: [] } as unknown as InlineOutcome;
    const requests: ModelStepRequest[] = [];
    let current = model;
    const turn = createTurn({
      runModelStep: scripted([{ calls: [call("Skill"), call("Read")] }, { text: "done" }], requests),
      plan: () => ({ model: current, system: "system", tools: [] }),
      runToolCall: async ({ name }) => ({ text: name, isError: false, ...(name === "Skill" && { inline: outcome }) }),
      async applyInline(outcomes) {
        expect(outcomes).toEqual([outcome]);
        current = { ...model, id: "test/small" };
        return [{ agent: "main", type: "notice", level: "info", message: "smaller" }];
      },
    });
    const events = await collect(runTurn(turn));
    expect(texts(turn.history.messages()).slice(2)).toEqual([
      "tool: text Skill | text Read",
      "user: Base directory: /s\n\nHello",
      "assistant: done",
    ]);
    expect(requests.map((request) => request.model.id)).toEqual(["test/model", "test/small"]);
    expect(events.some((event) => event.type === "notice" && event.message === "smaller")).toBe(true);
  });

  it("keeps the text of a broken answer, so that the person can say continue", async () => {
    const error = new ModelError("cut-stream", "the stream broke off", "Say continue.");
    const turn = createTurn({ runModelStep: scripted([{ text: "Half of ", error }]) });
    const events = await collect(runTurn(turn));
    expect(endOf(events)).toMatchObject({
      reason: "error",
      error: { code: "cut-stream", message: "the stream broke off", hint: "Say continue." },
    });
    expect(texts(turn.history.messages())).toEqual(["user: do it", "assistant: Half of"]);
  });

  it("survives a provider that throws something strange", async () => {
    const turn = createTurn({ runModelStep: scripted([{ error: "nonsense" }]) });
    expect(endOf(await collect(runTurn(turn)))).toMatchObject({
      reason: "error",
      error: { code: "internal", message: "nonsense" },
    });
    expect(turn.history.messages()).toEqual([userMessage("do it")]);
  });

  it("turns a tool that throws into an error result", async () => {
    const turn = createTurn({
      runModelStep: scripted([{ calls: [call("Bash")] }, { text: "done" }]),
      runToolCall: () => Promise.reject(new Error("no shell")),
    });
    expect(endOf(await collect(runTurn(turn))).reason).toBe("done");
    expect(texts(turn.history.messages())[2]).toBe("tool: error-text Bash failed: no shell");
  });

  it("asks once more after an empty answer, and gives up after a second", async () => {
    const requests: ModelStepRequest[] = [];
    const turn = createTurn({ runModelStep: scripted([{ text: "" }, { text: "here" }], requests) });
    expect(endOf(await collect(runTurn(turn)))).toMatchObject({ reason: "done", text: "here", steps: 2 });
    expect(texts(requests[1]?.messages ?? [])).toEqual([
      "user: do it",
      "user: Your last answer was empty. Answer in text, or call a tool.",
    ]);

    const mute = createTurn({ runModelStep: scripted([{ text: " " }, { finishReason: "length" }]) });
    expect(endOf(await collect(runTurn(mute)))).toMatchObject({ reason: "error", error: { code: "empty-answer" } });
    assertValid(mute.history.messages());
  });

  it("does not repeat itself before a content filter, and warns of a cut answer", async () => {
    const filtered = createTurn({ runModelStep: scripted([{ finishReason: "content-filter" }]) });
    expect(endOf(await collect(runTurn(filtered)))).toMatchObject({ error: { code: "content-filter" }, steps: 1 });
    const cut = createTurn({ runModelStep: scripted([{ text: "half", finishReason: "length" }]) });
    const events = await collect(runTurn(cut));
    expect(events.find((event) => event.type === "notice")).toMatchObject({ level: "warning" });
    expect(endOf(events)).toMatchObject({ reason: "done", text: "half" });
  });

  it("tells a model that repeats a failing call, and then stops it", async () => {
    const answers = Array.from({ length: 10 }, (_, step) => ({ calls: [call("Nope", { a: 1 }, `id-${step}`)] }));
    const turn = createTurn({
      runModelStep: scripted(answers),
      runToolCall: async () => ({ text: "there is no tool Nope", isError: true }),
    });
    expect(endOf(await collect(runTurn(turn)))).toMatchObject({
      reason: "error",
      steps: 6,
      error: { code: "repeated-call" },
    });
    const results = texts(turn.history.messages()).filter((text) => text.startsWith("tool:"));
    expect(results[1]).toBe("tool: error-text there is no tool Nope");
    expect(results[2]).toContain("has now failed 3 times in a row");
    assertValid(turn.history.messages());
  });

  it("does not mind repeated calls that succeed or differ", async () => {
    const answers = Array.from({ length: 8 }, (_, step) => ({ calls: [call("Read", step % 2, `id-${step}`)] }));
    const turn = createTurn({
      runModelStep: scripted([...answers, { text: "done" }]),
      runToolCall: async ({ input }) => ({ text: "no", isError: input === 0 }),
    });
    expect(endOf(await collect(runTurn(turn))).reason).toBe("done");
  });
});

describe("abort", () => {
  const answers: readonly Answer[] = [
    { text: "First I read. ", calls: [call("Read", 1), call("Read", 2)] },
    { calls: [call("Bash", 3), call("Bash", 4)] },
    { text: "The answer in several words." },
  ];
  const slowTools: Turn["runToolCall"] = async ({ name, input }, { signal, emit }) => {
    emit({ agent: "main", type: "notice", level: "info", message: `${name} ${input} is at work` });
    await Promise.resolve();
    signal.throwIfAborted();
    return { text: `${name} ${input}`, isError: false };
  };

  it("leaves a valid history at every single event, and the next turn goes on from it", async () => {
    const full = await collect(runTurn(createTurn({ runModelStep: scripted(answers), runToolCall: slowTools })));
    expect(full.length).toBeGreaterThan(20);
    for (let stopAt = 0; stopAt < full.length - 1; stopAt++) {
      const abort = new AbortController();
      const turn = createTurn({ runModelStep: scripted(answers), runToolCall: slowTools, signal: abort.signal });
      const events: AgentEvent[] = [];
      for await (const event of runTurn(turn)) {
        if (events.push(event) - 1 === stopAt) abort.abort();
      }
      // The last event before the end may come too late to stop anything.
      if (endOf(events).reason !== "aborted") expect(stopAt).toBeGreaterThan(full.length - 8);
      await expectToGoOn(turn);
    }
  });

  it("leaves a valid history wherever the reader stops reading", async () => {
    const full = await collect(runTurn(createTurn({ runModelStep: scripted(answers), runToolCall: slowTools })));
    for (let stopAt = 0; stopAt < full.length; stopAt++) {
      const turn = createTurn({ runModelStep: scripted(answers), runToolCall: slowTools });
      let seen = 0;
      for await (const _ of runTurn(turn)) if (seen++ === stopAt) break;
      await expectToGoOn(turn);
    }
  });

  it("marks only the calls that did not finish", async () => {
    const abort = new AbortController();
    const turn = createTurn({
      signal: abort.signal,
      runModelStep: scripted([{ calls: [call("Edit", 1), call("Bash", 2), call("Bash", 3)] }]),
      async runToolCall({ input }, { signal }) {
        if (input === 2) abort.abort();
        signal.throwIfAborted();
        return { text: "edited", isError: false };
      },
    });
    expect(endOf(await collect(runTurn(turn))).reason).toBe("aborted");
    expect(texts(turn.history.messages()).at(-1)).toBe(
      "tool: text edited | error-text Interrupted by the user. | error-text Interrupted by the user.",
    );
  });

  it("says in the history that the answer was interrupted", async () => {
    const abort = new AbortController();
    const turn = createTurn({ signal: abort.signal, runModelStep: scripted([{ text: "One two three" }]) });
    for await (const event of runTurn(turn)) if (event.type === "text-delta") abort.abort();
    expect(texts(turn.history.messages())).toEqual([
      "user: do it",
      "assistant: One",
      "user: [Interrupted by the user.]",
    ]);
  });

  it("stops the work that runs when the reader leaves", async () => {
    let stopped: Promise<unknown> | undefined;
    const turn = createTurn({
      runModelStep: scripted([{ calls: [call("Bash")] }]),
      runToolCall: (_, { signal }) => {
        const work = new Promise<ToolCallResult>((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
        stopped = work.catch((reason: unknown) => reason);
        return work;
      },
    });
    for await (const event of runTurn(turn)) if (event.type === "tool-start") break;
    await expect(stopped).resolves.toMatchObject({ name: "AbortError" });
  });

  async function expectToGoOn(turn: Turn): Promise<void> {
    assertValid(turn.history.messages());
    const before = turn.history.messages();
    turn.history.append(userMessage("go on"));
    const requests: ModelStepRequest[] = [];
    const { signal } = new AbortController();
    const next = { ...turn, signal, runModelStep: scripted([{ text: "fine" }], requests) };
    expect(endOf(await collect(runTurn(next))).reason).toBe("done");
    expect(requests[0]?.messages.slice(0, before.length)).toEqual(before);
  }
});
