/** Says in what state a skill starts a session. */
import { isConditional } from "./is-conditional.ts";
import type { EngineSettings } from "./settings.ts";
import type { Skill, SkillState } from "./types.ts";

/**
 * `disabled` by `skills.overrides`, `shadowed` by the owner of its name, `waiting` for a file that matches its patterns,
 * or `active`. A session moves skills from `waiting` to `active`. An override is found under any name of the skill: the
 * one it is called by, its own name when it owns it, or its qualified name.
 */
export function initialState(skill: Skill, settings: EngineSettings): Exclude<SkillState, "refused"> {
  if (findOverride(skill, settings) === "off") return "disabled";
  if (skill.shadowedBy !== undefined) return "shadowed";
  return isConditional(skill) ? "waiting" : "active";
}

/** The entry of `skills.overrides` for this skill; the qualified name is more exact and wins. */
export function findOverride(
  skill: Skill,
  settings: EngineSettings,
): EngineSettings["skills"]["overrides"][string] | undefined {
  const { overrides } = settings.skills;
  // The common case, asked for each skill several times: looking up a name that is no property anywhere is not cheap.
  if (isEmpty(overrides)) return undefined;
  if (Object.hasOwn(overrides, skill.qualifiedName)) return overrides[skill.qualifiedName];
  return Object.hasOwn(overrides, skill.callName) ? overrides[skill.callName] : undefined;
}

function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  for (const _name in record) return false;
  return true;
}
