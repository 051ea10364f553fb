/** Gives the variables of a skill's text their values. */
import type { TemplateVariables } from "./template-variables.ts";
import type { Effort, Skill } from "./types.ts";

/** The effort that the skill asks for comes before that of the session. */
export function skillVariables(
  skill: Skill,
  session: { readonly sessionId: string; readonly projectDir: string; readonly effort?: Effort | undefined },
): TemplateVariables {
  const effort = skill.effort ?? session.effort;
  return {
    skillDir: skill.directory,
    sessionId: session.sessionId,
    projectDir: session.projectDir,
    ...(effort !== undefined && { effort: String(effort) }),
    ...(skill.pluginRoot !== undefined && { pluginRoot: skill.pluginRoot }),
    ...(skill.pluginData !== undefined && { pluginData: skill.pluginData }),
  };
}
