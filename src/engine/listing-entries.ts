/** Chooses what the model is told of: the skills that it may call now. */

import { compileForbidding } from "./decide-skill.ts";
import type { ListingEntry } from "./listing.ts";
import type { SkillEntry } from "./session.ts";
import type { EngineSettings } from "./settings.ts";
import { skillVisibility } from "./skill-visibility.ts";
import type { Skill } from "./types.ts";

export interface ListingEntriesOptions {
  readonly settings: EngineSettings;
  /** How much a skill is used. */
  weightOf(skill: Skill): number;
  /** How far it is from the files at hand. */
  distanceOf(skill: Skill): number;
}

/** In the order given. Left out: what `compileModelVisibility` leaves out. */
export function listingEntries(skills: readonly SkillEntry[], options: ListingEntriesOptions): readonly ListingEntry[] {
  const visibilityOf = compileModelVisibility(options.settings);
  const entries: ListingEntry[] = [];
  for (const entry of skills) {
    const visibility = visibilityOf(entry);
    if (visibility === "hidden") continue;
    const { skill } = entry;
    const { callName: name, description, whenToUse } = skill;
    const isProtected = skill.source === "bundled";
    const nameOnly = visibility === "name-only";
    const weight = options.weightOf(skill);
    const distance = options.distanceOf(skill);
    // Written out: with very many skills a spread of an optional field is most of the work.
    if (whenToUse === undefined) entries.push({ name, description, isProtected, nameOnly, weight, distance });
    else entries.push({ name, description, whenToUse, isProtected, nameOnly, weight, distance });
  }
  return entries;
}

/** Hidden from the model: skills that wait, are shadowed or switched off, that it may not call, or that a rule denies. */
export function compileModelVisibility(
  settings: EngineSettings,
): (entry: SkillEntry) => "listed" | "name-only" | "hidden" {
  const denyingRule = compileForbidding(settings.permissions.deny);
  return ({ skill, state }) => {
    if (state !== "active") return "hidden";
    const { model, nameOnly } = skillVisibility(skill, settings);
    if (!model || denyingRule(skill) !== undefined) return "hidden";
    return nameOnly ? "name-only" : "listed";
  };
}
