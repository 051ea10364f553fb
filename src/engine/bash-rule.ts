/** Matches one simple command against the specifier of a `Bash(…)` rule. */
import { matchWildcard } from "./match-wildcard.ts";
import type { ShellWord } from "./shell-analysis.ts";

/** Stands for white space inside one word, so that `git "diff x"` is not taken for `git diff x`. */
const INNER_SPACE = "\u0001";

/** Stands for a `*` that means itself: `\\*` in a rule, and each in a command. */
const PLAIN_STAR = "\u0002";

export interface BashPattern {
  /** True for `Bash` and `Bash(*)`, which speak of every command. */
  readonly matchesAll: boolean;
  /** The specifier as written, `*` when there is none. */
  readonly text: string;
  /** True when the command may go on after the match. */
  readonly isPrefix: boolean;
  /** The pattern proper, without the blank and `*` of a prefix at its end. */
  readonly body: string;
}

/**
 * A trailing `:*` or ` *` is a prefix that ends at a word; `*` elsewhere spans anything, and `\\*` is a star. Quotes group as in
 * the shell.
 */
export function parseBashPattern(specifier: string | undefined): BashPattern {
  const text = (specifier ?? "").trim() || "*";
  const isPrefix = text.endsWith(":*") || text.endsWith(" *");
  const body = (isPrefix ? text.slice(0, -2) : text).trim();
  return { matchesAll: /^[*\s:]*$/.test(text), text, isPrefix, body: joinQuoted(body.replaceAll("\\*", PLAIN_STAR)) };
}

/** True when the command is what the pattern describes, as far as its words are known. */
export function matchBashPattern(pattern: BashPattern, words: readonly ShellWord[]): boolean {
  if (pattern.matchesAll) return true;
  if (words.length === 0) return false;
  const command = joinWords(words);
  return matchWildcard(pattern.body, command) || (pattern.isPrefix && matchWildcard(`${pattern.body} *`, command));
}

/**
 * True when words that only the shell knows could make the command match: `$X -rf` may be `rm -rf`. Used for rules that
 * forbid, where a doubt must not let the command through.
 */
export function mayMatchBashPattern(pattern: BashPattern, words: readonly ShellWord[]): boolean {
  if (matchBashPattern(pattern, words)) return true;
  const unknown = words.findIndex((word) => !word.isLiteral);
  if (unknown < 0) return false;
  const known = words.slice(0, unknown);
  // The unknown word may be none, or several; what is known before it must fit the beginning of the pattern.
  const start = known.length === 0 ? "" : `${joinWords(known)} `;
  const head = pattern.body.split("*")[0] ?? "";
  return `${head} `.startsWith(start) || (pattern.body.includes("*") && start.startsWith(head));
}

/** The command as one line: words by single blanks. */
export function joinWords(words: readonly ShellWord[]): string {
  return words.map((word) => word.text.replace(/\s/g, INNER_SPACE).replaceAll("*", PLAIN_STAR)).join(" ");
}

/** True when the rule spells the whole command line out. */
export function spellsOut(pattern: BashPattern, command: string): boolean {
  return pattern.text === command.trim() || pattern.text.replaceAll("\\*", "*") === command.trim();
}

/** Text of a command as the specifier of a rule that means this text and no other. */
export function escapeBashPattern(text: string): string {
  return text.replaceAll("*", "\\*");
}

/** Collapses the blanks of a pattern and takes its quotes off, keeping blanks inside quotes apart from those between words. */
function joinQuoted(pattern: string): string {
  return pattern
    .replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) =>
      (double ?? single ?? "").replace(/\s/g, INNER_SPACE),
    )
    .replace(/\s+/g, " ");
}
