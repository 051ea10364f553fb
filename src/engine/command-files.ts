/** Lists the files that a command line visibly opens: redirections, and the arguments of commands known to read or write. */
import { resolve } from "node:path";
import type { CommandPart, CommandParts } from "./command-parts.ts";
import { judgeHarmless } from "./harmless-command.ts";
import { listNamedPaths } from "./named-paths.ts";

/** Files that lead nowhere or to streams that the command has anyway. */
const STREAMS = new Set(["/dev/null", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/stderr"]);

const DIRECTORY_CHANGES = new Set(["cd", "pushd", "popd"]);

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

/** The paths whose real paths the decision needs, absolute. */
export interface CommandPaths {
  /** Of these it must be known where they lead. */
  readonly opened: readonly string[];
  /** These may not be paths at all. */
  readonly named: readonly string[];
}

export function listCommandPaths(
  commandParts: CommandParts,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): CommandPaths {
  const redirected = listRedirectedFiles(commandParts, cwd).files.map((file) => file.path);
  const read = commandParts.parts.flatMap((part) => listHarmlessReads(part, commandParts.parts, cwd) ?? []);
  const opened = new Set([...redirected, ...read]);
  const named = listNamedPaths(commandParts, { cwd, home }).paths.flatMap(({ path, isGlob }) => (isGlob ? [] : [path]));
  return { opened: [...opened], named: [...new Set(named)].filter((path) => !opened.has(path)) };
}

function changesDirectory(parts: readonly CommandPart[]): boolean {
  return parts.some((part) => DIRECTORY_CHANGES.has(part.effective[0]?.text ?? ""));
}
