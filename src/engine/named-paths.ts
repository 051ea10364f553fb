/** Lists what a command line may mean as files: for rules that forbid, which hold however a file is named. */
import { dirname, join, resolve } from "node:path";
import type { CommandPart, CommandParts } from "./command-parts.ts";
import { expandBraces } from "./expand-braces.ts";
import { forbiddableForms } from "./forbiddable-forms.ts";
import { judgeHarmless } from "./harmless-command.ts";
import type { ShellWord } from "./shell-analysis.ts";

export interface NamedPath {
  /** Absolute; a pattern where `isGlob`. */
  readonly path: string;
  readonly isGlob: boolean;
  readonly access: "read" | "write";
  /** True also where the command may write it by another of its arguments. */
  readonly mayWrite: boolean;
}

export interface NamedPaths {
  readonly paths: readonly NamedPath[];
  /** False when the line names more than anybody looks through. */
  readonly isComplete: boolean;
  /** True when some of them may be written. */
  readonly writes: boolean;
}

interface Use extends Pick<NamedPath, "access" | "mayWrite"> {
  /** True when the word is a file, whatever it looks like. */
  readonly isFile: boolean;
  /** True when of a directory everything in it is meant. */
  readonly descends?: boolean;
}

interface Place {
  readonly cwd: string;
  readonly home: string;
}

/** Programs whose arguments are files, also those that look like plain words. */
const READERS = new Set(
  (
    "cat head tail less more sed awk gawk mawk nawk grep egrep fgrep zgrep rg ag ack find fd xxd od hexdump strings base64 " +
    "base32 sort uniq cut paste join comm diff cmp cp mv ln rsync scp tar zip gzip bzip2 xz zstd dd tee source . openssl jq " +
    "yq nl tac rev fold fmt pr split csplit wc md5sum shasum sha1sum sha256sum sha512sum cksum vim vi view nano ed ex emacs " +
    "bat column iconv rm unlink shred touch truncate install chmod chown"
  ).split(" "),
);

/** Programs that write every file they are given, and those that write the last. */
const WRITERS = new Set("mv rm tee touch mkdir rmdir chmod chown truncate patch unlink shred ed ex".split(" "));
const COPIERS = new Set("cp ln install rsync scp".split(" "));

/** Programs that write files somewhere among their arguments; of git and find, subcommands and options tell. */
const MAY_WRITE = new Set(
  (
    "cp ln install rsync scp mv rm tee touch mkdir rmdir chmod chown chgrp truncate patch unlink shred ed ex dd sed perl " +
    "curl wget tar unzip bsdtar cpio 7z split csplit xxd mkfifo mknod gzip gunzip bzip2 xz zstd openssl setfacl ditto"
  ).split(" "),
);
const GIT_WRITES = new Set("mv rm clone init restore worktree checkout-index archive".split(" "));

/** Programs that go through directories. */
const DESCENDERS = new Set(
  "cp mv ln rm rsync scp tar zip 7z ditto grep egrep rg ag ack find fd chmod chown".split(" "),
);

const DIRECTORY_CHANGES = new Set(["cd", "pushd"]);
const MAX_ALTERNATIVES = 1000;
const MAX_BASES = 8;
const MAX_PATHS = 2000;

/** Stands for the files of a directory: only a rule for all of them speaks of it. */
const ANY_NAME = "\u2026";

/**
 * Every word that may be a file, from the working directory and from each directory that the line changes to. Wider than what
 * the command opens: a word that looks like a path is taken for one. Words that only the shell knows count as the patterns
 * they are; where a program that reads files gets one with a variable in it, all words of the line count.
 */
export function listNamedPaths({ parts, redirects }: CommandParts, place: Place): NamedPaths {
  let bases: readonly string[] = [place.cwd];
  for (const { effective } of parts) {
    if (!DIRECTORY_CHANGES.has(effective[0]?.text ?? "")) continue;
    const targets = effective.length === 1 ? [{ text: place.home, isLiteral: true }] : effective.slice(1);
    for (const word of targets) {
      const moved = readPaths(word, place).flatMap(({ text }) => bases.map((base) => resolve(base, text)));
      bases = [...new Set([...bases, ...moved])].slice(0, MAX_BASES + 1);
    }
  }
  const readsUnknown = parts.some(
    ({ effective: [program, ...rest] }) =>
      isReader(program) && rest.some((word) => readPaths(word, place).length === 0),
  );
  const found: NamedPath[] = [];
  const add = (word: ShellWord, { access, mayWrite, isFile, descends = false }: Use) => {
    for (const { text, isGlob } of readPaths(word, place)) {
      for (const piece of pieces(text)) {
        if (!isFile && (!/[/.]/.test(piece) || isAddress(piece))) continue;
        for (const base of bases) {
          const path = resolve(base, piece);
          found.push({ path, isGlob, access, mayWrite });
          // A program that gets a directory reads what is in it.
          if (descends) found.push({ path: join(path, ANY_NAME), isGlob, access, mayWrite: false });
        }
      }
    }
  };
  for (const part of parts) {
    for (const form of commandForms(part)) {
      if (isHarmlessText(form) && !readsUnknown) continue;
      const isFile = readsUnknown || isReader(form[0]);
      const descends = DESCENDERS.has(baseName(form[0]?.text ?? ""));
      const accessOf = accessesOf(form);
      const writes = writesFiles(form);
      form.slice(1).forEach((word, at) => {
        const access = accessOf(word, at);
        add(word, { access, mayWrite: access === "write" || writes, isFile, descends });
      });
    }
    for (const { name, text } of part.assignments) {
      add(
        { text: text.slice(name.length + 1), isLiteral: true },
        { access: "read", mayWrite: false, isFile: readsUnknown },
      );
    }
  }
  for (const { target, access } of redirects) add(target, { access, mayWrite: access === "write", isFile: true });
  const paths = [...new Map(found.map((it) => [`${it.access} ${it.isGlob} ${it.mayWrite} ${it.path}`, it])).values()];
  const isComplete = bases.length <= MAX_BASES && paths.length <= MAX_PATHS;
  return { paths: paths.slice(0, MAX_PATHS), isComplete, writes: paths.some(({ mayWrite }) => mayWrite) };
}

