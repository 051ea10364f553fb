/** Turns the paths that a model writes into absolute and real paths, also for files that do not exist yet. */
import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

/** Links followed before a chain counts as a loop; Linux uses the same number. */
const MAX_LINKS = 40;

/** Absolute form of a path given relative to `cwd` or absolute. `~` is not special: a shell expands it, a file tool does not. */
export function absolutePath(cwd: string, path: string): string {
  return resolve(cwd, path);
}

/**
 * The path with every link resolved. Of a path that does not exist yet: the real path of its nearest existing parent
 * with the rest appended; a dangling link counts as the place it points at, because that is where a write would land.
 * Rejects with the file system's error (`ELOOP`, `EACCES`, `ENOTDIR`, …) where the place cannot be known.
 */
export async function realPathOf(path: string): Promise<string> {
  return follow(resolve(path), 0);
}

async function follow(path: string, links: number): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
  const target = await linkTarget(path);
  if (target !== undefined) {
    if (links >= MAX_LINKS) throw Object.assign(new Error(`too many links at ${path}`), { code: "ELOOP" });
    return follow(resolve(dirname(path), target), links + 1);
  }
  const parent = dirname(path);
  return parent === path ? path : join(await follow(parent, links), basename(path));
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The path as a person in `cwd` would write it: relative inside it, absolute elsewhere. */
export function displayPath(cwd: string, path: string): string {
  const inside = relative(cwd, path);
  return inside === "" ? "." : inside === ".." || inside.startsWith(`..${sep}`) ? path : inside;
}

/** The POSIX code of a file system error (`ENOENT`), or undefined for any other value. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
