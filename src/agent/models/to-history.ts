/** Makes the answer of one provider fit to be sent back to any provider. */
import type { AssistantMessage, ModelMessage } from "./message.ts";
import type { ModelToolCall } from "./model.ts";

export interface StepAnswer {
  readonly messages: readonly ModelMessage[];
  readonly toolCalls: readonly ModelToolCall[];
}

/**
 * Keeps the assistant messages (results are the caller's to add). Ids and names of calls become what every provider takes
 * and unique within the answer, in the messages and in `toolCalls` alike; arguments that are no object become an empty one
 * in the messages only, so that the caller still sees what the model wrote. Thoughts and their signatures stay untouched.
 */
export function toHistory(answer: StepAnswer): StepAnswer {
  const used = new Set<string>();
  const toolCalls = answer.toolCalls.map((call) => {
    const id = uniqueId(call.id, used);
    used.add(id);
    return { ...call, id, name: legalName(call.name) };
  });
  let position = 0;
  const messages = answer.messages.filter(isAssistant).map((message): ModelMessage => {
    if (typeof message.content === "string") return message;
    const content = message.content.map((part) => {
      if (part.type !== "tool-call") return part;
      const call = toolCalls[position++];
      if (call === undefined) return part;
      return { ...part, toolCallId: call.id, toolName: call.name, input: isObject(part.input) ? part.input : {} };
    });
    return { ...message, content };
  });
  return { messages, toolCalls };
}

function isAssistant(message: ModelMessage): message is AssistantMessage {
  return message.role === "assistant";
}

/** Some local servers send no ids, or the same one for every call; some put dots and colons in. */
function uniqueId(id: string, used: ReadonlySet<string>): string {
  const base = id.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 60) || "call";
  if (!used.has(base)) return base;
  let number = 2;
  while (used.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}

function legalName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
