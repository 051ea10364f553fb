import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createChunkGate, createScriptedServer, redactHeaders, type ScriptedServer } from "./index.ts";

let server: ScriptedServer;
beforeEach(async () => {
  server = await createScriptedServer({ models: ["m1", "m2"] });
});
afterEach(() => server.close());

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer secret" },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  });
}

const CALL = { name: "Read", input: { path: "a b" } };
const USER = { role: "user", content: "Hi" };

/** The same conversation as each protocol writes it. */
const CONVERSATIONS = {
  anthropic: {
    path: "/v1/messages",
    body: {
      model: "m1",
      system: [{ type: "text", text: "Sys" }],
      tools: [{ name: "Read", description: "Reads.", input_schema: { type: "object" } }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "One" },
            { type: "text", text: "Two" },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "s" },
            { type: "text", text: "Reading." },
            { type: "tool_use", id: "c1", name: "Read", input: { path: "a" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "result" }] },
            { type: "text", text: "Three" },
          ],
        },
      ],
    },
  },
  "openai-chat": {
    path: "/v1/chat/completions",
    body: {
      model: "m1",
      tools: [{ type: "function", function: { name: "Read", description: "Reads.", parameters: { type: "object" } } }],
      messages: [
        { role: "system", content: "Sys" },
        { role: "user", content: "One" },
        { role: "user", content: [{ type: "text", text: "Two" }] },
        {
          role: "assistant",
          content: "Reading.",
          reasoning_content: "Hm.",
          tool_calls: [{ id: "c1", type: "function", function: { name: "Read", arguments: '{"path":"a"}' } }],
        },
        { role: "tool", tool_call_id: "c1", content: "result" },
        { role: "user", content: "Three" },
      ],
    },
  },
  "openai-responses": {
    path: "/v1/responses",
    body: {
      model: "m1",
      instructions: "Sys",
      tools: [{ type: "function", name: "Read", description: "Reads.", parameters: { type: "object" } }],
      input: [
        { role: "user", content: [{ type: "input_text", text: "One" }] },
        { role: "user", content: [{ type: "input_text", text: "Two" }] },
        { type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "Hm." }] },
        { role: "assistant", content: [{ type: "output_text", text: "Reading." }] },
        { type: "function_call", call_id: "c1", name: "Read", arguments: '{"path":"a"}' },
        { type: "function_call_output", call_id: "c1", output: "result" },
        { role: "user", content: "Three" },
      ],
    },
  },
  google: {
    path: "/v1beta/models/m1:generateContent",
    body: {
      systemInstruction: { parts: [{ text: "Sys" }] },
      tools: [{ functionDeclarations: [{ name: "Read", description: "Reads.", parameters: { type: "object" } }] }],
      contents: [
        { role: "user", parts: [{ text: "One" }, { text: "Two" }] },
        {
          role: "model",
          parts: [
            { text: "Hm.", thought: true },
            { text: "Reading." },
            { functionCall: { id: "c1", name: "Read", args: { path: "a" } } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { id: "c1", name: "Read", response: { name: "Read", content: "result" } } },
            { text: "Three" },
          ],
        },
      ],
    },
  },
} as const;

const protocols = Object.entries(CONVERSATIONS);

test.each(protocols)("%s: one view for every protocol", async (protocol, { path, body }) => {
  server.setScript([{ text: "Done." }]);
  await post(path, body);
  const [request] = server.requests;
  expect(request).toMatchObject({ protocol, method: "POST", path, body });
  expect(new TextDecoder().decode(request?.bytes)).toBe(JSON.stringify(body));
  const empty = { text: [], reasoning: [], toolCalls: [], toolResults: [] };
  expect(request?.view).toEqual({
    model: "m1",
    stream: false,
    system: "Sys",
    messages: [
      { ...empty, role: "user", text: ["One", "Two"] },
      {
        ...empty,
        role: "assistant",
        text: ["Reading."],
        reasoning: ["Hm."],
        toolCalls: [{ id: "c1", name: "Read", input: { path: "a" } }],
      },
      { ...empty, role: "tool", toolResults: [{ id: "c1", text: "result", isError: false }] },
      { ...empty, role: "user", text: ["Three"] },
    ],
    tools: [{ name: "Read", description: "Reads.", inputSchema: { type: "object" } }],
  });
});

