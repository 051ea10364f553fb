/** Puts arguments into an injected command as data: by environment variables, never as text that a shell reads. */
import type { Placeholder } from "./placeholders.ts";
import { usesProgramReader } from "./program-readers.ts";
import type { SkillDefinition } from "./types.ts";

export interface PlacedCommand {
  /** The command with references to variables where placeholders stood. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

export type Placement =
  | { readonly kind: "placed"; readonly command: PlacedCommand; readonly usesArguments: boolean }
  | { readonly kind: "unsafe"; readonly reason: string };

export interface CommandValues {
  /** Those of the command. */
  readonly placeholders: readonly Placeholder[];
  /** As typed. */
  readonly args: string;
  readonly words: readonly string[];
  /** Whether the skill declares arguments; else `$N` belongs to the command, as in `awk '{print $1}'`. */
  readonly declares: boolean;
  /** Of the `${…}` variables. */
  readonly values: ReadonlyMap<string, string>;
  readonly shell: SkillDefinition["shell"];
}

/** Constructs after which the quoting of what follows, or what is done with it, cannot be told from the left. */
const NESTED = /\$\(|\(\(|`|<<|\$\{(?!\w+\})|\$\[|\$'|\$"|\w\[|(?:^|\s)#/;

/** Ends before a word that names what is to be run. */
const COMMAND_POSITION = /(?:^|[;|&({!\n]|\b(?:then|else|elif|do|if|while|until)|(?:^|[\s;|&(])\w+=\S*\s)\s*["']?$/;

/**
 * Replaces placeholders by references that the shell expands to one quoted word. Refuses, rather than guesses, where an
 * argument stands inside or behind a substitution, a here-document or a comment, where it would name the program, or where
 * the command hands text to an interpreter. The `${…}` variables, which are not the caller's, are written out where the
 * quoting can be told, so that rules and people see the path itself. Pure.
 */
export function placeArguments(command: string, values: CommandValues): Placement {
  const placeholders = values.placeholders.filter((placeholder) => isOurs(placeholder, values));
  const usesArguments = placeholders.some(isArgument);
  if (usesArguments && usesProgramReader(command)) {
    return { kind: "unsafe", reason: "it uses a program that would read them as a program or an expression" };
  }
  let result = "";
  let from = 0;
  let quote: Quote = "none";
  const env: Record<string, string> = Object.fromEntries(values.values);
  for (const placeholder of placeholders) {
    const before = command.slice(from, placeholder.start);
    quote = quote === "unknown" || NESTED.test(before) ? "unknown" : quoteAfter(before, quote);
    result += before;
    from = placeholder.end;
    if (placeholder.kind === "literal") {
      // Outside single quotes the backslash is the shell's too: it keeps the dollar from meaning anything.
      const isPlain = quote === "single" || quote === "unknown";
      result += isPlain ? placeholder.text : command.slice(placeholder.start, placeholder.end);
      continue;
    }
    const { variable, value } = toVariable(placeholder, values);
    if (isArgument(placeholder)) {
      if (quote === "unknown") return { kind: "unsafe", reason: "one stands behind a substitution or a comment" };
      if (COMMAND_POSITION.test(result)) return { kind: "unsafe", reason: "one names the program to run" };
    }
    const reference =
      placeholder.kind === "variable" && values.shell === "bash" && quote !== "unknown"
        ? quoteForBash(value, quote)
        : referTo(variable, quote, values.shell);
    if (reference === undefined) return { kind: "unsafe", reason: "one stands in single quotes" };
    env[variable] = value;
    result += reference;
  }
  return { kind: "placed", command: { command: result + command.slice(from), env }, usesArguments };
}

/** A bare `$N` of a skill that declares no arguments belongs to the shell. */
function isOurs(placeholder: Placeholder, { declares, values }: CommandValues): boolean {
  if (placeholder.kind === "variable") return values.has(placeholder.name);
  return placeholder.kind !== "position" || !placeholder.isBare || declares;
}

function isArgument(placeholder: Placeholder): boolean {
  return placeholder.kind !== "variable" && placeholder.kind !== "literal";
}

function toVariable(
  placeholder: Exclude<Placeholder, { kind: "literal" }>,
  { args, words, values }: CommandValues,
): { readonly variable: string; readonly value: string } {
  switch (placeholder.kind) {
    case "all":
      return { variable: "SKILLFUL_ARGUMENTS", value: args };
    case "position":
    case "name":
      return { variable: `SKILLFUL_ARGUMENT_${placeholder.index}`, value: words[placeholder.index] ?? "" };
    case "variable":
      return { variable: placeholder.name, value: values.get(placeholder.name) ?? "" };
    default:
      return placeholder satisfies never;
  }
}

type Quote = "none" | "single" | "double" | "unknown";

/** The state of quoting behind a piece of shell text that holds no nested constructs. */
function quoteAfter(text: string, start: Exclude<Quote, "unknown">): Quote {
  let quote = start;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "\\" && quote !== "single") index++;
    else if (character === "'" && quote !== "double") quote = quote === "single" ? "none" : "single";
    else if (character === '"' && quote !== "single") quote = quote === "double" ? "none" : "double";
  }
  return quote;
}

/** A value as text that bash reads as exactly this value, in the given state of quoting. */
function quoteForBash(value: string, quote: Exclude<Quote, "unknown">): string {
  switch (quote) {
    case "none":
      return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
    case "single":
      return value.replaceAll("'", "'\\''");
    case "double":
      return value.replace(/[\\"$`]/g, "\\$&");
    default:
      return quote satisfies never;
  }
}

/** Undefined where the shell has no way to refer to a variable. */
function referTo(variable: string, quote: Quote, shell: SkillDefinition["shell"]): string | undefined {
  switch (shell) {
    case "powershell":
      return quote === "single" ? undefined : `\${env:${variable}}`;
    case "bash": {
      const reference = `\${${variable}}`;
      switch (quote) {
        case "double":
        case "unknown":
          return reference;
        case "none":
          return `"${reference}"`;
        case "single":
          return `'"${reference}"'`;
        default:
          return quote satisfies never;
      }
    }
    default:
      return shell satisfies never;
  }
}
