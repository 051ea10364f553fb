/** Turns what a skill grants into permission rules that name the skill as their origin. */
import type { Skill, SourcedRule } from "../engine/index.ts";

export function skillGrants(skill: Skill, rules: readonly string[]): readonly SourcedRule[] {
  return rules.map((text) => ({ text, origin: `the skill ${skill.callName}` }));
}
