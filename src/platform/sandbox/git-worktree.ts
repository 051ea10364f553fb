/** Finds the git directories of a linked working tree, which lie outside of it and which commits write to. */
import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { readSmallFile } from "../read-small-file.ts";

/** Bytes; git writes one path into each of these files. */
const MAX_PATH_FILE = 64 * 1024;

export interface LinkedWorktree {
  /** The git directory that all working trees share. */
  readonly common: string;
  /** That of this one, inside of `common`. */
  readonly own: string;
}

/**
 * Undefined for anything that is not a linked working tree. `.git` is a file that anybody can write, so it is believed
 * only when the repository that it names points back at it (the file `gitdir`, see gitrepository-layout).
 */
export async function findLinkedWorktree(root: string): Promise<LinkedWorktree | undefined> {
  try {
    const link = join(root, ".git");
    const target = /^gitdir: (.+)$/m.exec(await readPath(link))?.[1];
    if (target === undefined) return undefined;
    const own = await realpath(resolve(root, target));
    const common = await realpath(resolve(own, (await readPath(join(own, "commondir"))).trim()));
    const back = await realpath(resolve(own, (await readPath(join(own, "gitdir"))).trim()));
    const isListed = dirname(own) === join(common, "worktrees") && basename(common).endsWith(".git");
    return isListed && back === (await realpath(link)) ? { common, own } : undefined;
  } catch {
    // A directory, or nothing, or a file that leads nowhere: in each case not a linked working tree.
    return undefined;
  }
}

/** Of a directory, a pipe, or nothing: an empty text. */
async function readPath(path: string): Promise<string> {
  return (await readSmallFile(path, MAX_PATH_FILE)) ?? "";
}
