/** Finds out whether a repository keeps its data outside of its working tree, where a diff would show other people's files. */
import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { isWithin } from "../../engine/index.ts";
import { realPathOf } from "../workspace-paths.ts";
import { type GitOptions, runGit } from "./run-git.ts";

/** Entries of a repository's folders that are looked at; one with more is not judged. */
const MAX_ENTRIES = 50_000;
/** Bytes; a file of paths that is larger was not written by git. */
const MAX_PATHS_FILE = 64 * 1024;

/**
 * The first place outside of `root` (a real path, the top of the working tree) that git would read objects or names of
 * commits from; undefined when there is none. A work tree and a submodule have their data elsewhere by nature: that counts
 * as theirs when the data says so itself, which the workspace cannot make it do.
 */
export async function findForeignPart(root: string, options: GitOptions): Promise<string | undefined> {
  const found = await runGit(["rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir"], options);
  if (found.kind === "failed") return found.message;
  const [gitDir = "", commonDir = ""] = found.output.split(/\r?\n/);
  const ends = await Promise.all([gitDir, commonDir].map(realPathOf));
  const [own = "", shared = ""] = ends;
  if (ends.some((end) => !isWithin(root, end))) {
    return (await pointsBack(root, { own, shared }, options)) ? undefined : shared;
  }
  for (const directory of new Set(ends)) {
    const foreign = await findForeignEntry(root, directory);
    if (foreign !== undefined) return foreign;
  }
  return undefined;
}

/** Whether data outside names `root` as its working tree. */
async function pointsBack(
  root: string,
  { own, shared }: { readonly own: string; readonly shared: string },
  options: GitOptions,
): Promise<boolean> {
  if (own !== shared) {
    // Of a work tree: `worktrees/<name>/gitdir` holds the path of the `.git` file.
    if (dirname(dirname(own)) !== shared) return false;
    const [back = ""] = await readPaths(join(own, "gitdir"));
    return back !== "" && (await realPathOf(dirname(resolve(own, back)))) === root;
  }
  // Of a submodule: its settings name the working tree.
  const tree = await runGit(["config", "--file", join(own, "config"), "--get", "core.worktree"], options);
  return tree.kind === "done" && (await realPathOf(resolve(own, tree.output.trim()))) === root;
}

/** A link out of the repository's folder, or an alternate store of objects that lies outside. */
async function findForeignEntry(root: string, directory: string): Promise<string | undefined> {
  const objects = join(directory, "objects");
  const shallow = [directory, objects, join(objects, "info"), join(objects, "pack")];
  let left = MAX_ENTRIES;
  for (let pending = [...shallow, join(directory, "refs")]; pending.length > 0; ) {
    const folder = pending.pop() ?? "";
    for (const entry of await readEntries(folder)) {
      const path = join(folder, entry.name);
      if (left-- === 0) return `${folder}, which has too many entries to look at,`;
      if (entry.isSymbolicLink() && !isWithin(root, await realPathOf(path))) return path;
      if (entry.isDirectory() && !shallow.includes(folder)) pending = [...pending, path];
    }
  }
  for (const alternate of await readPaths(join(objects, "info/alternates"))) {
    const store = isAbsolute(alternate) ? alternate : resolve(objects, alternate);
    if (!isWithin(root, await realPathOf(store))) return store;
  }
  return undefined;
}

async function readEntries(folder: string): Promise<readonly Dirent[]> {
  // Not every repository has every folder; what we cannot list, git cannot list either.
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

/** The lines of a file of paths; none when it is missing, or no file that git would have written. */
async function readPaths(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return [];
  if (found.size > MAX_PATHS_FILE) return ["/"];
  const text = await readFile(path, "utf8");
  return text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
}
