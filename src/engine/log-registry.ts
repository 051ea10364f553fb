/** Writes the lines of log that say what a registry holds. */
import type { Logger } from "./ports.ts";
import type { Registry } from "./registry.ts";
import type { EngineSettings } from "./settings.ts";
import { initialState } from "./skill-state.ts";

/** One line per conditional skill, then the totals. Skills that are shadowed or switched off count nowhere. */
export function logRegistry(registry: Registry, settings: EngineSettings, logger: Logger): void {
  let active = 0;
  let conditional = 0;
  for (const skill of registry.skills) {
    const state = initialState(skill, settings);
    switch (state) {
      case "active":
        active += 1;
        break;
      case "waiting":
        conditional += 1;
        logger.log("debug", "skill: registered as conditional", { name: skill.callName, paths: skill.paths });
        break;
      case "shadowed":
      case "disabled":
        break;
      default:
        state satisfies never;
    }
  }
  logger.log("debug", "skill: registry loaded", { active, conditional });
}