test("whole answers for requests without a stream", async () => {
  server.setScript(() => ({
    text: "Hello.",
    toolCalls: [CALL],
    usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 4 },
  }));
  const answers: Record<string, unknown> = {};
  for (const [protocol, { path, body }] of protocols) answers[protocol] = await (await post(path, body)).json();
  expect(answers).toMatchObject({
    anthropic: {
      type: "message",
      content: [
        { type: "text", text: "Hello." },
        { type: "tool_use", id: "call_1_1", name: "Read", input: { path: "a b" } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 6, cache_read_input_tokens: 4, output_tokens: 5 },
    },
    "openai-chat": {
      object: "chat.completion",
      choices: [
        {
          message: {
            content: "Hello.",
            tool_calls: [{ id: "call_2_1", function: { name: "Read", arguments: '{"path":"a b"}' } }],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    },
    "openai-responses": {
      status: "completed",
      output: [
        { type: "message", content: [{ type: "output_text", text: "Hello." }] },
        { type: "function_call", call_id: "call_3_1", name: "Read", arguments: '{"path":"a b"}' },
      ],
      usage: { input_tokens: 10, input_tokens_details: { cached_tokens: 4 } },
    },
    google: {
      candidates: [
        {
          content: { parts: [{ text: "Hello." }, { functionCall: { name: "Read", args: { path: "a b" } } }] },
          finishReason: "STOP",
        },
      ],
    },
  });
});

test("the events of an Anthropic stream", async () => {
  server.setScript([{ reasoning: "Hm.", text: "Two words", toolCalls: [CALL] }]);
  const text = await (await post("/messages", { model: "m", stream: true, messages: [USER] })).text();
  const events = text.split("\n\n").flatMap((frame) => {
    const [, data] = frame.split("\ndata: ");
    return data === undefined ? [] : [JSON.parse(data)];
  });
  expect(
    events.map(({ type, delta, content_block: block }) => [type, delta?.type ?? block?.type].filter(Boolean).join(" ")),
  ).toEqual([
    "message_start",
    "ping",
    "content_block_start thinking",
    "content_block_delta thinking_delta",
    "content_block_delta signature_delta",
    "content_block_stop",
    "content_block_start text",
    "content_block_delta text_delta",
    "content_block_delta text_delta",
    "content_block_stop",
    "content_block_start tool_use",
    "content_block_delta input_json_delta",
    "content_block_delta input_json_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
});

describe("scripts", () => {
  const ask = async () => (await post("/v1/messages", { model: "m", messages: [USER] })).json();

  test("a list is answered in order; beyond its end the answer says so", async () => {
    server.setScript([{ text: "A" }]);
    expect(await ask()).toMatchObject({ content: [{ text: "A" }] });
    const response = await post("/v1/chat/completions", { model: "m" });
    expect(response.status).toBe(500);
    expect(response.headers.get("x-should-retry")).toBe("false");
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toBe(
      "scripted server: the script has 1 reply, but this is model call 2 (POST /v1/chat/completions)",
    );
    server.setScript([{ text: "B" }]);
    expect(await ask()).toMatchObject({ content: [{ text: "B" }] });
  });

  test("a function sees number, request and view, and what it throws is the answer", async () => {
    server.setScript(async ({ index, request, view }) => {
      if (index === 1) throw new Error("no more");
      return { text: `${index} ${request.protocol} ${view.messages[0]?.text[0]}` };
    });
    expect(await ask()).toMatchObject({ content: [{ text: "0 anthropic Hi" }] });
    expect(await ask()).toMatchObject({ error: { message: "scripted server: Error: no more" } });
  });

  test("errors with status, headers and body of one's own", async () => {
    server.setScript([{ status: 418, headers: { "x-a": "1" }, body: "tea" }, { status: 429 }]);
    const first = await post("/v1/messages", { model: "m" });
    expect([first.status, first.headers.get("x-a"), await first.text()]).toEqual([418, "1", "tea"]);
    expect(await ask()).toMatchObject({ type: "error", error: { type: "rate_limit_error" } });
  });

  test("a hanging reply ends with the client, or with the server", async () => {
    server.setScript(() => ({ hang: true }));
    const client = new AbortController();
    const left = post("/v1/messages", { model: "m" }, client.signal);
    await server.received(1);
    client.abort();
    await expect(left).rejects.toThrow();
    const closed = post("/v1/messages", { model: "m" });
    await Promise.all([server.received(2).then(() => server.close()), expect(closed).rejects.toThrow()]);
  });
});

test("a gate lets the pieces of a stream through one by one", async () => {
  const gate = createChunkGate();
  server.setScript([{ text: "one two three", beforeChunk: gate.beforeChunk }]);
  const response = await post("/v1/chat/completions", { model: "m", stream: true });
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  const readUntil = async (text: string) => {
    while (!seen.includes(text)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended without ${text}`);
      seen += value;
    }
  };
  await gate.waiting();
  gate.release();
  await readUntil('"one "');
  await gate.waiting();
  expect(seen).not.toContain("two");
  gate.open();
  await readUntil("[DONE]");
  expect(seen).toContain('"three"');
});

test.each([
  ["destroy", true],
  ["end", false],
] as const)("a stream that is cut by %s", async (cutBy, fails) => {
  server.setScript([{ text: "one two three", cutAfter: 1, cutBy }]);
  const response = await post("/v1/chat/completions", { model: "m", stream: true });
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  const run = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) seen += part.value;
  };
  if (fails) await expect(run()).rejects.toThrow();
  else await run();
  expect(seen).toContain('"one "');
  expect(seen).not.toContain("two");
  expect(seen).not.toContain("[DONE]");
});

test("lists of models, and what it does not know", async () => {
  const get = async (path: string) => (await fetch(server.url + path)).json();
  expect(await get("/v1/models")).toMatchObject({ data: [{ id: "m1" }, { id: "m2" }] });
  expect(await get("/api/tags")).toMatchObject({ models: [{ name: "m1" }, { name: "m2" }] });
  expect(await get("/nothing?x=1")).toEqual({
    error: { message: "scripted server: no such path: /nothing", type: "not_found_error" },
  });
  expect(server.otherRequests.map(({ path }) => path)).toEqual(["/v1/models", "/api/tags", "/nothing?x=1"]);
  expect(server.requests).toEqual([]);
});

test("a body that is no JSON object is refused and takes no reply of the script", async () => {
  server.setScript([{ text: "A" }]);
  for (const body of ["{", "[]", "null"]) expect((await post("/v1/messages", body)).status).toBe(400);
  expect(server.requests).toHaveLength(0);
});

test("keys are recorded, and hidden for printing", async () => {
  server.setScript([{ text: "A" }]);
  await post("/v1/messages", { model: "m" });
  const headers = server.requests[0]?.headers ?? {};
  expect(headers.authorization).toBe("Bearer secret");
  expect(JSON.stringify(redactHeaders(headers))).not.toContain("secret");
  expect(redactHeaders({ "X-Api-Key": "k", accept: "*/*" })).toEqual({ "X-Api-Key": "[redacted]", accept: "*/*" });
});

test("closing twice is harmless", async () => {
  await server.close();
  await server.close();
});
