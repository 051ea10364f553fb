/** Knows the arguments by which a program that otherwise looks at things runs another program, or writes or deletes. */
import type { ShellWord } from "./shell-analysis.ts";

/** Abbreviated long options count too: git takes any unambiguous beginning. */
const ESCAPES: Readonly<Record<string, RegExp>> = {
  find: /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/,
  fd: /^(?:-[xX]|--exec(?:-batch)?)/,
  git: /^--(?:outp|ext-|open-f|upload-p|receive-p|exec)/,
  rg: /^--(?:pre|hostname-bin)/,
};

/** Options of git itself, in front of the subcommand, that set what it executes. */
const GIT_GLOBAL = /^(?:-c|--config-env|--exec-path)/;

/**
 * True when the command has such an argument. A rule with a wildcard was written with the ordinary use in mind and does
 * not cover it; a rule that spells the command out does.
 */
export function hasEscapeOption(words: readonly ShellWord[]): boolean {
  const [program, ...rest] = words;
  if (!program || !Object.hasOwn(ESCAPES, program.text)) return false;
  const subcommand = rest.findIndex((word) => !word.text.startsWith("-"));
  const global = subcommand < 0 ? rest : rest.slice(0, subcommand);
  if (program.text === "git" && global.some((word) => GIT_GLOBAL.test(word.text))) return true;
  return rest.some((word) => ESCAPES[program.text]?.test(word.text) === true);
}
