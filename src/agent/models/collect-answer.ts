/** Puts the parts of a streamed answer together: what goes into the history, and the calls that it makes. */
import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import type { ProviderOptions, ReasoningPart, TextPart, ToolCallPart } from "./message.ts";
import type { ModelToolCall } from "./model.ts";
import { type StepAnswer, toHistory } from "./to-history.ts";

type Content = TextPart | ReasoningPart | ToolCallPart;
type Metadata = ProviderOptions | undefined;
type Written = { readonly type: "text" | "reasoning"; text: string; metadata: Metadata };
type Called = { readonly type: "tool-call"; readonly call: ModelToolCall; readonly metadata: Metadata };

export interface AnswerCollector {
  /** Takes every part of the stream in its order; those that say nothing of the answer's content change nothing. */
  add(part: LanguageModelV3StreamPart): void;
  answer(): StepAnswer;
}

/** Creates a collector for one answer. The last provider metadata that a text or thought was sent with is what it keeps. */
export function createAnswerCollector(): AnswerCollector {
  const content: (Written | Called)[] = [];
  /** Texts and thoughts that are still being written, by kind and id: some providers use an id for one of each. */
  const open = new Map<string, Written>();
  const begin = (type: Written["type"], id: string): Written => {
    const started: Written = { type, text: "", metadata: undefined };
    content.push(started);
    open.set(`${type} ${id}`, started);
    return started;
  };
  const write = (type: Written["type"], { id, text, metadata }: { id: string; text: string; metadata: Metadata }) => {
    const written = open.get(`${type} ${id}`) ?? begin(type, id);
    written.text += text;
    written.metadata = metadata ?? written.metadata;
  };

  return {
    add(part) {
      switch (part.type) {
        case "text-start":
          begin("text", part.id).metadata = part.providerMetadata;
          break;
        case "reasoning-start":
          begin("reasoning", part.id).metadata = part.providerMetadata;
          break;
        case "text-delta":
          write("text", { id: part.id, text: part.delta, metadata: part.providerMetadata });
          break;
        case "reasoning-delta":
          write("reasoning", { id: part.id, text: part.delta, metadata: part.providerMetadata });
          break;
        case "text-end":
          write("text", { id: part.id, text: "", metadata: part.providerMetadata });
          open.delete(`text ${part.id}`);
          break;
        case "reasoning-end":
          write("reasoning", { id: part.id, text: "", metadata: part.providerMetadata });
          open.delete(`reasoning ${part.id}`);
          break;
        case "tool-call":
          // A call that the provider has run itself is not the agent's to answer.
          if (part.providerExecuted === true) break;
          content.push({
            type: "tool-call",
            call: { id: part.toolCallId, name: part.toolName, input: parseInput(part.input) },
            metadata: part.providerMetadata,
          });
          break;
        default:
          break;
      }
    },
    answer() {
      const parts = content.filter((part) => part.type !== "text" || part.text !== "").map(toContent);
      const toolCalls = content.flatMap((part) => (part.type === "tool-call" ? [part.call] : []));
      return toHistory({ messages: parts.length === 0 ? [] : [{ role: "assistant", content: parts }], toolCalls });
    },
  };
}

function toContent(part: Written | Called): Content {
  const options = part.metadata === undefined ? {} : { providerOptions: part.metadata };
  if (part.type !== "tool-call") return { type: part.type, text: part.text, ...options };
  const { id, name, input } = part.call;
  return { type: "tool-call", toolCallId: id, toolName: name, input, ...options };
}

/** Models leave the arguments out when there are none; what is no JSON stays the text it is, for the gate to refuse. */
function parseInput(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
