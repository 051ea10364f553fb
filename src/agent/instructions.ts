/** Reads the instructions that a workspace gives to agents: AGENTS.md and CLAUDE.md, from its root down to the working directory. */
import { dirname, join, relative, sep } from "node:path";
import type { FileSystem } from "../engine/index.ts";

/** In the order of reading; a file with the same text as one before it is left out. */
const FILE_NAMES = ["AGENTS.md", "CLAUDE.md"] as const;

/** Characters of one file, and of all together. */
const MAX_FILE_CHARS = 40_000;
const MAX_TOTAL_CHARS = 100_000;
/** Bytes past which a file is not even read. */
const MAX_FILE_BYTES = 1024 * 1024;

export interface InstructionFile {
  readonly path: string;
  /** Cut at a limit, with a mark that says so. */
  readonly text: string;
}

export interface Instructions {
  readonly files: readonly InstructionFile[];
  /** What was left out and why, for the person. */
  readonly notices: readonly string[];
}

export interface InstructionSources {
  readonly fileSystem: FileSystem;
  /** Absolute; inside of `root` or equal to it. */
  readonly cwd: string;
  /** Absolute root of the workspace. */
  readonly root: string;
}

/** Loads the files once, outermost first, so that the nearest has the last word. Never throws: what cannot be read is left out. */
export async function loadInstructions({ fileSystem, cwd, root }: InstructionSources): Promise<Instructions> {
  const files: InstructionFile[] = [];
  const notices: string[] = [];
  const seen = new Set<string>();
  let room = MAX_TOTAL_CHARS;
  for (const path of directoriesDownTo(cwd, root).flatMap((directory) =>
    FILE_NAMES.map((name) => join(directory, name)),
  )) {
    const loaded = await loadFile(path, { fileSystem, root });
    if (loaded.kind === "left-out") notices.push(`${path} ${loaded.why}; its instructions are left out`);
    if (loaded.kind !== "text" || seen.has(loaded.text)) continue;
    seen.add(loaded.text);
    const text = cut(loaded.text, Math.min(MAX_FILE_CHARS, room));
    if (text !== loaded.text) notices.push(`${path} is long; the model sees its first ${text.length} characters`);
    if (text === "") continue;
    room -= text.length;
    files.push({ path, text });
  }
  return { files, notices };
}

type LoadedFile =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "left-out"; readonly why: string };

async function loadFile(
  path: string,
  { fileSystem, root }: { readonly fileSystem: FileSystem; readonly root: string },
): Promise<LoadedFile> {
  try {
    const stat = await fileSystem.stat(path);
    if (stat.kind !== "file") return { kind: "absent" };
    // A cloned repository must not pull a file of the machine into the conversation by a link.
    const real = await fileSystem.realPath(path);
    if (!isInside(await fileSystem.realPath(root), real))
      return { kind: "left-out", why: "links out of the workspace" };
    if (stat.size > MAX_FILE_BYTES) return { kind: "left-out", why: "is larger than 1 MiB" };
    const text = new TextDecoder("utf-8").decode(await fileSystem.readFile(path)).trim();
    return text === "" ? { kind: "absent" } : { kind: "text", text };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
    return { kind: "left-out", why: `cannot be read (${code})` };
  }
}

/** From `root` down to `cwd`, outermost first. */
function directoriesDownTo(cwd: string, root: string): readonly string[] {
  const directories = [cwd];
  for (let directory = cwd; directory !== root && isInside(root, directory); ) {
    directory = dirname(directory);
    directories.unshift(directory);
  }
  return directories;
}

function isInside(root: string, path: string): boolean {
  const between = relative(root, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`));
}

const CUT_MARK = "\n[cut here: the file is longer]";

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = limit - CUT_MARK.length;
  return kept <= 0 ? "" : `${text.slice(0, kept).replace(/[\uD800-\uDBFF]$/, "")}${CUT_MARK}`;
}
