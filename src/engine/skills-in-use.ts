/** Remembers which texts of inline skills a conversation holds: for calls that repeat, and for what a compaction takes away. */
import type { Outcome } from "./outcome.ts";
import { choosePutBack, formatPutBack, type PutBackLimits, type SkillInUse } from "./put-back-skills.ts";
import { foldToLine } from "./reminder.ts";

export interface SkillsInUse {
  /** The text for the conversation; see `SkillSession.place`. */
  place(outcome: Extract<Outcome, { kind: "inline" }>): string;
  /** What a compaction at this moment would put back. Changes nothing. */
  putBack(): string | undefined;
  /** The conversation now holds what `putBack` said, and nothing else. */
  compacted(): void;
  clear(): void;
  /** Oldest first. */
  save(): readonly SkillInUse[];
}

/** Creates the record, empty or from `save()`. */
export function createSkillsInUse(limits: PutBackLimits, saved: readonly SkillInUse[] = []): SkillsInUse {
  /** Oldest first. */
  let inUse: readonly SkillInUse[] = saved;
  return {
    place({ skill: { path, callName: name }, text }) {
      const isSame = (each: SkillInUse) => each.path === path && each.text === text;
      const isRepeated = inUse.some((each) => isSame(each) && each.isWhole);
      inUse = [...inUse.filter((each) => !isSame(each)), { path, name, text, isWhole: true }];
      return isRepeated ? formatRepeat(name) : text;
    },
    putBack: () => formatPutBack(choosePutBack(inUse, limits)),
    compacted() {
      inUse = choosePutBack(inUse, limits).skills.toReversed();
    },
    clear() {
      inUse = [];
    },
    save: () => inUse,
  };
}

function formatRepeat(name: string): string {
  return `The skill "${foldToLine(name)}" is called again, in the same way as before. Its text has not changed and stands further up in this conversation, so it is not repeated. Follow it anew.`;
}
