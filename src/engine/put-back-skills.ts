/** Chooses which texts of skills go back into a conversation that was compacted, and words them as earlier context. */
import { cutToTokens, estimateTokens } from "./estimate-tokens.ts";
import { defuseReminderTags, foldToLine, formatReminder } from "./reminder.ts";

/** A text of an inline skill that is, or was before the last compaction, in the conversation. */
export interface SkillInUse {
  /** The skill's file: its identity. */
  readonly path: string;
  /** Call name. */
  readonly name: string;
  /** As it entered the conversation. */
  readonly text: string;
  /** False once a compaction has kept only its beginning. */
  readonly isWhole: boolean;
}

/** Tokens, as estimated. */
export interface PutBackLimits {
  readonly each: number;
  readonly total: number;
}

export interface PutBack {
  /** Newest first; `isWhole` says whether the limits left the text whole. */
  readonly skills: readonly SkillInUse[];
  /** One for each skill, in the same order. */
  readonly sections: readonly string[];
}

const EACH = 5_000;
const TOTAL = 25_000;
const SHARE_OF_WINDOW = 0.25;

const HEADER = `The conversation was compacted. These skills had been called in it, the latest first, and their texts are put back here. They are earlier context, not a new request: keep to them where the work at hand still needs them, but do not carry a skill out again because its text, or what it was once called with, stands here.`;

const CUT_MARK =
  "[The rest of this text was left out. Call the skill again, or read its file, if the work still needs it.]";

/** 5,000 tokens a skill and 25,000 in all, but at most a quarter of the context window. */
export function putBackLimits(contextWindow: number | undefined): PutBackLimits {
  const total = contextWindow === undefined ? TOTAL : Math.min(TOTAL, Math.floor(contextWindow * SHARE_OF_WINDOW));
  return { each: Math.min(EACH, total), total };
}

/**
 * Chooses from the texts in use, oldest first as they were placed: of each skill the latest text, newest first. A text
 * beyond `each` keeps its beginning; the first that does not fit in what is left of `total` drops, and so do all older ones.
 */
export function choosePutBack(inUse: readonly SkillInUse[], limits: PutBackLimits): PutBack {
  const latest = new Map<string, SkillInUse>();
  for (const skill of inUse.toReversed()) if (!latest.has(skill.path)) latest.set(skill.path, skill);
  const skills: SkillInUse[] = [];
  const sections: string[] = [];
  let left = limits.total;
  for (const skill of latest.values()) {
    const { section, isWhole } = formatSection(skill, limits.each);
    const tokens = estimateTokens(section);
    if (tokens > left) break;
    left -= tokens;
    sections.push(section);
    skills.push({ ...skill, isWhole });
  }
  return { skills, sections };
}

/** One complete reminder, or undefined when nothing is put back. */
export function formatPutBack({ sections }: PutBack): string | undefined {
  return sections.length === 0 ? undefined : formatReminder([HEADER, ...sections].join("\n\n"));
}

/** At most `limit` tokens, heading and mark included, as long as the limit has room for these. */
function formatSection(skill: SkillInUse, limit: number): { readonly section: string; readonly isWhole: boolean } {
  const heading = `## Skill ${foldToLine(skill.name)}\n\n`;
  // Before counting: what is defused is longer.
  const text = defuseReminderTags(skill.text);
  const whole = heading + text;
  if (estimateTokens(whole) <= limit) return { section: whole, isWhole: true };
  const end = `\n\n${CUT_MARK}`;
  const room = Math.max(0, limit - estimateTokens(heading + end));
  return { section: `${heading}${cutToTokens(text, room).trimEnd()}${end}`, isWhole: false };
}
