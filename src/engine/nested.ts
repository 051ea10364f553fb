/** Finds the skill roots that lie between a touched file and the working directory. */
import { dirname, join, resolve } from "node:path";
import type { FileSystem, IgnoreChecker } from "./ports.ts";
import { relativeToRoot } from "./relative-to-root.ts";
import { SKILL_FOLDERS, type SkillRoot } from "./sources.ts";

export interface NestedContext {
  /** Absolute working directory: the walk ends below it. */
  readonly cwd: string;
  readonly fs: FileSystem;
  readonly ignoreChecker?: IgnoreChecker;
  /** Paths of roots that are loaded already: those planned at the start and those found since. */
  readonly seenRoots: ReadonlySet<string>;
  readonly trusted: boolean;
  /** Absolute path of the tree that links may not leave while the workspace is untrusted. Default: `cwd`. */
  readonly projectRoot?: string;
}

export interface NestedRoots {
  /** Those not seen before, deepest first. */
  readonly roots: readonly SkillRoot[];
  /** Absolute paths of roots that are there and not taken, because git ignores the directory that holds them. */
  readonly gitIgnored: readonly string[];
}

/** Folders whose insides are not the project's: its tools' files, and other people's packages. */
export const CLOSED_FOLDERS: ReadonlySet<string> = new Set([".git", "node_modules", ".claude", ".agents"]);

/**
 * The roots that a file brings in: `.claude/skills` and `.agents/skills` of the file's directory and of each one above it, up
 * to but not including the working directory. Directories that git ignores are passed over. A file outside the working
 * directory has none. Never rejects: a root that cannot be looked at is not there.
 */
export async function findNestedRoots(file: string, context: NestedContext): Promise<NestedRoots> {
  const { cwd, fs, ignoreChecker, seenRoots, trusted } = context;
  const roots: SkillRoot[] = [];
  const gitIgnored: string[] = [];
  for (const directory of directoriesBetween(cwd, file)) {
    const qualifier = relativeToRoot(cwd, directory) as string;
    const candidates = SKILL_FOLDERS.map((folder) => join(directory, folder)).filter((path) => !seenRoots.has(path));
    const present = await Promise.all(candidates.map((path) => isDirectory(path, fs)));
    const found = candidates.filter((_, index) => present[index]);
    // Asking git starts a process, so it is asked only about directories that have something to load.
    const isIgnored = found.length > 0 && (await ignoreChecker?.isIgnored(directory));
    if (isIgnored) gitIgnored.push(...found);
    for (const path of isIgnored ? [] : found) {
      const confinedTo = context.projectRoot ?? cwd;
      roots.push({ path, source: "nested", kind: "skill", qualifier, trusted, confinedTo });
    }
  }
  return { roots, gitIgnored };
}

/** From the file's directory upwards, without the working directory; nothing inside a closed folder. */
function directoriesBetween(cwd: string, file: string): string[] {
  const relativeFile = relativeToRoot(cwd, file);
  if (relativeFile === undefined) return [];
  const names = dirname(relativeFile).split("/");
  const closed = names.findIndex((name) => CLOSED_FOLDERS.has(name));
  const open = closed === -1 ? names : names.slice(0, closed);
  const directories: string[] = [];
  for (let count = open.length; count > 0; count -= 1) {
    const directory = resolve(cwd, ...open.slice(0, count));
    if (directory !== resolve(cwd)) directories.push(directory);
  }
  return directories;
}

function isDirectory(path: string, fs: FileSystem): Promise<boolean> {
  return fs.stat(path).then(
    (stat) => stat.kind === "directory",
    () => false,
  );
}
