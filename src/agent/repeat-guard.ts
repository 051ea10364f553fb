/** Notices a model that makes the same failing calls over and over, warns it, and in the end stops it. */
import type { ModelToolCall } from "./models/model.ts";

/** From this many failures in a row of the same calls, the model is told. */
const WARN_AT = 3;
/** At this many, the turn ends. */
const STOP_AT = 6;

export type RepeatVerdict =
  | { readonly kind: "fine" }
  | { readonly kind: "warn"; readonly times: number }
  | { readonly kind: "stop"; readonly times: number };

export interface RepeatGuard {
  /** Takes the calls of one step, in order, and whether every one of them failed. */
  observe(calls: readonly ModelToolCall[], allFailed: boolean): RepeatVerdict;
}

/** Creates a guard for one turn. A step that differs, or in which anything succeeds, starts the count afresh. */
export function createRepeatGuard(): RepeatGuard {
  let last: string | undefined;
  let times = 0;
  return {
    observe(calls, allFailed) {
      const identity = allFailed ? JSON.stringify(calls.map((call) => [call.name, call.input])) : undefined;
      times = identity !== undefined && identity === last ? times + 1 : 1;
      last = identity;
      if (identity === undefined || times < WARN_AT) return { kind: "fine" };
      return { kind: times < STOP_AT ? "warn" : "stop", times };
    },
  };
}
