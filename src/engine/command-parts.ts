/** Looks through wrappers such as `timeout 5 …` or `bash -c "…"` at the commands that would really run. */
import type {
  ShellAnalysis,
  ShellAssignment,
  ShellCommand,
  ShellParser,
  ShellRedirect,
  ShellWord,
} from "./shell-analysis.ts";

/** One command that would run, in all the forms in which a rule may speak of it. */
export interface CommandPart {
  /** As written, wrappers included. */
  readonly words: readonly ShellWord[];
  /** What runs in the end, wrappers taken off; equal to `words` when there are none. */
  readonly effective: readonly ShellWord[];
  /** Assignments in front and those given to `env`. */
  readonly assignments: readonly ShellAssignment[];
  /** Forms that a rule which forbids must look at too: after each wrapper, and without the directory of the program. */
  readonly forbiddable: readonly (readonly ShellWord[])[];
}

export interface CommandParts {
  readonly parts: readonly CommandPart[];
  readonly redirects: readonly ShellRedirect[];
  readonly unclear: readonly string[];
}

/** Commands given as text to a shell, to `eval` or to `trap` are parsed in turn, this many levels deep. */
const MAX_DEPTH = 5;

/** Programs that run another command given in their arguments. A rule that forbids looks at every suffix. */
const RUNNERS = new Set(
  (
    "sudo doas su env xargs timeout nice nohup stdbuf time command builtin exec watch setsid ionice chrt taskset flock " +
    "parallel strace ltrace find fd busybox unshare chroot nsenter script"
  ).split(" "),
);

const SHELLS = new Set(["bash", "sh", "dash", "zsh", "ksh"]);

/** The words that a wrapper hands on; `undefined` when its options are not understood. */
type Unwrap = (
  words: readonly ShellWord[],
) => { words: readonly ShellWord[]; assignments?: readonly ShellAssignment[] } | undefined;

const WRAPPERS: Readonly<Record<string, Unwrap>> = {
  timeout: (words) => {
    const rest = skipOptions(words, {
      withValue: /^(?:-[sk]|--signal|--kill-after)$/,
      alone: /^(?:-[vf]|--(?:verbose|foreground|preserve-status)|-[sk].+|--(?:signal|kill-after)=.*)$/,
    });
    return rest && isLiteralMatch(rest[0], /^[\d.]+[smhd]?$/) ? { words: rest.slice(1) } : undefined;
  },
  time: (words) => plain(words, /^-p$/),
  nice: (words) =>
    wrap(skipOptions(words, { withValue: /^(?:-n|--adjustment)$/, alone: /^(?:-n?-?\d+|--adjustment=.*)$/ })),
  nohup: (words) => plain(words),
  stdbuf: (words) =>
    wrap(skipOptions(words, { withValue: /^-[ioe]$/, alone: /^(?:-[ioe].+|--(?:input|output|error)=.*)$/ })),
  command: (words) => plain(words),
  builtin: (words) => plain(words),
  xargs: (words) => {
    const rest = skipOptions(words, {
      withValue: /^-[nPLd]$/,
      alone: /^(?:-[0rt]+|-[nPLd].+|--(?:null|no-run-if-empty|verbose))$/,
    });
    // The command gets more arguments from the input, which nobody has seen.
    return rest && rest.length > 0 ? { words: [...rest, { text: "…", isLiteral: false }] } : undefined;
  },
  env: (words) => {
    const rest = skipOptions(words, {
      withValue: /^(?:-u|--unset)$/,
      alone: /^(?:-i|-|--ignore-environment|-u.+|--unset=.*)$/,
    });
    if (!rest) return undefined;
    const first = rest.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.text));
    const assignments = rest
      .slice(0, first < 0 ? rest.length : first)
      .map(({ text }) => ({ name: text.split("=")[0] ?? "", text }));
    return first < 0 ? undefined : { words: rest.slice(first), assignments };
  },
};

/** All commands of a command line with what hides inside them. Pure; `parse` is asked for nested command texts. */
export function resolveCommandParts(analysis: ShellAnalysis, parse: ShellParser): CommandParts {
  const parts: CommandPart[] = [];
  const redirects: ShellRedirect[] = [];
  const unclear: string[] = [];

  function take(found: ShellAnalysis, depth: number): void {
    redirects.push(...found.redirects);
    unclear.push(...found.unclear);
    for (const command of found.commands) takeCommand(command, depth);
  }

  function takeCommand(command: ShellCommand, depth: number): void {
    const { effective, assignments } = unwrap(command);
    const script = scriptOf(effective);
    const part = {
      words: command.words,
      effective,
      assignments,
      forbiddable: forbiddableForms(command.words, effective),
    };
    switch (script.kind) {
      case "none":
        parts.push(part);
        return;
      case "opaque":
        parts.push(part);
        unclear.push(`code that ${effective[0]?.text ?? "a command"} computes`);
        return;
      case "runs":
        // The shell that runs the text is nothing in itself: its commands are what needs permission.
        if (!script.replaces) parts.push(part);
        else if (assignments.length > 0) parts.push({ ...part, effective: [], words: [] });
        if (depth >= MAX_DEPTH) unclear.push("commands nested too deeply");
        else take(parse(script.text), depth + 1);
        return;
      default:
        script satisfies never;
    }
  }

  take(analysis, 0);
  return { parts, redirects, unclear: [...new Set(unclear)] };
}

