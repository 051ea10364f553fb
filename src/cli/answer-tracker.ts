/** Decides what the answer of a turn is: the model's text, or what a command such as `/help` said when no model was asked. */
import type { AgentEvent } from "../agent/index.ts";
import type { TurnEnd } from "./print-reporter.ts";

export interface AnswerTracker {
  /** Looks at an event; true when it holds the event back until it is known whether it is the answer. */
  hold(event: AgentEvent): boolean;
  /** Ends the turn. `held` is what was held back and turned out not to be the answer. */
  answer(end: TurnEnd): { readonly text: string; readonly held: readonly string[] };
}

/** One tracker serves any number of turns, one after the other. */
export function createAnswerTracker(): AnswerTracker {
  let held: string[] = [];
  let modelSteps = 0;
  return {
    hold(event) {
      if (event.type === "step-start") modelSteps += 1;
      if (event.type !== "notice" || event.level !== "info" || modelSteps > 0) return false;
      held.push(event.message);
      return true;
    },
    answer(end) {
      const isCommand = modelSteps === 0 && end.text === "" && end.reason === "done";
      const result = isCommand ? { text: held.join("\n"), held: [] } : { text: end.text, held };
      held = [];
      modelSteps = 0;
      return result;
    },
  };
}
