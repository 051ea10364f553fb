/** Finds the texts that a command hands to a shell, and tells when it runs code that nobody can see. */
import type { ShellAssignment, ShellWord } from "./shell-analysis.ts";

export type Script =
  | { readonly kind: "none" }
  | { readonly kind: "opaque"; readonly what: string }
  /** `replaces`: the text is all that the command does. */
  | { readonly kind: "runs"; readonly text: string; readonly replaces: boolean };

const NONE: Script = { kind: "none" };

const SHELLS = new Set("bash sh dash zsh ksh ash mksh yash fish csh tcsh rbash rzsh".split(" "));

/** Builtins that give a name another meaning for the commands after them. */
const RENAMERS: Readonly<Record<string, (rest: readonly ShellWord[]) => boolean>> = {
  alias: (rest) => rest.some((word) => !word.isLiteral || word.text.includes("=")),
  hash: (rest) => rest.some((word) => !word.isLiteral || /^-\w*p/.test(word.text)),
  enable: (rest) => rest.some((word) => !word.isLiteral || /^-\w*f/.test(word.text)),
};

/** Programs that take whole command lines as arguments, in one word or in several. */
const TEXT_RUNNERS = new Set(
  (
    "watch su runuser script flock parallel ssh entr hyperfine tmux screen xterm concurrently nodemon npx npm make " +
    "mapfile readarray complete compgen bind man at batch"
  ).split(" "),
);

/** Options of git that take a command, and subcommands that take one as the rest of their arguments. */
const GIT_COMMAND_OPTION = /^(?:-x|--exec|--extcmd|--upload-pack|--receive-pack|--config|-u|-O|--open-files-in-pager)$/;
const GIT_ATTACHED = /^(?:--[\w-]+=|-[xOu])(.+)$/s;

/** The command text that a shell, `eval` or `trap` is given. */
export function scriptOf(words: readonly ShellWord[]): Script {
  const [program, ...rest] = words;
  if (!program?.isLiteral) return NONE;
  const name = baseName(program.text);
  if (Object.hasOwn(RENAMERS, name) && RENAMERS[name]?.(rest)) return opaque(`names that ${name} changes`);
  switch (name) {
    case "eval":
      if (rest.length === 0) return NONE;
      return rest.every((word) => word.isLiteral)
        ? { kind: "runs", text: rest.map((word) => word.text).join(" "), replaces: program.text === name }
        : opaque("code that eval computes");
    case "trap": {
      const action = rest.find((word) => word.text !== "--");
      if (!action || /^-/.test(action.text)) return NONE;
      return action.isLiteral
        ? { kind: "runs", text: action.text, replaces: false }
        : opaque("code that trap computes");
    }
    case "source":
    case ".":
      return isVisibleFile(rest.find((word) => word.text !== "--")) ? NONE : opaque(`code that ${name} reads`);
    default:
      return SHELLS.has(name) ? shellScript(program, rest) : NONE;
  }
}

function shellScript(program: ShellWord, rest: readonly ShellWord[]): Script {
  const name = baseName(program.text);
  let takesText = false;
  let at = 0;
  for (let word = rest[at]; word !== undefined && /^[-+]./.test(word.text); word = rest[++at]) {
    if (word.text === "--") {
      at += 1;
      break;
    }
    if (!word.isLiteral || /^--(?:version|help)$/.test(word.text)) break;
    if (/^(?:[-+][A-Za-z]*[oO]|--(?:rcfile|init-file))$/.test(word.text)) at += 1;
    if (/^-[A-Za-z]*c[A-Za-z]*$/.test(word.text) || word.text === "--command") takesText = true;
    if (!takesText && /^-[A-Za-z]*s[A-Za-z]*$/.test(word.text)) return opaque(`code that ${name} reads`);
  }
  const operand = rest[at];
  if (operand && /^--(?:version|help)$/.test(operand.text)) return NONE;
  if (!takesText) return isVisibleFile(operand) ? NONE : opaque(`code that ${name} reads`);
  if (!operand?.isLiteral) return opaque(`code that ${name} computes`);
  const onlyPlainFlags =
    at === 1 && rest[0]?.isLiteral === true && /^-[lexu]*c$/.test(rest[0].text) && rest.length === 2;
  return { kind: "runs", text: operand.text, replaces: onlyPlainFlags && program.text === name };
}

/** A script in a file is a program like any other; what comes from a stream is part of this command line, unseen. */
function isVisibleFile(word: ShellWord | undefined): boolean {
  return word?.isLiteral === true && !/^(?:-|\/dev\/.*|\/proc\/.*)$/s.test(word.text);
}

function opaque(what: string): Script {
  return { kind: "opaque", what };
}

/**
 * Texts that may run as commands without being all that the command does: `watch "rm x"`, `git -c alias.x="!rm x"`,
 * `GIT_SSH_COMMAND="rm x" git fetch`. For rules that forbid; a rule that allows never looks at them.
 */
export function hiddenTexts(words: readonly ShellWord[], assignments: readonly ShellAssignment[]): readonly string[] {
  const [program, ...rest] = words;
  const texts = assignments.flatMap(({ name, text }) => {
    const value = text.slice(name.length + 1);
    return /^GIT_CONFIG/.test(name) ? gitConfigTexts(value) : [value];
  });
  if (!program?.isLiteral) return texts;
  const name = baseName(program.text);
  const literal = rest.filter((word) => word.isLiteral).map((word) => word.text);
  if (TEXT_RUNNERS.has(name)) {
    const operands = literal.filter((text) => !text.startsWith("-"));
    const attached = literal.flatMap((text) => /^(?:--[\w-]+=|[A-Z_]+=|-[a-zA-Z])(.+)$/s.exec(text)?.[1] ?? []);
    texts.push(...operands, ...attached, ...operands.slice(0, 4).map((_, at) => operands.slice(at).join(" ")));
  }
  if (name === "env") {
    const at = literal.findIndex((text) => /^(?:-[a-zA-Z]*S|--split-string)/.test(text));
    const first = literal[at]?.replace(/^(?:-[a-zA-Z]*?S|--split-string=?)/, "") ?? "";
    if (at >= 0) texts.push([first, ...literal.slice(at + 1)].join(" "));
  }
  if (name === "git") texts.push(...gitTexts(literal));
  const script = scriptOf(words);
  if (script.kind === "runs") texts.push(script.text);
  return texts.filter((text) => text.trim() !== "");
}

function gitTexts(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    if (/^-c./.test(word)) return gitConfigTexts(word.slice(2));
    if (word === "-c" && next !== undefined) return gitConfigTexts(next);
    if (GIT_COMMAND_OPTION.test(word) && next !== undefined) return gitConfigTexts(next);
    if (/^(?:run|foreach)$/.test(word)) return [words.slice(at + 1).join(" ")];
    const attached = GIT_ATTACHED.exec(word)?.[1];
    return attached === undefined ? [] : gitConfigTexts(attached);
  });
}

/** `alias.x=!rm` is a command, `alias.x=push` a subcommand of git. */
function gitConfigTexts(setting: string): readonly string[] {
  const value = setting.replace(/^[\w.-]+=/, "").replace(/^!/, "");
  return [setting, value, `git ${value}`];
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
