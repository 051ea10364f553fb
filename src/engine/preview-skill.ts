/** Shows the text that a skill would put into a conversation, without running anything. */
import { withBaseDirectory } from "./fill-body.ts";
import { findInjectedCommands } from "./injected-commands.ts";
import { type BodySources, loadBody } from "./load-body.ts";
import { defuseReminderTags } from "./reminder.ts";
import { expandTemplate, type TemplateVariables } from "./template.ts";
import type { Skill } from "./types.ts";

export type SkillPreview =
  | {
      readonly kind: "preview";
      /** The skill as its file is now. */
      readonly skill: Skill;
      /** The body with arguments and variables filled in; injected commands stand in it as the author wrote them. */
      readonly text: string;
      /** The injected commands, in order. They run at invocation only where the skill is trusted and a rule allows it. */
      readonly commands: readonly string[];
    }
  /** The file has gone or is broken by now. */
  | { readonly kind: "failed"; readonly message: string };

/** Never rejects. Reads the skill's file; a body that code computes is computed, and its code is given the signal. */
export async function previewSkill(
  skill: Skill,
  input: {
    readonly args: string;
    readonly cwd: string;
    readonly variables: TemplateVariables;
    readonly signal?: AbortSignal;
  },
  sources: BodySources,
): Promise<SkillPreview> {
  const { args, cwd, variables, signal } = input;
  const loaded = await loadBody(skill, { args, cwd, ...(signal && { signal }) }, sources);
  if (loaded.kind === "failed") return loaded;
  const { body, isComputed } = loaded;
  if (isComputed)
    return {
      kind: "preview",
      skill: loaded.skill,
      text: withBaseDirectory(loaded.skill, defuseReminderTags(body)),
      commands: [],
    };
  const expanded = expandTemplate({ body, skill: loaded.skill, args, variables, commands: "keep" });
  if (expanded.kind === "unsafe") return { kind: "failed", message: `\`${expanded.command}\`: ${expanded.reason}` };
  const text = expanded.segments.map((segment) => (segment.kind === "text" ? segment.text : segment.command)).join("");
  return {
    kind: "preview",
    skill: loaded.skill,
    text: withBaseDirectory(loaded.skill, defuseReminderTags(text)),
    commands: findInjectedCommands(body).map(({ command }) => command),
  };
}