function unwrap(command: ShellCommand): { effective: readonly ShellWord[]; assignments: readonly ShellAssignment[] } {
  let effective = command.words;
  const assignments = [...command.assignments];
  for (let level = 0; level < MAX_DEPTH; level++) {
    const [program, ...rest] = effective;
    if (!program?.isLiteral || !Object.hasOwn(WRAPPERS, program.text)) break;
    const inner = WRAPPERS[program.text]?.(rest);
    if (!inner || inner.words.length === 0) break;
    effective = inner.words;
    assignments.push(...(inner.assignments ?? []));
  }
  return { effective, assignments };
}

type Script =
  | { readonly kind: "none" | "opaque" }
  /** `replaces`: the text is all that the command does. */
  | { readonly kind: "runs"; readonly text: string; readonly replaces: boolean };

/** The command text that a shell, `eval` or `trap` is given. */
function scriptOf(words: readonly ShellWord[]): Script {
  const [program, ...rest] = words;
  if (!program?.isLiteral) return { kind: "none" };
  const name = baseName(program.text);
  if (name === "eval") {
    if (rest.length === 0) return { kind: "none" };
    return rest.every((word) => word.isLiteral)
      ? { kind: "runs", text: rest.map((word) => word.text).join(" "), replaces: program.text === name }
      : { kind: "opaque" };
  }
  if (name === "trap") {
    const [action] = rest;
    if (!action || /^-/.test(action.text)) return { kind: "none" };
    return action.isLiteral ? { kind: "runs", text: action.text, replaces: false } : { kind: "opaque" };
  }
  if (!SHELLS.has(name)) return { kind: "none" };
  const flag = rest.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word.text));
  if (flag < 0) return { kind: "none" };
  const text = rest[flag + 1];
  if (!text?.isLiteral) return { kind: "opaque" };
  const onlyPlainFlags = flag === 0 && isLiteralMatch(rest[0], /^-[lexu]*c$/) && rest.length === 2;
  return { kind: "runs", text: text.text, replaces: onlyPlainFlags && program.text === name };
}

function forbiddableForms(
  words: readonly ShellWord[],
  effective: readonly ShellWord[],
): readonly (readonly ShellWord[])[] {
  const forms: (readonly ShellWord[])[] = [words, effective];
  const runner = words.findIndex((word) => word.isLiteral && RUNNERS.has(baseName(word.text)));
  if (runner === 0) for (let start = 1; start < words.length; start++) forms.push(words.slice(start));
  const withoutGitOptions = forms.map(stripGitOptions).filter((form) => form !== undefined);
  return [...forms, ...withoutGitOptions].flatMap((form) => {
    const [program, ...rest] = form;
    const name = program && baseName(program.text);
    return program && name !== program.text && name !== ""
      ? [form, [{ ...program, text: name ?? "" }, ...rest]]
      : [form];
  });
}

/** `git -C dir --no-pager push` as `git push`; undefined when there is nothing to take off. */
function stripGitOptions(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const [program, ...rest] = words;
  if (!program || baseName(program.text) !== "git" || !rest[0]?.text.startsWith("-")) return undefined;
  let at = 0;
  while (rest[at]?.text.startsWith("-"))
    at += /^(?:-[Cc]|--(?:git-dir|work-tree|namespace))$/.test(rest[at]?.text ?? "") ? 2 : 1;
  return [program, ...rest.slice(at)];
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

/** The words after leading options; undefined when one is not known or not literal. */
function skipOptions(
  words: readonly ShellWord[],
  options: { readonly withValue: RegExp; readonly alone: RegExp },
): readonly ShellWord[] | undefined {
  let at = 0;
  for (let word = words[at]; word?.text.startsWith("-"); word = words[at]) {
    if (!word.isLiteral) return undefined;
    if (word.text === "--") return words.slice(at + 1);
    if (options.withValue.test(word.text)) {
      if (words[at + 1]?.isLiteral !== true) return undefined;
      at += 2;
    } else if (options.alone.test(word.text)) at += 1;
    else return undefined;
  }
  return words.slice(at);
}

function plain(words: readonly ShellWord[], option = /^$/): { words: readonly ShellWord[] } | undefined {
  return wrap(skipOptions(words, { withValue: /^$/, alone: option }));
}

function wrap(words: readonly ShellWord[] | undefined): { words: readonly ShellWord[] } | undefined {
  return words && { words };
}

function isLiteralMatch(word: ShellWord | undefined, pattern: RegExp): boolean {
  return word?.isLiteral === true && pattern.test(word.text);
}
