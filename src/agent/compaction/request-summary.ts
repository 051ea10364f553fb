/** Asks the model for a summary of its conversation, again with less of it when the whole does not fit. */

import type { AgentEvent, AgentFailure, Usage } from "../events.ts";
import { userMessage } from "../history.ts";
import type { StepPlan } from "../loop.ts";
import type { ModelMessage } from "../models/index.ts";
import type { ModelStepEvent, ModelStepRequest } from "../models/model.ts";
import { toFailure } from "../to-failure.ts";
import { addUsage, NO_USAGE } from "../usage.ts";
import { formatSummaryRequest } from "./compaction-texts.ts";
import { estimateFrame, estimateMessages } from "./estimate-context.ts";
import { shrinkMessages } from "./shrink-messages.ts";

export interface SummaryRequest {
  /** Name in events. */
  readonly agent: string;
  readonly plan: StepPlan;
  readonly messages: readonly ModelMessage[];
  /** What the person wants of the summary; empty: nothing in particular. */
  readonly instructions: string;
  /** True when the provider has refused these messages as too many: then the first request is shortened already. */
  readonly isTooLong: boolean;
  readonly signal: AbortSignal;
  runModelStep(request: ModelStepRequest): AsyncIterable<ModelStepEvent>;
}

/** `usage` is that of all requests. */
export type SummaryOutcome = { readonly usage: Usage } & (
  | { readonly kind: "done"; readonly summary: string }
  | { readonly kind: "failed"; readonly failure: AgentFailure }
  | { readonly kind: "aborted" }
);

/** Parts of the window, or of the conversation where the window is unknown, that shortened requests take. */
const SHORTENED_SHARES = [0.6, 0.3];

/**
 * One request with the very prefix of the conversation, tools included, so that the provider's cache serves it; calls that
 * the model makes all the same are not run. A request that is too long, or leaves too little room for the answer, is made
 * anew with a shortened conversation. Yields retries. Never throws.
 */
export async function* requestSummary(request: SummaryRequest): AsyncGenerator<AgentEvent, SummaryOutcome, void> {
  const { agent, plan, messages, instructions, signal } = request;
  const question = userMessage(formatSummaryRequest(instructions));
  const room = roomFor(request, question);
  const versions = [
    ...(request.isTooLong ? [] : [() => messages]),
    ...SHORTENED_SHARES.map((share) => () => shrinkMessages(messages, Math.floor(room * share))),
  ];
  let usage = NO_USAGE;
  let failure: AgentFailure = NO_SUMMARY;
  for (const version of versions) {
    try {
      let text = "";
      let finishReason = "";
      for await (const event of request.runModelStep({ ...plan, messages: [...version(), question], signal })) {
        if (event.type === "retry") yield { agent, ...event };
        if (event.type !== "end") continue;
        text = event.text.trim();
        finishReason = event.finishReason;
        usage = addUsage(usage, event.usage);
      }
      if (finishReason === "length") {
        failure = CUT_SUMMARY;
        continue;
      }
      return text === "" ? { kind: "failed", failure: NO_SUMMARY, usage } : { kind: "done", summary: text, usage };
    } catch (error) {
      if (signal.aborted) return { kind: "aborted", usage };
      failure = toFailure(error);
      if (failure.code !== "context-overflow") break;
    }
  }
  return { kind: "failed", failure, usage };
}

const NO_SUMMARY: AgentFailure = { code: "empty-answer", message: "the model wrote no summary" };
const CUT_SUMMARY: AgentFailure = {
  code: "cut-answer",
  message: "the summary was cut off at the model's output limit",
};

/** Tokens for the messages of a shortened request, system text, tools and question taken off. */
function roomFor({ plan, messages }: SummaryRequest, question: ModelMessage): number {
  const inWindow =
    (plan.model.contextWindow ?? Number.POSITIVE_INFINITY) - estimateFrame(plan) - estimateMessages([question]);
  return Math.max(0, Math.min(inWindow, estimateMessages(messages)));
}
