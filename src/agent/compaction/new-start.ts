/** Makes the messages with which a compacted conversation goes on. */

import { cutToTokens, estimateTokens } from "../../engine/index.ts";
import { assistantMessage, userMessage } from "../history.ts";
import type { ModelMessage } from "../models/index.ts";
import { formatOpenRequest, formatSummary, LEFT_OUT_TEXT } from "./compaction-texts.ts";

export interface NewStartParts {
  readonly summary: string;
  /** Reminder with the texts of skills in use. */
  readonly skills: string | undefined;
  /** The whole list of skills. */
  readonly listing: string | undefined;
  readonly exchange: Exchange;
  /** Tokens, where known. */
  readonly window: number | undefined;
}

/** What was said last, which stays word for word as far as there is room for it. */
export type Exchange =
  | { readonly kind: "none" }
  /** The model is at work on it, or about to begin. */
  | { readonly kind: "open"; readonly request: string }
  | { readonly kind: "answered"; readonly request: string; readonly answer: string };

/** Tokens of an open request, and their share of the window. */
const REQUEST_LIMIT = 50_000;
const REQUEST_SHARE = 0.4;
/** The same for an exchange that is over: a convenience for "do the second one", which the summary can stand in for. */
const ANSWERED_LIMIT = 4_000;
const ANSWERED_SHARE = 0.1;

/**
 * The summary with the skills in use, the list of skills, what was said last. Only plain text: no call is left without its
 * result, and no sealed thought without its step, whichever provider goes on with it. Pure.
 */
export function createNewStart(parts: NewStartParts): readonly ModelMessage[] {
  const { summary, skills, listing, exchange, window } = parts;
  return [
    userMessage(formatSummary(summary, skills)),
    ...(listing === undefined ? [] : [userMessage(listing)]),
    ...keepExchange(exchange, window),
  ];
}

/** Finds the answer that ends a conversation; empty when it ends with anything else. */
export function lastAnswer(messages: readonly ModelMessage[]): string {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return "";
  if (typeof last.content === "string") return last.content.trim();
  if (last.content.some(({ type }) => type === "tool-call")) return "";
  const texts = last.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.join("").trim();
}

function keepExchange(exchange: Exchange, window: number | undefined): readonly ModelMessage[] {
  switch (exchange.kind) {
    case "none":
      return [];
    case "open": {
      const limit = tokenLimit(REQUEST_LIMIT, REQUEST_SHARE, window);
      const { request } = exchange;
      const fits = estimateTokens(request) <= limit;
      return [userMessage(formatOpenRequest(fits ? request : `${cutToTokens(request, limit)}\n${LEFT_OUT_TEXT}`))];
    }
    case "answered": {
      const { request, answer } = exchange;
      const limit = tokenLimit(ANSWERED_LIMIT, ANSWERED_SHARE, window);
      if (estimateTokens(request) + estimateTokens(answer) > limit) return [];
      return [userMessage(request), assistantMessage(answer)];
    }
    default:
      return exchange satisfies never;
  }
}

function tokenLimit(limit: number, share: number, window: number | undefined): number {
  return window === undefined ? limit : Math.min(limit, Math.floor(window * share));
}