/** What really runs, also behind wrappers that are not understood and in texts for a shell. */
function commandForms(part: CommandPart): readonly (readonly ShellWord[])[] {
  return [...forbiddableForms(part.effective, part.effective), ...part.hidden];
}

function isHarmlessText(form: readonly ShellWord[]): boolean {
  const verdict = judgeHarmless(form);
  return verdict.kind === "harmless" && verdict.reads.length === 0;
}

/** What a command does with the file that one of its arguments may be. */
function accessesOf([program, ...rest]: readonly ShellWord[]): (word: ShellWord, at: number) => "read" | "write" {
  const name = baseName(program?.text ?? "");
  const has = (option: RegExp) => rest.some(({ text }) => option.test(text));
  if (name === "dd") return ({ text }) => (text.startsWith("of=") ? "write" : "read");
  const all = WRITERS.has(name) || (name === "sed" && has(/^(?:-[a-zA-Z]*i|--in-place)/));
  if (all) return () => "write";
  if (!COPIERS.has(name)) return () => "read";
  // Where the last word is not known, any may be the target.
  const isOpen = has(/^(?:-t|--target-directory)/) || rest.at(-1)?.isLiteral === false;
  return (_, at) => (isOpen || at === rest.length - 1 ? "write" : "read");
}

/** True when some argument of the command may be a file that it writes. */
function writesFiles([program, ...rest]: readonly ShellWord[]): boolean {
  const name = baseName(program?.text ?? "");
  if (name === "git") return rest.some(({ text }) => GIT_WRITES.has(text));
  if (name === "sort" || name === "tree") return rest.some(({ text }) => /^(?:-[a-zA-Z]*o|--o)/.test(text));
  if (name === "find") return rest.some(({ text }) => /^-(?:fprint|fls|delete)/.test(text));
  return MAY_WRITE.has(name);
}

/** Programs that put nothing of their own into a file: with a name that nobody knows they give no power over later commands. */
const WITHOUT_CONTENT = new Set("touch mkdir rmdir rm unlink shred truncate".split(" "));

/** True when a program that puts content into files gets a word that only the shell knows. */
export function writesUnknown(words: readonly ShellWord[]): boolean {
  const nowhere = { cwd: "/", home: "/" };
  if (WITHOUT_CONTENT.has(baseName(words[0]?.text ?? ""))) return false;
  return writesFiles(words) && words.some((word) => readPaths(word, nowhere).length === 0);
}

function isReader(program: ShellWord | undefined): boolean {
  return program !== undefined && READERS.has(baseName(program.text));
}

/** A word as paths: itself, or what the shell makes of `~`, `$HOME` and braces. Empty when only the shell knows. */
export function readPaths(
  { text, isLiteral }: ShellWord,
  { cwd, home }: Place,
): readonly { readonly text: string; readonly isGlob: boolean }[] {
  if (isLiteral) return [{ text, isGlob: false }];
  const plain = text
    .replace(/["']/g, "")
    .replace(/\$(?:HOME\b|\{HOME\})/g, () => home)
    .replace(/\$(?:PWD\b|\{PWD\})|(?<![^=:])~\+(?=\/|$)/g, () => cwd)
    .replace(/(?<![^=:])~(?=\/|$)/g, () => home)
    .replace(/(?<![^=:])~(?=\w)/g, () => `${dirname(home)}/`);
  if (/[$`]|[<>]\(/.test(plain)) return [];
  const { patterns, truncated } = expandBraces(plain, MAX_ALTERNATIVES);
  if (truncated) return [];
  return patterns.map((pattern) => ({ text: pattern, isGlob: /[*?[]/.test(pattern) }));
}

/** The word itself, and what stands behind `--option=`, `@`, `HEAD:`, `-f` or `file://` in it. */
function pieces(text: string): readonly string[] {
  const found = new Set([text.replace(/^file:\/\//, "")]);
  for (const match of text.matchAll(/[=@:,]/g)) found.add(text.slice(match.index + 1).replace(/^\/\/(?=\/)/, ""));
  if (/^-[a-zA-Z]./.test(text)) found.add(text.slice(2));
  found.delete("");
  return [...found].filter((piece) => !piece.startsWith("-"));
}

/** `https://host/path` is no file, except where a program takes files only. */
function isAddress(text: string): boolean {
  return /^[a-z][\w+.-]*:\/\//i.test(text) || /^\/\/[^/]/.test(text);
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
