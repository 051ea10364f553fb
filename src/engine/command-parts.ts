/** Looks through wrappers such as `timeout 5 …` or `bash -c "…"` at the commands that would really run. */
import { hiddenTexts, scriptOf } from "./command-texts.ts";
import { forbiddableForms, isLookedThrough } from "./forbiddable-forms.ts";
import { isSafeAssignment } from "./safe-assignment.ts";
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
  /** Forms that a rule which forbids must look at too: after each wrapper, under other names, in texts for a shell. */
  readonly forbiddable: readonly (readonly ShellWord[])[];
  /** Those of them that stand in texts for a shell. */
  readonly hidden: readonly (readonly ShellWord[])[];
}

export interface CommandParts {
  readonly parts: readonly CommandPart[];
  readonly redirects: readonly ShellRedirect[];
  /** Why there may be more to it than the parts say, as noun phrases. */
  readonly unclear: readonly string[];
  /** Commands that may run and that nobody has seen, as noun phrases: for rules that forbid. */
  readonly unseen: readonly string[];
}

/** Commands given as text to a shell, to `eval` or to `trap` are parsed in turn, this many levels deep. */
const MAX_DEPTH = 5;

/** Texts that one command may hand to shells; nobody writes as many by hand. */
const MAX_TEXTS = 50;

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
  const unseen: string[] = [];

  function take(found: ShellAnalysis, depth: number): void {
    redirects.push(...found.redirects);
    unclear.push(...found.unclear);
    for (const command of found.commands) takeCommand(command, depth);
  }

  function takeCommand(command: ShellCommand, depth: number): void {
    const { effective, assignments } = unwrap(command);
    const script = scriptOf(effective);
    const hidden = findHidden({ words: command.words, effective, assignments }, parse);
    if (!isLookedThrough(command.words)) unclear.push("too many words that may be commands");
    if (!hidden.isComplete) unclear.push("too many texts that may be commands");
    unseen.push(...hidden.unseen);
    redirects.push(...hidden.redirects);
    const forbiddable = [...forbiddableForms(command.words, effective), ...hidden.forms];
    const part = { words: command.words, effective, assignments, forbiddable, hidden: hidden.forms };
    switch (script.kind) {
      case "none":
        parts.push(part);
        return;
      case "opaque":
        parts.push(part);
        unclear.push(script.what);
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
  return { parts, redirects, unclear: [...new Set(unclear)], unseen };
}

interface Hidden {
  readonly forms: readonly (readonly ShellWord[])[];
  readonly redirects: readonly ShellRedirect[];
  readonly unseen: readonly string[];
  /** False when there are more texts than anybody writes. */
  readonly isComplete: boolean;
}

/** The commands in texts that the command may hand to a shell, and in texts within those. */
function findHidden(command: Pick<CommandPart, "words" | "effective" | "assignments">, parse: ShellParser): Hidden {
  const forms: (readonly ShellWord[])[] = [];
  const redirects: ShellRedirect[] = [];
  const unseen: string[] = [];
  const seen = new Set<string>();
  let waiting = [command];
  for (let depth = 0; ; depth++) {
    const texts: string[] = [];
    for (const { words, effective, assignments } of waiting) {
      const unsafe = assignments.filter((assignment) => !isSafeAssignment(assignment));
      for (const form of forbiddableForms(words, effective)) {
        const script = scriptOf(form);
        if (script.kind === "opaque") unseen.push(script.what);
        texts.push(...hiddenTexts(form, unsafe));
      }
    }
    const fresh = [...new Set(texts)].filter((text) => !seen.has(text));
    if (fresh.length === 0) return { forms, redirects, unseen, isComplete: true };
    if (depth >= MAX_DEPTH || seen.size + fresh.length > MAX_TEXTS)
      return { forms, redirects, unseen, isComplete: false };
    for (const text of fresh) seen.add(text);
    const found = fresh.map(parse);
    redirects.push(...found.flatMap((it) => it.redirects));
    waiting = found
      .flatMap((it) => it.commands)
      .map(({ words, assignments }) => ({ words, ...unwrap({ words, assignments }) }));
    forms.push(...waiting.flatMap(({ words, effective }) => forbiddableForms(words, effective)));
  }
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
