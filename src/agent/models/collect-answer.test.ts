import type { LanguageModelV3StreamPart as StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { createAnswerCollector } from "./collect-answer.ts";

function collect(...parts: StreamPart[]) {
  const collector = createAnswerCollector();
  for (const part of parts) collector.add(part);
  return collector.answer();
}

const call = (id: string, input: string): StreamPart => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "Read",
  input,
});

describe("createAnswerCollector", () => {
  it("keeps the order in which parts began, even when they are written in turns under one id", () => {
    const { messages } = collect(
      { type: "reasoning-start", id: "0" },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "an" },
      { type: "reasoning-delta", id: "0", delta: "hm" },
      { type: "text-delta", id: "0", delta: "swer" },
      { type: "text-end", id: "0" },
      call("c1", '{"path":"a"}'),
    );
    expect(messages).toEqual([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm" },
          { type: "text", text: "answer" },
          { type: "tool-call", toolCallId: "c1", toolName: "Read", input: { path: "a" } },
        ],
      },
    ]);
  });

  it("keeps the last metadata of a thought, though its text is empty, and drops empty texts", () => {
    const { messages } = collect(
      { type: "reasoning-start", id: "r", providerMetadata: { anthropic: { n: 1 } } },
      { type: "reasoning-end", id: "r", providerMetadata: { anthropic: { signature: "s" } } },
      { type: "text-start", id: "t" },
      { type: "text-end", id: "t" },
    );
    expect(messages).toEqual([
      {
        role: "assistant",
        content: [{ type: "reasoning", text: "", providerOptions: { anthropic: { signature: "s" } } }],
      },
    ]);
  });

  it("begins a text anew after its end, whatever its id", () => {
    const { messages } = collect(
      { type: "text-delta", id: "t", delta: "one" },
      { type: "text-end", id: "t" },
      { type: "text-delta", id: "t", delta: "two" },
    );
    expect(messages).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "one" },
          { type: "text", text: "two" },
        ],
      },
    ]);
  });

  it.each([
    ["", {}],
    ["  ", {}],
    ['{"a":1}', { a: 1 }],
    ["[1]", [1]],
    ['{"a":', '{"a":'],
  ])("reads the arguments %j", (input, expected) => {
    expect(collect(call("c1", input)).toolCalls).toEqual([{ id: "c1", name: "Read", input: expected }]);
  });

  it("leaves calls to the provider that it runs itself", () => {
    const own: StreamPart = {
      type: "tool-call",
      toolCallId: "s",
      toolName: "search",
      input: "{}",
      providerExecuted: true,
    };
    expect(collect(own, call("c1", "{}")).toolCalls.map(({ id }) => id)).toEqual(["c1"]);
  });

  it("is empty for an answer that says nothing", () => {
    expect(collect({ type: "stream-start", warnings: [] })).toEqual({ messages: [], toolCalls: [] });
  });
});
