/** Knows the arguments by which a program that otherwise looks at things runs another program, or writes or deletes. */
import type { ShellWord } from "./shell-analysis.ts";

/** Abbreviated long options count too: git and GNU programs take any unambiguous beginning. */
const ESCAPES: Readonly<Record<string, RegExp>> = {
  find: /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/,
  fd: /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)/,
  git: /^(?:--(?:ou|ex$|exe|ext|open|upl|rec$|rece|conf|templ|sendmail-c|smtp-s|to-c|cc-c|textc)|-[a-zA-Z]*[xO])/,
  rg: /^--(?:pre|host)/,
  sort: /^(?:-[a-zA-Z]*[oT]|--(?:o|com|te))/,
  tree: /^(?:-o|--output)/,
  tar: /^(?:--(?:to|checkpoint-|us|rs|rm|inf|new-v)|-[a-zA-Z]*[IF])/,
  man: /^(?:-[a-zA-Z]*[PH]|--(?:pag|html|bro))/,
  ag: /^--pager/,
  bat: /^--pager/,
  jq: /^(?:-[a-zA-Z]*L|--library)/,
  go: /^--?(?:exec|toolexec|vettool|modfile|overlay)/,
  less: /^(?:-[a-zA-Z]*[okO]|--(?:log|lesskey))/,
  date: /^(?:-[a-zA-Z]*s|--s)/,
};

/** Options of git itself, in front of the subcommand, that set what it executes. */
const GIT_GLOBAL = /^(?:-c|--config-env|--exec-path)/;

/** Subcommands of git that run whatever they are told to, now or later. */
const GIT_RUNNERS: Readonly<Record<string, (rest: readonly string[]) => boolean>> = {
  bisect: (rest) => rest[0] === "run",
  submodule: (rest) => rest.includes("foreach"),
  clone: (rest) => rest.some((word) => /^-[a-zA-Z]*[cu]/.test(word)),
  config: (rest) => !/^(?:-l|--list|--get.*|get|list)$/.test(rest.find((word) => !SCOPE.test(word)) ?? "--list"),
  "filter-branch": () => true,
  difftool: () => true,
  mergetool: () => true,
  "send-email": () => true,
  instaweb: () => true,
  hook: () => true,
};

const SCOPE = /^--(?:global|system|local|worktree|show-origin|show-scope|null|name-only|includes)$/;

/**
 * True when the command has such an argument, or one that the shell computes and that may become it. A rule with a wildcard
 * was written with the ordinary use in mind and does not cover it; a rule that spells the command out does. `spelled`: the
 * part of the rule that stands before its first wildcard.
 */
export function hasEscapeOption(words: readonly ShellWord[], spelled: string): boolean {
  const [program, ...rest] = words;
  const name = program?.text.slice(program.text.lastIndexOf("/") + 1) ?? "";
  if (!Object.hasOwn(ESCAPES, name)) return false;
  if (rest.some((word) => ESCAPES[name]?.test(word.text) === true || mayBecomeOption(word))) return true;
  if (name !== "git") return false;
  const at = rest.findIndex((word) => !word.text.startsWith("-"));
  const subcommand = rest[at]?.text ?? "";
  const global = at < 0 ? rest : rest.slice(0, at);
  if (global.some((word) => GIT_GLOBAL.test(word.text))) return true;
  if (!Object.hasOwn(GIT_RUNNERS, subcommand) || spelled.split(" ").includes(subcommand)) return false;
  return GIT_RUNNERS[subcommand]?.(rest.slice(at + 1).map((word) => word.text)) === true;
}

/** False for a word with a known beginning that the shell cannot split, such as `src/*.ts` or `"HEAD~$n"`. */
function mayBecomeOption({ text, isLiteral }: ShellWord): boolean {
  if (isLiteral) return false;
  const isQuoted = /^"[^"]*"$/.test(text);
  const start = isQuoted ? text[1] : text[0];
  const hasKnownStart = /^[\w./~:@%+]$/.test(start ?? "");
  // What stands in quotes stays one word; outside of them only patterns and braces do.
  return !hasKnownStart || (!isQuoted && /[$`]|<\(/.test(text));
}
