import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createChunkGate, createScriptedServer, type ScriptedServer } from "../../testing/index.ts";
import type { ModelMessage } from "./message.ts";
import { ModelError, type ModelStepEvent } from "./model.ts";
import { resolveModel } from "./resolve-model.ts";
import { runModelStep } from "./run-model-step.ts";
import { BASH, collect, endOf, instantDeps, modelOf, PROTOCOLS, READ, resultsOf, stepRequest } from "./test-steps.ts";

let server: ScriptedServer;
let unhandled: unknown[];
const onUnhandled = (reason: unknown) => unhandled.push(reason);

beforeEach(async () => {
  server = await createScriptedServer();
  unhandled = [];
  process.on("unhandledRejection", onUnhandled);
  for (const name of ["log", "info", "warn", "error"] as const) vi.spyOn(console, name);
});

afterEach(async () => {
  await server.close();
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled).toEqual([]);
  for (const name of ["log", "info", "warn", "error"] as const) expect(console[name]).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

async function failure(promise: Promise<unknown>): Promise<ModelError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

describe.each(PROTOCOLS)("a step over %s", (protocol) => {
  test("streams thoughts and text, and reports usage", async () => {
    const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 40 };
    server.setScript([{ reasoning: "Let me see.", text: "Hello there, friend.", usage }]);
    const events = await collect(stepRequest(await modelOf(protocol, server)));
    const texts = (type: ModelStepEvent["type"]) => events.filter((each) => each.type === type && "text" in each);
    expect(texts("text-delta").length).toBeGreaterThan(1);
    expect(
      texts("text-delta")
        .map((each) => "text" in each && each.text)
        .join(""),
    ).toBe("Hello there, friend.");
    expect(
      texts("reasoning-delta")
        .map((each) => "text" in each && each.text)
        .join(""),
    ).toBe("Let me see.");
    expect(endOf(events)).toMatchObject({ text: "Hello there, friend.", toolCalls: [], finishReason: "stop", usage });
    expect(server.requests[0]?.protocol).toBe(protocol);
    expect(server.requests[0]?.view).toMatchObject({ stream: true, system: "You help.", tools: [READ, BASH] });
  });

  test("carries calls and thoughts over two steps, and keeps the first request's messages as a prefix", async () => {
    server.setScript([
      {
        reasoning: "Two files.",
        text: "Reading.",
        toolCalls: [
          { name: "Read", input: { path: "a" } },
          { name: "Read", input: { path: "b" } },
        ],
      },
      { text: "Done." },
    ]);
    const model = await modelOf(protocol, server);
    const messages: ModelMessage[] = [{ role: "user", content: "Read both" }];
    const first = endOf(await collect(stepRequest(model, { messages })));
    expect(first.finishReason).toBe("tool-calls");
    expect(first.toolCalls.map(({ name, input }) => ({ name, input }))).toEqual([
      { name: "Read", input: { path: "a" } },
      { name: "Read", input: { path: "b" } },
    ]);
    messages.push(...first.messages, resultsOf(first.toolCalls));
    const second = endOf(await collect(stepRequest(model, { messages })));
    expect(second).toMatchObject({ text: "Done.", toolCalls: [] });

    const sent = server.requests[1]?.view.messages ?? [];
    expect(sent.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(sent[1]).toMatchObject({ text: ["Reading."], reasoning: ["Two files."] });
    expect(sent[1]?.toolCalls.map(({ input }) => input)).toEqual([{ path: "a" }, { path: "b" }]);
    expect(sent[2]?.toolResults.map(({ id, text }) => ({ id, text }))).toEqual(
      first.toolCalls.map(({ id }) => ({ id, text: "ok" })),
    );
    const [before = "", after = ""] = server.requests.map(({ body }) =>
      JSON.stringify(body.messages ?? body.input ?? body.contents),
    );
    expect(after.startsWith(before.slice(0, -1))).toBe(true);
  });

  test("sends thought signatures back as they came", async () => {
    server.setScript([{ reasoning: "Hm.", toolCalls: [{ name: "Read", input: { path: "a" } }] }, { text: "Done." }]);
    const model = await modelOf(protocol, server);
    const first = endOf(await collect(stepRequest(model)));
    await collect(stepRequest(model, { messages: [...first.messages, resultsOf(first.toolCalls)] }));
    const seal = {
      anthropic: '"signature":"scripted-signature"',
      "openai-chat": '"reasoning_content":"Hm."',
      "openai-responses": '"encrypted_content":"scripted-reasoning"',
      google: '"thoughtSignature":"c2NyaXB0ZWQ="',
    }[protocol];
    expect(JSON.stringify(server.requests[1]?.body)).toContain(seal);
  });

  test("reports malformed arguments and unknown tools as calls, and can send both back", async () => {
    server.setScript([
      {
        toolCalls: [
          { name: "Bash", rawInput: '{"command": "ls' },
          { name: "No such:tool", input: { a: 1 } },
          { name: "Read" },
        ],
      },
      { text: "Sorry." },
    ]);
    const model = await modelOf(protocol, server);
    const first = endOf(await collect(stepRequest(model)));
    expect(first.toolCalls.map(({ name, input }) => ({ name, input }))).toEqual([
      { name: "Bash", input: '{"command": "ls' },
      { name: "No_such_tool", input: { a: 1 } },
      { name: "Read", input: {} },
    ]);
    expect(first.messages.map(({ role }) => role)).toEqual(["assistant"]);
    await collect(stepRequest(model, { messages: [...first.messages, resultsOf(first.toolCalls)] }));
    const [assistant, tool] = server.requests[1]?.view.messages ?? [];
    expect(assistant?.toolCalls.map(({ input }) => input)).toEqual([{}, { a: 1 }, {}]);
    expect(tool?.toolResults).toHaveLength(3);
  });

  test("retries 429, 503 and 529 with back-off, and obeys retry-after", async () => {
    server.setScript([
      { status: 429, headers: { "retry-after": "7" } },
      { status: 503 },
      { status: 529, headers: { "retry-after": "Thu, 01 Jan 2026 00:00:03 GMT" } },
      { text: "At last." },
    ]);
    const delays: number[] = [];
    const events = await collect(stepRequest(await modelOf(protocol, server)), instantDeps(delays));
    expect(delays).toEqual([7_000, 750, 3_000]);
    const retries = events.filter((event) => event.type === "retry");
    expect(retries.map(({ attempt, delayMs }) => ({ attempt, delayMs }))).toEqual([
      { attempt: 2, delayMs: 7_000 },
      { attempt: 3, delayMs: 750 },
      { attempt: 4, delayMs: 3_000 },
    ]);
    expect(endOf(events).text).toBe("At last.");
  });

  test("gives up after four attempts", async () => {
    server.setScript(() => ({ status: 503 }));
    const error = await failure(collect(stepRequest(await modelOf(protocol, server))));
    expect(error).toMatchObject({ code: "server", message: expect.stringContaining("503") });
    expect(server.requests).toHaveLength(4);
  });

  test.each([
    [401, "auth"],
    [403, "auth"],
    [404, "unknown-model"],
    [400, "bad-request"],
    [413, "context-overflow"],
  ] as const)("does not retry status %i: %s", async (status, code) => {
    server.setScript([{ status }]);
    const model = await modelOf(protocol, server);
    const error = await failure(collect(stepRequest(model)));
    expect(error.code).toBe(code);
    expect(error.message).toContain(model.id);
    expect(error.message).not.toContain("\n");
    expect(error.hint).not.toBe("");
    expect(server.requests).toHaveLength(1);
  });

  test("does not retry when the server says so", async () => {
    server.setScript([{ status: 500, headers: { "x-should-retry": "false" } }]);
    expect((await failure(collect(stepRequest(await modelOf(protocol, server))))).code).toBe("server");
    expect(server.requests).toHaveLength(1);
  });

  test.each(["destroy", "end"] as const)(
    "calls a stream that breaks off (%s) after some text cut, without a second attempt",
    async (cutBy) => {
      server.setScript([{ text: "one two three four", cutAfter: 2, cutBy }, { text: "never" }]);
      const seen: ModelStepEvent[] = [];
      const run = async () => {
        for await (const event of runModelStep(stepRequest(await modelOf(protocol, server)), instantDeps()))
          seen.push(event);
      };
      const error = await failure(run());
      expect(error).toMatchObject({ code: "cut-stream", hint: expect.stringContaining("kept") });
      expect(seen.map((event) => "text" in event && event.text).join("")).toBe("one two ");
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each(["destroy", "end"] as const)(
    "tries again when the stream breaks off (%s) before anything was seen",
    async (cutBy) => {
      server.setScript([{ text: "one two", cutAfter: 0, cutBy }, { text: "one two" }]);
      const events = await collect(stepRequest(await modelOf(protocol, server)));
      expect(events[0]).toMatchObject({ type: "retry", attempt: 2 });
      expect(endOf(events).text).toBe("one two");
    },
  );

  test("rejects with the signal's reason when aborted before, during the wait, and in the stream", async () => {
    const model = await modelOf(protocol, server);
    const reason = new Error("stopped by the person");

    await expect(collect(stepRequest(model, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);

    server.setScript([{ hang: true }]);
    const hanging = new AbortController();
    const hung = collect(stepRequest(model, { signal: hanging.signal }));
    await server.received(1);
    hanging.abort(reason);
    await expect(hung).rejects.toBe(reason);

    const gate = createChunkGate();
    gate.release(1);
    server.setScript([{ text: "one two three", beforeChunk: gate.beforeChunk }]);
    const streaming = new AbortController();
    const events: ModelStepEvent[] = [];
    const run = async () => {
      for await (const event of runModelStep(stepRequest(model, { signal: streaming.signal }), instantDeps())) {
        events.push(event);
        streaming.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect(events).toEqual([{ type: "text-delta", text: "one " }]);

    server.setScript([{ status: 503 }]);
    const waiting = new AbortController();
    const deps = {
      ...instantDeps(),
      sleep: (_ms: number, signal: AbortSignal) =>
        new Promise<void>((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("another error")));
          waiting.abort(reason);
        }),
    };
    await expect(collect(stepRequest(model, { signal: waiting.signal }), deps)).rejects.toBe(reason);
  });

  test("stops the request when the reader leaves", async () => {
    const gate = createChunkGate();
    gate.release(1);
    server.setScript([{ text: "one two three", beforeChunk: gate.beforeChunk }]);
    for await (const event of runModelStep(stepRequest(await modelOf(protocol, server)), instantDeps())) {
      expect(event).toEqual({ type: "text-delta", text: "one " });
      break;
    }
    gate.open();
  });
});

test("many steps at once do not disturb each other", async () => {
  server.setScript(({ view }) => ({ text: `echo ${view.messages[0]?.text[0]}` }));
  const models = await Promise.all(PROTOCOLS.map((protocol) => modelOf(protocol, server)));
  const texts = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const model = models[index % models.length];
      if (model === undefined) throw new Error("no model");
      const messages: ModelMessage[] = [{ role: "user", content: `number ${index}` }];
      return endOf(await collect(stepRequest(model, { messages }))).text;
    }),
  );
  expect(texts).toEqual(Array.from({ length: 24 }, (_, index) => `echo number ${index}`));
});

test("ids of calls that a server repeats or spells freely are unique and legal everywhere", async () => {
  const ids = ["x", "x", "functions.Read:0"];
  server.setScript([{ toolCalls: ids.map((id) => ({ name: "Read", id })) }]);
  const end = endOf(await collect(stepRequest(await modelOf("openai-chat", server))));
  const [message] = end.messages;
  const content = message?.role === "assistant" && typeof message.content !== "string" ? message.content : [];
  const inMessage = content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
  expect(end.toolCalls.map(({ id }) => id)).toEqual(inMessage);
  expect(new Set(inMessage).size).toBe(3);
  expect(inMessage.every((id) => /^[a-zA-Z0-9_-]+$/.test(id))).toBe(true);
});

test("a history of one provider can be sent to every other", async () => {
  for (const from of PROTOCOLS) {
    server.setScript([{ reasoning: "Hm.", text: "Reading.", toolCalls: [{ name: "Read", input: { path: "a" } }] }]);
    const first = endOf(await collect(stepRequest(await modelOf(from, server))));
    for (const to of PROTOCOLS) {
      server.setScript([{ text: "Done." }]);
      const messages = [...first.messages, resultsOf(first.toolCalls)];
      expect(endOf(await collect(stepRequest(await modelOf(to, server), { messages }))).text).toBe("Done.");
      expect(server.requests.at(-1)?.view.messages.at(-1)?.toolResults).toHaveLength(1);
    }
  }
});

test("an error event at the beginning of a stream is retried", async () => {
  const overloaded =
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
  server.setScript([
    { status: 200, body: overloaded, headers: { "content-type": "text/event-stream" } },
    { text: "Now." },
  ]);
  const events = await collect(stepRequest(await modelOf("anthropic", server)));
  expect(events[0]).toMatchObject({ type: "retry", message: expect.stringContaining("Overloaded") });
  expect(endOf(events).text).toBe("Now.");
});

test("a model that refuses the effort is asked again without it", async () => {
  server.setScript([
    { status: 400, body: { error: { message: '"qwen3" does not support thinking' } } },
    { text: "Fine." },
  ]);
  const events = await collect(stepRequest(await modelOf("openai-chat", server), { effort: "high" }));
  expect(events[0]).toMatchObject({ type: "retry", delayMs: 0 });
  expect(endOf(events).text).toBe("Fine.");
  expect(server.requests.map(({ body }) => body.reasoning_effort)).toEqual(["high", undefined]);
});

describe("errors", () => {
  test.each([
    [
      "anthropic",
      400,
      {
        type: "error",
        error: { type: "invalid_request_error", message: "prompt is too long: 300000 tokens > 200000 maximum" },
      },
      "context-overflow",
      /too long/,
      /\/compact/,
    ],
    [
      "openai-chat",
      400,
      { error: { message: "x", code: "context_length_exceeded" } },
      "context-overflow",
      /too long/,
      /\/compact/,
    ],
    [
      "google",
      400,
      { error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } },
      "auth",
      /key was refused/,
      /GOOGLE_GENERATIVE_AI_API_KEY/,
    ],
    ["anthropic", 401, undefined, "auth", /anthropic\/claude-opus-4-5/, /ANTHROPIC_API_KEY/],
    ["openai-responses", 401, undefined, "auth", /openai\/gpt-5.4/, /OPENAI_API_KEY/],
    [
      "openai-chat",
      404,
      { error: 'model "qwen3" not found, try pulling it first' },
      "unknown-model",
      /openai\/qwen3.*try pulling/,
      /--model/,
    ],
    [
      "openai-responses",
      400,
      { error: { message: "The requested model 'x' does not exist.", code: "model_not_found" } },
      "unknown-model",
      /openai\/gpt-5.4/,
      /--model/,
    ],
    ["openai-chat", 404, "<html>nothing here</html>", "unknown-model", /\/v1\/chat\/completions/, /base URL/],
    [
      "openai-responses",
      429,
      { error: { message: "You exceeded your current quota", code: "insufficient_quota" } },
      "rate-limit",
      /no quota/,
      /billing/,
    ],
    [
      "anthropic",
      429,
      { type: "error", error: { type: "rate_limit_error", message: "Slow down" } },
      "rate-limit",
      /Slow down/,
      /Wait/,
    ],
    [
      "openai-chat",
      400,
      { error: { message: "registry.ollama.ai/library/gemma does not support tools" } },
      "bad-request",
      /does not support tools/,
      /can call them/,
    ],
  ] as const)("%s %i %j", async (protocol, status, body, code, message, hint) => {
    server.setScript(() => ({ status, ...(body !== undefined && { body }), headers: { "retry-after": "3600" } }));
    const error = await failure(collect(stepRequest(await modelOf(protocol, server))));
    expect(error).toMatchObject({ code, message: expect.stringMatching(message), hint: expect.stringMatching(hint) });
    expect(server.requests).toHaveLength(1);
  });

  test("a server that is not there is named, after four attempts", async () => {
    await server.close();
    const delays: number[] = [];
    const error = await failure(collect(stepRequest(await modelOf("openai-chat", server)), instantDeps(delays)));
    expect(error).toMatchObject({ code: "unreachable", message: `cannot reach ${server.url} (ECONNREFUSED)` });
    expect(error.hint).toContain("OPENAI_BASE_URL");
    expect(delays).toHaveLength(3);
  });

  test("a script that is used up is reported in its own words, at once", async () => {
    server.setScript([]);
    const error = await failure(collect(stepRequest(await modelOf("anthropic", server))));
    expect(error.message).toContain("the script has 0 replies, but this is model call 1 (POST /v1/messages)");
    expect(server.requests).toHaveLength(1);
  });
});

test("the demo model runs through the same door", async () => {
  const model = await resolveModel("demo", { env: {}, settings: {} });
  const messages: ModelMessage[] = [{ role: "user", content: "run npm test" }];
  const first = endOf(await collect(stepRequest(model, { messages, effort: "high" })));
  expect(first).toMatchObject({
    text: "I run npm test.",
    toolCalls: [{ name: "Bash", input: { command: "npm test" } }],
  });
  messages.push(...first.messages, resultsOf(first.toolCalls, "12 passed"));
  const second = endOf(await collect(stepRequest(model, { messages })));
  expect(second).toMatchObject({ text: "Bash returned:\n\n> 12 passed", toolCalls: [], finishReason: "stop" });
});
