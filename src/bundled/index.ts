/** The skills that are compiled into the program: data only, so that loading them never touches the disk. */
import type { InMemorySkill } from "../engine/index.ts";
import claudeApi from "./skills/claude-api/SKILL.md";
import commit from "./skills/commit/SKILL.md";
import debug from "./skills/debug/SKILL.md";
import loop from "./skills/loop/SKILL.md";
import review from "./skills/review/SKILL.md";
import simplify from "./skills/simplify/SKILL.md";
import skillCreator from "./skills/skill-creator/SKILL.md";
import updateConfig from "./skills/update-config/SKILL.md";

/**
 * Every bundled skill, by name. Those with a `feature` exist only when `skills.features` holds that flag;
 * `skills.bundled: false` leaves all of them out.
 */
export const bundledSkills: readonly InMemorySkill[] = [
  { name: "claude-api", text: claudeApi, feature: "claude-api" },
  { name: "commit", text: commit },
  { name: "debug", text: debug },
  { name: "loop", text: loop, feature: "loop" },
  { name: "review", text: review },
  { name: "simplify", text: simplify },
  { name: "skill-creator", text: skillCreator },
  { name: "update-config", text: updateConfig },
];
