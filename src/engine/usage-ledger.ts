/** Counts the uses of skills beside the work that uses them: what goes wrong with it is a line of log, never a failed call. */
import { messageOf } from "./message-of.ts";
import type { Outcome } from "./outcome.ts";
import type { Logger, UsageStore } from "./ports.ts";
import type { Skill } from "./types.ts";
import { rankByUse, type UsageState, usageWeight } from "./usage.ts";

export interface UsageLedger {
  /** Counts the skill of an outcome that was carried out, also of one that a person agrees to later. */
  counted(outcome: Outcome): Outcome;
  /** Most used first, else in the order given. */
  rank<T>(items: readonly T[], skillOf: (item: T) => Skill): readonly T[];
  /** How much a skill is used, to be compared with that of another one. */
  weight(skill: Skill): number;
  /** Resolves when everything counted so far is stored, or has failed. */
  settled(): Promise<void>;
}

/** Creates the ledger and begins to read what is stored; without a store nothing is counted and nothing ranks. */
export function createUsageLedger({
  store,
  logger,
}: {
  readonly store?: UsageStore;
  readonly logger: Logger;
}): UsageLedger {
  let state: UsageState = new Map();
  /** When all weights are taken; any moment at or after the last use gives the same order. */
  let now = 0;
  let hasFailed = false;
  let last: Promise<void> = Promise.resolve();

  // One after the other, so that an older answer of the store never replaces a newer one.
  const enqueue = (work: () => Promise<UsageState>) => {
    last = last.then(work).then(
      (next) => {
        state = next;
        now = Math.max(0, ...[...next.values()].map(({ at }) => at));
      },
      (error: unknown) => {
        if (hasFailed) return;
        hasFailed = true;
        logger.log("warn", "skill: use counts are not kept", {
          error: messageOf(error),
        });
      },
    );
  };
  if (store !== undefined) enqueue(() => store.load());

  const counted = (outcome: Outcome): Outcome => {
    switch (outcome.kind) {
      case "inline":
      case "fork": {
        const name = outcome.skill.callName;
        if (store !== undefined) enqueue(() => store.record(name));
        return outcome;
      }
      case "ask":
        return { ...outcome, approve: async (rule) => counted(await outcome.approve(rule)) };
      case "refused":
        return outcome;
      default:
        return outcome satisfies never;
    }
  };

  return {
    counted,
    rank: (items, skillOf) => rankByUse(items, { state, now, nameOf: (item) => skillOf(item).callName }),
    weight: (skill) => usageWeight(state, skill.callName, now),
    settled: () => last,
  };
}
