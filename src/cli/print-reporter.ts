/** What print mode needs of an output format: text, json and stream-json each implement it. */
import type { AgentEvent } from "../agent/index.ts";
import type { Notice } from "./format-notice.ts";

/** What is known before the first message. */
export interface SessionFacts {
  readonly sessionId: string;
  /** `provider/model`. */
  readonly model: string;
  readonly cwd: string;
  readonly tools: readonly string[];
  /** Call names of the skills that are active. */
  readonly skills: readonly string[];
  readonly permissionMode: string;
}

export interface PrintReporter {
  sessionStart(facts: SessionFacts): void;
  /** Every event of a turn, its `turn-end` included. */
  event(event: AgentEvent): void;
  /** A problem outside a turn, such as an input line that is not JSON. */
  problem(notice: Notice & { readonly line?: number }): void;
}

export type TurnEnd = Extract<AgentEvent, { type: "turn-end" }>;

/** True when the answer is not the whole answer: a failure, a stop, or the step limit. */
export function isFailedTurn(end: TurnEnd): boolean {
  return end.reason !== "done";
}

/** What went wrong, for every reason a turn can end; undefined for a turn that is done. */
export function turnProblem(end: TurnEnd): Notice | undefined {
  switch (end.reason) {
    case "done":
      return undefined;
    case "aborted":
      return { level: "warning", message: "stopped" };
    case "step-limit":
      return {
        level: "error",
        message: `stopped after ${end.steps} model steps without a final answer`,
        hint: "raise the limit with --max-steps, or ask for less at once",
      };
    case "error":
      return {
        level: "error",
        message: end.error?.message ?? "the turn failed",
        ...(end.error?.hint === undefined ? {} : { hint: end.error.hint }),
      };
    default:
      return end.reason satisfies never;
  }
}
