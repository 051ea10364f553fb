/** Asks `Stop` and `SubagentStop` hooks whether the model may stop, and sends it back to work a bounded number of times. */
import type { AgentEvent } from "../events.ts";
import type { AnswerVerdict } from "../loop.ts";
import type { AgentHooks } from "./agent-hooks.ts";
import { formatGoOn, formatHookContext } from "./hook-texts.ts";
import { takeNoticeEvents } from "./notice-events.ts";

/** A hook that never agrees must not keep the model working for ever. */
export const MAX_REFUSED_STOPS = 8;

/** Creates the review of one turn's answers. What it returns never throws. */
export function createAnswerReview(options: {
  readonly hooks: AgentHooks;
  /** Name in events. */
  readonly agent: string;
  readonly signal: AbortSignal;
}): (text: string) => AsyncGenerator<AgentEvent, AnswerVerdict, void> {
  const { hooks, agent, signal } = options;
  let refusals = 0;

  const ask = async (text: string) => {
    const input = { stop_hook_active: refusals > 0, last_assistant_message: text };
    return hooks.agentType === undefined
      ? hooks.run("Stop", input, signal)
      : hooks.run("SubagentStop", { agent_type: hooks.agentType, ...input }, signal);
  };

  return async function* review(text) {
    let outcome: Awaited<ReturnType<typeof ask>>;
    try {
      outcome = await ask(text);
    } catch (error) {
      // The answer is there already; that its hooks were stopped does not take it back.
      if (!signal.aborted) throw error;
      return { kind: "accept" };
    }
    yield* takeNoticeEvents(hooks, agent);
    const { decision, stopReason, additionalContext } = outcome;
    if (stopReason !== undefined) {
      yield { agent, type: "notice", level: "warning", message: `a hook ended the turn: ${stopReason}` };
      return { kind: "accept" };
    }
    if (decision?.kind !== "deny") return { kind: "accept" };
    if (refusals === MAX_REFUSED_STOPS) {
      const message = `a hook did not let the model stop ${MAX_REFUSED_STOPS} times in a row; its objection is passed over now: ${decision.reason}`;
      yield { agent, type: "notice", level: "warning", message };
      return { kind: "accept" };
    }
    refusals += 1;
    const context = additionalContext.length === 0 ? [] : [formatHookContext(additionalContext)];
    return { kind: "go-on", message: [formatGoOn(decision.reason), ...context].join("\n\n") };
  };
}
