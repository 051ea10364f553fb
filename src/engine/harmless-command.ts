/** Knows the commands that only show something: they need no rule, as long as what they read may be read. */
import type { ShellWord } from "./shell-analysis.ts";

interface HarmlessCommand {
  /** Options that may stand anywhere; everything else that begins with `-` makes the command need a rule. */
  readonly options: RegExp;
  /** What the other arguments are. `first-is-pattern`: the first is text, the rest are files; `literal`: known text. */
  readonly operands: "text" | "literal" | "files" | "first-is-pattern" | "none";
}

const NUMBER = "[+-]?\\d+[kKmMgG]?";

const HARMLESS: Readonly<Record<string, HarmlessCommand>> = {
  echo: { options: /./, operands: "text" },
  printf: { options: /^--$/, operands: "text" },
  true: { options: /./, operands: "text" },
  false: { options: /./, operands: "text" },
  ":": { options: /./, operands: "text" },
  // Not with -v or -R: they evaluate an array subscript, which may run a command.
  test: { options: /^-[^vR]$|^-(?:eq|ne|lt|le|gt|ge|nt|ot|ef)$/, operands: "literal" },
  "[": { options: /^-[^vR]$|^-(?:eq|ne|lt|le|gt|ge|nt|ot|ef)$/, operands: "literal" },
  pwd: { options: /^-[LP]$/, operands: "none" },
  exit: { options: /^-?\d+$/, operands: "text" },
  cd: { options: /^-[LP]$/, operands: "files" },
  ls: { options: /^(?:-[1aAlhrtSRdFpsin]+|--color=never|--all)$/, operands: "files" },
  cat: { options: /^-[nbsAETv]+$/, operands: "files" },
  head: { options: new RegExp(`^-(?:[qvz]+|[nc]?(?:${NUMBER})?)$`), operands: "files" },
  tail: { options: new RegExp(`^-(?:[qvz]+|[nc]?(?:${NUMBER})?)$`), operands: "files" },
  wc: { options: /^(?:-[clmwL]+|--lines|--words|--bytes)$/, operands: "files" },
  cut: { options: /^-[bcdfs].*$/, operands: "files" },
  nl: { options: /^-ba$/, operands: "files" },
  grep: {
    options: /^(?:-[EFGPivwxcnHhlLoqsaA-C0-9m]+|--color=never|--line-number|--ignore-case|--count)$/,
    operands: "first-is-pattern",
  },
  sort: { options: /^-[bdfgiMhnRrVuszk0-9,.t:]+$/, operands: "files" },
  uniq: { options: /^-[cdiuz]+$/, operands: "none" },
  tr: { options: /^-[cdst]+$/, operands: "text" },
  rev: { options: /^$/, operands: "files" },
  basename: { options: /^$/, operands: "text" },
  dirname: { options: /^$/, operands: "text" },
};

/** `reads`: files and directories named in the arguments, as written; all must be readable for the command to pass. */
export type Harmlessness =
  | { readonly kind: "harmless"; readonly reads: readonly string[] }
  | { readonly kind: "unknown" };

const UNKNOWN: Harmlessness = { kind: "unknown" };

/** Judges one command by its words alone. An argument that only the shell knows is harmless where it is mere text. */
export function judgeHarmless(words: readonly ShellWord[]): Harmlessness {
  const [program, ...rest] = words;
  if (!program?.isLiteral || !Object.hasOwn(HARMLESS, program.text)) return UNKNOWN;
  const command = HARMLESS[program.text];
  if (!command) return UNKNOWN;
  const operands: ShellWord[] = [];
  // For `test` a `--` is a text like any other, and options follow wherever they like.
  const minds = command.operands !== "literal";
  let optionsOver = false;
  for (const word of rest) {
    const isOption = !optionsOver && word.text.startsWith("-") && word.text !== "-";
    if (!isOption) operands.push(word);
    else if (minds && word.text === "--") optionsOver = true;
    else if (!word.isLiteral || !command.options.test(word.text)) return UNKNOWN;
  }
  switch (command.operands) {
    case "text":
      // `echo /home/*` would list a directory.
      if (operands.some((word) => !word.isLiteral && /[*?[]/.test(word.text) && word.text.includes("/")))
        return UNKNOWN;
      // An unknown first argument could turn out to be an option, such as `printf -v NAME`.
      return program.text === "printf" && rest[0]?.isLiteral === false ? UNKNOWN : harmless([]);
    case "literal":
      return operands.every((word) => word.isLiteral) ? harmless([]) : UNKNOWN;
    case "none":
      return operands.length === 0 ? harmless([]) : UNKNOWN;
    case "files":
      return filesOnly(operands);
    case "first-is-pattern":
      return operands.length > 0 && operands[0]?.isLiteral ? filesOnly(operands.slice(1)) : UNKNOWN;
    default:
      return command.operands satisfies never;
  }
}

function filesOnly(operands: readonly ShellWord[]): Harmlessness {
  if (!operands.every((word) => word.isLiteral)) return UNKNOWN;
  return harmless(operands.map((word) => word.text).filter((text) => text !== "-"));
}

function harmless(reads: readonly string[]): Harmlessness {
  return { kind: "harmless", reads };
}
