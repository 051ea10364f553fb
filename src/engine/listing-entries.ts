/** Chooses what the model is told of: the skills that it may call now. */

import { compileForbidding } from "./decide-skill.ts";
import type { ListingEntry } from "./listing.ts";
import type { SkillEntry } from "./session.ts";
import type { EngineSettings } from "./settings.ts";
import { skillVisibility } from "./skill-visibility.ts";
import type { Skill } from "./types.ts";

/** In the order given. Left out: skills that wait, are shadowed or switched off, that the model may not call, or that a rule denies. */
export function listingEntries(
  skills: readonly SkillEntry[],
  { settings, weightOf }: { readonly settings: EngineSettings; weightOf(skill: Skill): number },
): readonly ListingEntry[] {
  const denyingRule = compileForbidding(settings.permissions.deny);
  return skills.flatMap(({ skill, state }): ListingEntry[] => {
    if (state !== "active") return [];
    const { model, nameOnly } = skillVisibility(skill, settings);
    if (!model || denyingRule(skill) !== undefined) return [];
    return [
      {
        name: skill.callName,
        description: skill.description,
        ...(skill.whenToUse !== undefined && { whenToUse: skill.whenToUse }),
        isProtected: skill.source === "bundled",
        nameOnly,
        weight: weightOf(skill),
      },
    ];
  });
}
