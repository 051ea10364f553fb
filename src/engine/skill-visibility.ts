/** Says which skills may be called by whom: declared by the author, narrowed by `skills.overrides`. */
import type { EngineSettings } from "./settings.ts";
import { findOverride } from "./skill-state.ts";
import type { Skill } from "./types.ts";

export interface SkillVisibility {
  /** May be typed as `/name`, and is offered in completion. */
  readonly user: boolean;
  /** May be called by the model, and is listed for it. */
  readonly model: boolean;
  /** Listed without its description. */
  readonly nameOnly: boolean;
}

/** Pure. `off` hides from both, `user-only` from the model; an override never gives back what the author took. */
export function skillVisibility(skill: Skill, settings: EngineSettings): SkillVisibility {
  const override = findOverride(skill, settings) ?? "on";
  switch (override) {
    case "on":
      return { user: skill.userInvocable, model: skill.modelInvocable, nameOnly: false };
    case "name-only":
      return { user: skill.userInvocable, model: skill.modelInvocable, nameOnly: true };
    case "user-only":
      return { user: skill.userInvocable, model: false, nameOnly: false };
    case "off":
      return { user: false, model: false, nameOnly: false };
    default:
      return override satisfies never;
  }
}
