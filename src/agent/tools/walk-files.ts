/** Lists the files below a directory in one fixed order, leaving out what git ignores. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { compareText } from "../compare-text.ts";
import { type IgnoreRules, loadIgnoreRules } from "./ignore-rules.ts";

/** Directories that are left out unless the walk starts inside one. */
const SKIPPED_DIRECTORIES = new Set([".git", "node_modules"]);

export interface WalkOptions {
  readonly signal: AbortSignal;
}

export interface WalkedFile {
  readonly path: string;
  readonly isLink: boolean;
}

/**
 * Depth first, names in order of their UTF-16 units. Links are listed, not followed, so a walk neither loops nor leaves
 * its directory. Directories that cannot be read are left out, except the first: its error rejects.
 */
export async function* walkFiles(start: string, options: WalkOptions): AsyncGenerator<WalkedFile> {
  yield* walk(start, await loadIgnoreRules(start), options, true);
}

async function* walk(
  directory: string,
  rules: IgnoreRules,
  options: WalkOptions,
  isStart: boolean,
): AsyncGenerator<WalkedFile> {
  options.signal.throwIfAborted();
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    if (isStart) throw error;
    return [];
  });
  entries.sort((a, b) => compareText(a.name, b.name));
  for (const entry of entries) {
    const path = join(directory, entry.name);
    const isDirectory = entry.isDirectory();
    if (isDirectory ? SKIPPED_DIRECTORIES.has(basename(path)) : !entry.isFile() && !entry.isSymbolicLink()) continue;
    if (rules.isIgnored(path, isDirectory)) continue;
    if (isDirectory) yield* walk(path, await rules.enter(path), options, false);
    else yield { path, isLink: entry.isSymbolicLink() };
  }
}
