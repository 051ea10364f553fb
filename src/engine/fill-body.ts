/** Turns the body of a skill into the text that enters a conversation: placeholders filled, commands run. */
import type { CommandAuthorization, CommandRequest } from "./engine.ts";
import type { LoadedBody } from "./load-body.ts";
import type { Invoker } from "./outcome.ts";
import type { Shell } from "./ports.ts";
import { defuseReminderTags } from "./reminder.ts";
import { type FilledBody, runInjectedCommands } from "./run-injected-commands.ts";
import { expandTemplate, type TemplateVariables } from "./template.ts";
import type { Skill } from "./types.ts";

export interface FillContext {
  readonly args: string;
  readonly by: Invoker;
  readonly variables: TemplateVariables;
  /** Absolute; where commands run. */
  readonly cwd: string;
  readonly shell: Shell;
  /** The rules that the skill grants itself, their variables filled in. */
  readonly allow: readonly string[];
  authorizeCommand(request: CommandRequest): Promise<CommandAuthorization>;
  readonly signal?: AbortSignal;
}

/**
 * Fills a body and puts the base directory in front of it. Commands of an untrusted skill stay in the text as they are.
 * Rejects only when the signal aborts.
 */
export async function fillBody(
  { skill, body, isComputed }: Extract<LoadedBody, { kind: "body" }>,
  context: FillContext,
): Promise<FilledBody> {
  if (isComputed) return { kind: "text", text: withBaseDirectory(skill, defuseReminderTags(body)) };
  const expanded = expandTemplate({
    body,
    skill,
    args: context.args,
    variables: context.variables,
    commands: skill.trusted ? "run" : "keep",
  });
  if (expanded.kind === "unsafe") {
    const { command, reason } = expanded;
    const message = `skill "${skill.callName}" failed: its command \`${command}\` cannot take arguments safely: ${reason}`;
    return { kind: "failed", message };
  }
  const { by, cwd, shell, allow: grants, signal } = context;
  const filled = await runInjectedCommands(expanded.segments, {
    skill,
    by,
    cwd,
    shell,
    grants,
    authorize: context.authorizeCommand,
    ...(signal && { signal }),
  });
  return filled.kind === "failed" ? filled : { kind: "text", text: withBaseDirectory(skill, filled.text) };
}

/** Skills that are compiled in have no directory that a model could look into. */
export function withBaseDirectory(skill: Skill, text: string): string {
  const trimmed = text.replace(/^\n+/, "").trimEnd();
  const hasDirectory = skill.directory !== `${skill.source}:${skill.directoryName}`;
  return hasDirectory ? `Base directory for this skill: ${skill.directory}\n\n${trimmed}` : trimmed;
}
