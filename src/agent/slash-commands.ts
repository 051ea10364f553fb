/** Reads what a message that begins with a slash asks for, and knows the built-in commands. */

export const BUILT_IN_NAMES = ["help", "skills", "clear", "compact", "model", "doctor", "exit"] as const;
export type BuiltInName = (typeof BUILT_IN_NAMES)[number];

export interface BuiltInCommand {
  readonly name: BuiltInName;
  readonly aliases: readonly string[];
  readonly argumentHint?: string;
  readonly description: string;
}

export const BUILT_IN_COMMANDS: readonly BuiltInCommand[] = [
  { name: "help", aliases: [], description: "Show the commands and the skills you can type" },
  { name: "skills", aliases: [], description: "List the skills of this workspace and their state" },
  { name: "clear", aliases: [], description: "Forget the conversation and start afresh" },
  {
    name: "compact",
    aliases: [],
    argumentHint: "[what to keep]",
    description: "Put a summary in the place of the conversation",
  },
  { name: "model", aliases: [], argumentHint: "[name]", description: "Show the model, or change to another one" },
  { name: "doctor", aliases: [], description: "Show which settings hold here, from where, and what is wrong" },
  { name: "exit", aliases: ["quit"], description: "Leave" },
];

export type SlashMessage =
  /** Not a command: it goes to the model as it is. */
  | { readonly kind: "text" }
  | { readonly kind: "built-in"; readonly command: BuiltInName; readonly args: string }
  /** `typed` is the name as typed, without the slash. */
  | { readonly kind: "skill"; readonly typed: string; readonly args: string };

/**
 * Parses a message. Only a slash at the very start counts, so that a blank before it sends the text to the model. Any
 * white space ends the name; the arguments are the rest, verbatim but for white space at both ends.
 */
export function parseSlashMessage(message: string): SlashMessage {
  const match = /^\/([^\s/]\S*)(?:\s+([\s\S]*))?$/u.exec(message.trimEnd());
  const typed = match?.[1];
  if (typed === undefined) return { kind: "text" };
  const args = match?.[2] ?? "";
  const builtIn = BUILT_IN_COMMANDS.find(({ name, aliases }) => [name, ...aliases].includes(typed.toLowerCase()));
  return builtIn === undefined ? { kind: "skill", typed, args } : { kind: "built-in", command: builtIn.name, args };
}

/** True for `/etc/hosts` and the like: with a second slash and no such skill it is a path, and belongs to a sentence. */
export function looksLikePath(typed: string): boolean {
  return typed.includes("/") && !typed.includes(":");
}
