/** Tells skills that wait for a matching file from those that are active from the start. */
import type { SkillDefinition } from "./types.ts";

/** True when the skill has patterns that can fail to match: `**` alone means always. */
export function isConditional(skill: Pick<SkillDefinition, "paths">): boolean {
  return skill.paths.some((pattern) => pattern !== "**");
}
