/** One model step as events, leaving what was read of a step that never ended in the history. */

import type { AgentEvent, AgentFailure } from "./events.ts";
import { assistantMessage, userMessage } from "./history.ts";
import type { Turn } from "./loop.ts";
import { INTERRUPTED_ANSWER } from "./loop-texts.ts";
import type { ModelMessage } from "./models/message.ts";
import type { ModelStepEvent, ModelStepRequest } from "./models/model.ts";
import { toFailure } from "./to-failure.ts";

/** The end of a step that the model finished. */
export type StepEnd = Extract<ModelStepEvent, { type: "end" }>;

export type StepOutcome =
  | { readonly kind: "ended"; readonly step: StepEnd }
  | { readonly kind: "aborted"; readonly text: string }
  | { readonly kind: "failed"; readonly text: string; readonly failure: AgentFailure };

/**
 * Runs one model step. Appends nothing for a step that ended; that is the caller's to do. The text of a step that did not
 * end stays in the history, because the person has read it.
 */
export async function* streamModelStep(
  turn: Pick<Turn, "agent" | "history" | "runModelStep">,
  request: ModelStepRequest,
): AsyncGenerator<AgentEvent, StepOutcome, void> {
  const { agent, history } = turn;
  let text = "";
  let step: StepEnd | undefined;
  const keepPartialText = (...rest: readonly ModelMessage[]) =>
    history.append(...(text.trim() === "" ? [] : [assistantMessage(text.trimEnd())]), ...rest);
  let isSettled = false;
  try {
    for await (const event of turn.runModelStep(request)) {
      switch (event.type) {
        case "text-delta":
          if (event.text === "") break;
          if (text === "") yield { agent, type: "text-start" };
          text += event.text;
          yield { agent, type: "text-delta", text: event.text };
          break;
        case "reasoning-delta":
          yield { agent, type: "reasoning-delta", text: event.text };
          break;
        case "retry":
          yield { agent, ...event };
          break;
        case "end":
          step = event;
          break;
        default:
          event satisfies never;
      }
    }
    isSettled = true;
  } catch (error) {
    isSettled = true;
    const outcome: StepOutcome = request.signal.aborted
      ? { kind: "aborted", text }
      : { kind: "failed", text, failure: toFailure(error) };
    keepPartialText(...(outcome.kind === "aborted" ? [userMessage(INTERRUPTED_ANSWER)] : []));
    if (text !== "") yield { agent, type: "text-end", text };
    return outcome;
  } finally {
    if (!isSettled) keepPartialText(userMessage(INTERRUPTED_ANSWER));
  }
  if (step === undefined) {
    keepPartialText();
    return { kind: "failed", text, failure: toFailure(new Error("the model's answer has no end")) };
  }
  if (text !== "") yield { agent, type: "text-end", text };
  return { kind: "ended", step };
}
