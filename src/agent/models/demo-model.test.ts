import type { LanguageModelV3CallOptions } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { createDemoModel } from "./demo-model.ts";

function options(text: string, abortSignal?: AbortSignal): LanguageModelV3CallOptions {
  return {
    prompt: [{ role: "user", content: [{ type: "text", text }] }],
    tools: [{ type: "function", name: "Read", inputSchema: { type: "object" } }],
    ...(abortSignal !== undefined && { abortSignal }),
  };
}

test("streams like a real model: text in pieces, then the call, then the end", async () => {
  const { stream } = await createDemoModel().doStream(options("read a.ts"));
  const types: string[] = [];
  for await (const part of stream) types.push(part.type);
  expect(types).toEqual([
    "stream-start",
    "text-start",
    "text-delta",
    "text-end",
    "tool-input-start",
    "tool-input-delta",
    "tool-input-end",
    "tool-call",
    "finish",
  ]);
});

test("the pieces together are the text that comes without a stream", async () => {
  const model = createDemoModel();
  const { stream } = await model.doStream(options("hello"));
  let text = "";
  let pieces = 0;
  for await (const part of stream) {
    if (part.type !== "text-delta") continue;
    text += part.delta;
    pieces += 1;
  }
  const { content, finishReason } = await model.doGenerate(options("hello"));
  expect(pieces).toBeGreaterThan(5);
  expect(content).toEqual([{ type: "text", text }]);
  expect(finishReason.unified).toBe("stop");
});

test("the same call comes out without a stream", async () => {
  const { content, finishReason } = await createDemoModel().doGenerate(options("read a.ts"));
  expect(content.at(-1)).toMatchObject({ type: "tool-call", toolName: "Read", input: '{"file_path":"a.ts"}' });
  expect(finishReason.unified).toBe("tool-calls");
});

test("stops when the signal aborts", async () => {
  const stop = new AbortController();
  const { stream } = await createDemoModel().doStream(options("hello", stop.signal));
  const reason = new Error("stopped");
  const read = async () => {
    for await (const _part of stream) stop.abort(reason);
  };
  await expect(read()).rejects.toBe(reason);
  await expect(createDemoModel().doStream(options("hello", stop.signal))).rejects.toBe(reason);
});

test("its tokens are those of the whole request, tools included, so that they can be compared with estimates", async () => {
  const model = createDemoModel();
  const [full, bare] = await Promise.all([
    model.doGenerate(options("hello")),
    model.doGenerate({ ...options("hello"), tools: [] }),
  ]);
  expect(full.usage.inputTokens.total).toBeGreaterThan(bare.usage.inputTokens.total ?? 0);
});
