/** Says in what state a skill starts a session. */
import { isConditional } from "./is-conditional.ts";
import { projectName } from "./name-lookup.ts";
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

/**
 * The entry of `skills.overrides` for this skill under a name that it can be called by. The qualified name is the most exact and
 * wins; `project:name` means the skill of the nearest directory of the project that has one.
 */
export function findOverride(
  skill: Skill,
  settings: EngineSettings,
): EngineSettings["skills"]["overrides"][string] | undefined {
  const { overrides } = settings.skills;
  // The common case, asked for each skill several times: looking up a name that is no property anywhere is not cheap.
  if (isEmpty(overrides)) return undefined;
  if (Object.hasOwn(overrides, skill.qualifiedName)) return overrides[skill.qualifiedName];
  if (Object.hasOwn(overrides, skill.callName)) return overrides[skill.callName];
  const name = projectName(skill);
  // In the shadow of the working directory's own skill, the name is that one's.
  if (name === undefined || name === skill.shadowedBy) return undefined;
  return Object.hasOwn(overrides, name) ? overrides[name] : undefined;
}

function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  for (const _name in record) return false;
  return true;
}
