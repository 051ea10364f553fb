/** Lists the files that a command line visibly opens: redirections, and the arguments of commands known to read or write. */
import { resolve } from "node:path";
import type { CommandPart, CommandParts } from "./command-parts.ts";
import { judgeHarmless } from "./harmless-command.ts";
import type { ShellWord } from "./shell-analysis.ts";

/** Files that lead nowhere or to streams that the command has anyway. */
const STREAMS = new Set(["/dev/null", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/stderr"]);

const DIRECTORY_CHANGES = new Set(["cd", "pushd", "popd"]);

/** Programs whose arguments are files that they write, move or remove. */
const WRITERS = new Set(
  "cp mv rm ln tee touch install mkdir rmdir chmod chown truncate rsync dd sed patch unlink".split(" "),
);

export interface CommandFile {
  readonly path: string;
  readonly access: "read" | "write";
}

export interface RedirectedFiles {
  readonly files: readonly CommandFile[];
  /** Redirections whose file cannot be told, as written. */
  readonly unknown: readonly string[];
}

/** The files that the shell opens, absolute. After a `cd` nobody knows what a relative one means. */
export function listRedirectedFiles({ redirects, parts }: CommandParts, cwd: string): RedirectedFiles {
  const moves = changesDirectory(parts);
  const files: CommandFile[] = [];
  const unknown: string[] = [];
  for (const { target, access } of redirects) {
    if (target.isLiteral && STREAMS.has(target.text)) continue;
    if (!target.isLiteral || target.text === "" || (moves && !target.text.startsWith("/"))) unknown.push(target.text);
    else files.push({ path: resolve(cwd, target.text), access });
  }
  return { files, unknown };
}

/** The files that a harmless command reads, absolute; undefined when it is not harmless, or not known what it reads. */
export function listHarmlessReads(
  part: CommandPart,
  all: readonly CommandPart[],
  cwd: string,
): readonly string[] | undefined {
  const verdict = judgeHarmless(part.effective);
  if (verdict.kind === "unknown") return undefined;
  const isMove = DIRECTORY_CHANGES.has(part.effective[0]?.text ?? "");
  const moves = all.filter((other) => DIRECTORY_CHANGES.has(other.effective[0]?.text ?? "")).length;
  const isPlain = isMove ? moves === 1 : moves === 0;
  if (!isPlain && verdict.reads.some((path) => !path.startsWith("/"))) return undefined;
  return verdict.reads.filter((path) => !STREAMS.has(path)).map((path) => resolve(cwd, path));
}

/** Literal arguments of writing programs, absolute: where a protected file may be meant. */
export function listWrittenArguments(part: CommandPart, cwd: string): readonly string[] {
  return part.forbiddable.flatMap(([program, ...rest]) =>
    program && WRITERS.has(program.text) ? rest.map((word) => resolve(cwd, argumentPath(word))) : [],
  );
}

/** Every path whose real path the decision needs. */
export function listCommandPaths(commandParts: CommandParts, cwd: string): readonly string[] {
  const redirected = listRedirectedFiles(commandParts, cwd).files.map((file) => file.path);
  const read = commandParts.parts.flatMap((part) => listHarmlessReads(part, commandParts.parts, cwd) ?? []);
  return [...new Set([...redirected, ...read])];
}

function changesDirectory(parts: readonly CommandPart[]): boolean {
  return parts.some((part) => DIRECTORY_CHANGES.has(part.effective[0]?.text ?? ""));
}

/** `of=file` and `--target-directory=file` name a file too. */
function argumentPath(word: ShellWord): string {
  return word.text.replace(/^(?:-[\w-]*|of)=/, "");
}
