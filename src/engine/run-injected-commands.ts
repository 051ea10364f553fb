/** Runs the commands of an expanded body and puts their output in their places. */

import type { CommandAuthorization, CommandRequest } from "./engine.ts";
import { messageOf } from "./message-of.ts";
import type { Invoker } from "./outcome.ts";
import type { Shell, ShellResult } from "./ports.ts";
import { defuseReminderTags } from "./reminder.ts";
import type { TemplateSegment } from "./template.ts";
import type { Skill } from "./types.ts";

/** Each command may take this long. */
const TIMEOUT_MS = 2 * 60 * 1000;
/** Output past this is cut: it all goes into the conversation. */
const MAX_OUTPUT_BYTES = 30_000;

export interface CommandRun {
  readonly skill: Skill;
  readonly by: Invoker;
  /** Absolute. */
  readonly cwd: string;
  readonly shell: Shell;
  /** The rules that the skill grants itself. */
  readonly grants: readonly string[];
  authorize(request: CommandRequest): Promise<CommandAuthorization>;
  readonly signal?: AbortSignal;
}

export type FilledBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Joins the segments, with the output of each command in its place; output is not looked at again. All commands are
 * authorised before the first one runs, so that a refusal leaves nothing half done. They run one after the other, and the
 * first that fails ends it. Rejects only when the signal aborts.
 */
export async function runInjectedCommands(segments: readonly TemplateSegment[], run: CommandRun): Promise<FilledBody> {
  const cleared: TemplateSegment[] = [];
  const context: string[] = [];
  for (const segment of segments) {
    if (segment.kind !== "command") {
      cleared.push(segment);
      continue;
    }
    const { allowed, reason, command = segment.command, ...more } = await authorize(segment, run);
    if (!allowed) return failed(run.skill, segment.command, `may not run: ${reason}`);
    cleared.push({ ...segment, command });
    context.push(...(more.context ?? []));
  }
  let text = "";
  for (const segment of cleared) {
    if (segment.kind === "text") {
      text += segment.text;
      continue;
    }
    const result = await runCommand(segment, run);
    if ("failure" in result) return failed(run.skill, segment.command, result.failure);
    text += result.output;
  }
  // As a whole: a tag may stand half in one segment. Whoever wrote the skill does not speak for the program.
  return { kind: "text", text: [defuseReminderTags(text), ...context].join("\n\n") };
}

type CommandSegment = Extract<TemplateSegment, { kind: "command" }>;

async function authorize({ command, env }: CommandSegment, run: CommandRun): Promise<CommandAuthorization> {
  run.signal?.throwIfAborted();
  const { skill, by, grants, signal } = run;
  try {
    return await run.authorize({ command, env, skill, by, grants, ...(signal && { signal }) });
  } catch (error) {
    run.signal?.throwIfAborted();
    return { allowed: false, reason: messageOf(error) };
  }
}

async function runCommand(
  { command, env }: CommandSegment,
  run: CommandRun,
): Promise<{ readonly output: string } | { readonly failure: string }> {
  let result: ShellResult;
  try {
    result = await run.shell.run(command, {
      cwd: run.cwd,
      env,
      shell: run.skill.shell,
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      ...(run.signal && { signal: run.signal }),
    });
  } catch (error) {
    run.signal?.throwIfAborted();
    return { failure: `could not be started: ${messageOf(error)}` };
  }
  const output = defuseReminderTags(result.output.replace(/\n+$/, ""));
  if (result.timedOut) return { failure: `took longer than ${TIMEOUT_MS / 60_000} minutes and was stopped` };
  if (result.exitCode === 0) return { output: result.truncated ? `${output}\n… (the output goes on)` : output };
  const how = result.exitCode === undefined ? "was ended by a signal" : `failed with exit code ${result.exitCode}`;
  const note = result.note === undefined ? "" : `\n${result.note}`;
  return { failure: output === "" ? `${how}${note}` : `${how}:\n${output}${note}` };
}

function failed(skill: Skill, command: string, reason: string): FilledBody {
  return { kind: "failed", message: `skill "${skill.callName}" failed: its command \`${command}\` ${reason}` };
}
