/** Finds the directories of a tree that bring skills of their own, as a session would find them file by file. */
import { join } from "node:path";
import { mapConcurrent } from "../map-concurrent.ts";
import { CLOSED_FOLDERS } from "../nested.ts";
import type { FileSystem } from "../ports.ts";

const CONCURRENCY = 32;
/** The first parts of `SKILL_FOLDERS`. */
const MARKS: ReadonlySet<string> = new Set([".claude", ".agents"]);

export interface SkillDirectories {
  /** Absolute, without the start itself; by depth, then in code-unit order. */
  readonly directories: readonly string[];
  /** False when there were more folders than the limit, so that some were not looked into. */
  readonly isComplete: boolean;
}

/**
 * Directories below `start` that hold a `.claude` or `.agents`. Links are not followed; other people's packages and the
 * folders of tools are passed over, and so is what cannot be read. Never rejects.
 */
export async function findSkillDirectories(
  start: string,
  fs: Pick<FileSystem, "readDirectory">,
  { maxFolders = 50_000 }: { readonly maxFolders?: number } = {},
): Promise<SkillDirectories> {
  const directories: string[] = [];
  let level: readonly string[] = [start];
  let count = 1;
  while (level.length > 0) {
    const listings = await mapConcurrent(level, CONCURRENCY, (path) => fs.readDirectory(path).catch(() => []));
    const next: string[] = [];
    listings.forEach((entries, index) => {
      const directory = level[index] as string;
      if (directory !== start && entries.some(({ name }) => MARKS.has(name))) directories.push(directory);
      const inside = entries.filter(({ name, kind }) => kind === "directory" && !CLOSED_FOLDERS.has(name));
      next.push(...inside.map(({ name }) => join(directory, name)).sort());
    });
    count += next.length;
    if (count > maxFolders) return { directories, isComplete: false };
    level = next;
  }
  return { directories, isComplete: true };
}
