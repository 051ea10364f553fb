/** Finds what a half-typed slash command can become. */
import type { Skill } from "../engine/index.ts";
import { BUILT_IN_COMMANDS } from "./slash-commands.ts";

export interface Completion {
  /** With its slash, such as `/greet`. */
  readonly value: string;
  /** What to type after it, such as `[name]`. */
  readonly hint?: string;
  readonly description?: string;
}

/**
 * Completes `/` and the start of a name: built-in commands first, then the skills that `find` offers, best first. Empty
 * for text that is not a command's name.
 */
export function completeMessage(line: string, find: (prefix: string) => readonly Skill[]): readonly Completion[] {
  const typed = /^\/(\S*)$/u.exec(line)?.[1]?.toLowerCase();
  if (typed === undefined) return [];
  const commands = BUILT_IN_COMMANDS.filter(({ name, aliases }) =>
    [name, ...aliases].some((it) => it.startsWith(typed)),
  );
  return [
    ...commands.map(({ name, argumentHint, description }) => toCompletion({ name, argumentHint, description })),
    ...find(typed).map((skill) =>
      toCompletion({ name: skill.callName, argumentHint: skill.argumentHint, description: skill.description }),
    ),
  ];
}

function toCompletion(from: {
  readonly name: string;
  readonly argumentHint: string | undefined;
  readonly description: string;
}): Completion {
  const { name, argumentHint, description } = from;
  return { value: `/${name}`, ...(argumentHint !== undefined && { hint: argumentHint }), description };
}
