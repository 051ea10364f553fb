/** The model that answers when there is no other: scripted, offline, and streaming like a real one. */
import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { type DemoReply, decideDemoReply } from "./decide-demo-reply.ts";
import { toDemoConversation } from "./demo-conversation.ts";

type StreamResult = Awaited<ReturnType<LanguageModelV3["doStream"]>>;
type GenerateResult = Awaited<ReturnType<LanguageModelV3["doGenerate"]>>;

const CHARS_PER_TOKEN = 4;

/** Creates the model. It never fails, and stops when the call's signal aborts. */
export function createDemoModel(): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider: "demo",
    modelId: "demo",
    supportedUrls: {},
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const parts = toParts(decide(options), options);
      return { stream: ReadableStream.from(untilAborted(parts, options.abortSignal)) as StreamResult["stream"] };
    },
    async doGenerate(options) {
      const reply = decide(options);
      const content: GenerateResult["content"] = reply.text === "" ? [] : [{ type: "text", text: reply.text }];
      if (reply.kind === "call") content.push(toolCall(reply, options));
      return { content, finishReason: finishReason(reply), usage: usage(reply, options), warnings: [] };
    },
  };
}

function decide({ prompt, tools = [] }: LanguageModelV3CallOptions): DemoReply {
  return decideDemoReply(
    toDemoConversation(prompt),
    tools.map(({ name }) => name),
  );
}

function toParts(reply: DemoReply, options: LanguageModelV3CallOptions): readonly LanguageModelV3StreamPart[] {
  const pieces = reply.text.match(/(?:\s*\S+\s*){1,4}/g) ?? [];
  const parts: LanguageModelV3StreamPart[] = [{ type: "stream-start", warnings: [] }];
  if (pieces.length > 0) {
    const id = "text";
    parts.push({ type: "text-start", id });
    parts.push(...pieces.map((delta): LanguageModelV3StreamPart => ({ type: "text-delta", id, delta })));
    parts.push({ type: "text-end", id });
  }
  if (reply.kind === "call") {
    const call = toolCall(reply, options);
    const { toolCallId: id, toolName, input } = call;
    parts.push({ type: "tool-input-start", id, toolName }, { type: "tool-input-delta", id, delta: input });
    parts.push({ type: "tool-input-end", id }, call);
  }
  parts.push({ type: "finish", finishReason: finishReason(reply), usage: usage(reply, options) });
  return parts;
}

async function* untilAborted(
  parts: readonly LanguageModelV3StreamPart[],
  signal: AbortSignal | undefined,
): AsyncGenerator<LanguageModelV3StreamPart> {
  for (const part of parts) {
    signal?.throwIfAborted();
    yield part;
  }
}

/** The id counts the messages, so that it does not repeat in a conversation and is the same on every run. */
function toolCall({ call }: Extract<DemoReply, { kind: "call" }>, { prompt }: LanguageModelV3CallOptions) {
  const toolCallId = `demo_${prompt.length}`;
  return { type: "tool-call", toolCallId, toolName: call.tool, input: JSON.stringify(call.input) } as const;
}

function finishReason(reply: DemoReply): GenerateResult["finishReason"] {
  return reply.kind === "call" ? { unified: "tool-calls", raw: "tool-calls" } : { unified: "stop", raw: "stop" };
}

/** Nothing is counted by anybody; the usual rule of thumb stands in. */
function usage(reply: DemoReply, { prompt, tools }: LanguageModelV3CallOptions): GenerateResult["usage"] {
  const input = Math.ceil(JSON.stringify([prompt, tools ?? []]).length / CHARS_PER_TOKEN);
  const output = Math.ceil(reply.text.length / CHARS_PER_TOKEN);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}
