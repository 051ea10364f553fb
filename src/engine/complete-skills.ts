/** Finds the skills that a half-typed name can become. */
import type { Skill } from "./types.ts";

/**
 * Skills whose name, or a word in it, begins with `prefix`, without regard to case: first those whose name does, then those
 * with such an alias, then those with such a word; within a rank in the order given. An empty prefix fits all. Pure.
 */
export function completeSkills(skills: readonly Skill[], prefix: string): readonly Skill[] {
  const typed = prefix.trim().replace(/^\//, "").normalize("NFC").toLowerCase();
  const ranks: Skill[][] = [[], [], []];
  for (const skill of skills) {
    const rank = rankOf(skill, typed);
    if (rank !== undefined) ranks[rank]?.push(skill);
  }
  return ranks.flat();
}

function rankOf(skill: Skill, typed: string): 0 | 1 | 2 | undefined {
  const name = skill.callName.toLowerCase();
  if (name.startsWith(typed)) return 0;
  if (skill.aliases.some((alias) => alias.toLowerCase().startsWith(typed))) return 1;
  // What was typed may reach over several words: `a-b` fits in `x-a-b`.
  return [...name.matchAll(/[:_/-]/g)].some(({ index }) => name.startsWith(typed, index + 1)) ? 2 : undefined;
}
