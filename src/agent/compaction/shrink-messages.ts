/** Makes a conversation fit into fewer tokens for the one request that asks for its summary. */

import { cutToTokens, estimateTokens } from "../../engine/index.ts";
import { userMessage } from "../history.ts";
import type { ModelMessage } from "../models/index.ts";
import { LEFT_OUT_MESSAGES, LEFT_OUT_TEXT } from "./compaction-texts.ts";
import { estimateMessages } from "./estimate-context.ts";

/** Tokens that one text may keep, tried one after the other. */
const TEXT_LIMITS = [4_000, 1_000, 250];

/**
 * At most so many tokens, by estimate: first the middle of long texts goes, then the oldest messages. A call never goes
 * without its results, and the last messages stay even where they alone are too many. Pure.
 */
export function shrinkMessages(messages: readonly ModelMessage[], tokens: number): readonly ModelMessage[] {
  if (estimateMessages(messages) <= tokens) return messages;
  let shortened = messages;
  for (const limit of TEXT_LIMITS) {
    shortened = messages.map((message) => cutMessage(message, limit));
    if (estimateMessages(shortened) <= tokens) return shortened;
  }
  const mark = userMessage(LEFT_OUT_MESSAGES);
  const kept: ModelMessage[] = [];
  let left = tokens - estimateMessages([mark]);
  for (const unit of toUnits(shortened).toReversed()) {
    left -= estimateMessages(unit);
    if (left < 0 && kept.length > 0) break;
    kept.unshift(...unit);
  }
  return kept.length === messages.length ? kept : [mark, ...kept];
}

/** A message with calls and the results that follow it belong together; any other message stands alone. */
function toUnits(messages: readonly ModelMessage[]): readonly (readonly ModelMessage[])[] {
  const units: ModelMessage[][] = [];
  for (const message of messages) {
    const last = units.at(-1);
    if (message.role === "tool" && last !== undefined) last.push(message);
    else units.push([message]);
  }
  return units;
}

/** What the assistant has said stays as it is: thoughts are sealed. What it wrote into calls is cut like results are. */
function cutMessage(message: ModelMessage, limit: number): ModelMessage {
  switch (message.role) {
    case "user":
      return typeof message.content === "string" ? { ...message, content: cutMiddle(message.content, limit) } : message;
    case "tool":
      return {
        ...message,
        content: message.content.map((part) => {
          return { ...part, output: { ...part.output, value: cutMiddle(part.output.value, limit) } };
        }),
      };
    case "assistant":
      if (typeof message.content === "string") return message;
      return {
        ...message,
        content: message.content.map((part) =>
          part.type === "tool-call" ? { ...part, input: cutStrings(part.input, limit) } : part,
        ),
      };
    default:
      return message satisfies never;
  }
}

function cutStrings(value: unknown, limit: number): unknown {
  if (typeof value === "string") return cutMiddle(value, limit);
  if (Array.isArray(value)) return value.map((each) => cutStrings(each, limit));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cutStrings(each, limit)]));
}

/** Keeps the beginning and, because errors stand there, the end. */
function cutMiddle(text: string, limit: number): string {
  if (estimateTokens(text) <= limit) return text;
  const head = cutToTokens(text, Math.floor(limit * 0.6));
  // One character is at most one token; half of a surrogate pair at the seam goes.
  const tail = text.slice(-Math.floor(limit * 0.3)).replace(/^[\udc00-\udfff]/, "");
  return `${head}\n${LEFT_OUT_TEXT}\n${tail}`;
}
