/** Estimates how many tokens messages and whole requests take, for models that do not say, and for what they have not seen yet. */

import { estimateTokens } from "../../engine/index.ts";
import type { ModelMessage } from "../models/index.ts";
import type { ToolSpec } from "../models/model.ts";

/** What of a model request takes up the context window. */
export interface ContextRequest {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly ModelMessage[];
}

/** Tokens around the content of one message: its role and the marks between messages. */
const PER_MESSAGE = 4;

/** Tokens, by estimate: what is no plain text counts as its JSON. Pure. */
export function estimateMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content }) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    return sum + PER_MESSAGE + estimateTokens(text);
  }, 0);
}

/** Tokens that every request takes before its messages. Pure. */
export function estimateFrame({ system, tools }: Omit<ContextRequest, "messages">): number {
  return estimateTokens(system) + (tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)));
}

/** Tokens of a whole request, by estimate. Pure. */
export function estimateRequest(request: ContextRequest): number {
  return estimateFrame(request) + estimateMessages(request.messages);
}
