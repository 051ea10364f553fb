/** Fills the defaults of a scripted answer in. */
import type { Answer } from "./protocol.ts";
import type { ScriptedAnswer, ScriptedToolCall } from "./script.ts";

const CHARS_PER_TOKEN = 4;

export interface AnswerFacts {
  /** Number of the request from 0; ids are made from it, so that none repeats. */
  readonly index: number;
  readonly model: string;
  /** Size of the request's body, for the estimated usage. */
  readonly requestBytes: number;
}

export function toAnswer(reply: ScriptedAnswer, { index, model, requestBytes }: AnswerFacts): Answer {
  const text = reply.text ?? "";
  const reasoning = reply.reasoning ?? "";
  const toolCalls = (reply.toolCalls ?? []).map((call, position) => ({
    id: call.id ?? `call_${index + 1}_${position + 1}`,
    name: call.name,
    arguments: argumentsOf(call),
  }));
  const outputChars = text.length + reasoning.length + toolCalls.reduce((sum, call) => sum + call.arguments.length, 0);
  return {
    id: `scripted_${index + 1}`,
    model,
    text,
    reasoning,
    toolCalls,
    finishReason: reply.finishReason ?? (toolCalls.length > 0 ? "tool-calls" : "stop"),
    usage: {
      cachedInputTokens: 0,
      ...(reply.usage ?? {
        inputTokens: Math.ceil(requestBytes / CHARS_PER_TOKEN),
        outputTokens: Math.ceil(outputChars / CHARS_PER_TOKEN),
      }),
    },
  };
}

function argumentsOf(call: ScriptedToolCall): string {
  return call.rawInput ?? JSON.stringify(call.input ?? {});
}
