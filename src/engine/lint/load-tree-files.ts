/** Lists the files of the working directory, for checks of path patterns. */
import { join } from "node:path";
import { mapConcurrent } from "../map-concurrent.ts";
import type { DirectoryEntry, FileSystem } from "../ports.ts";

const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);
const CONCURRENCY = 32;

export interface TreeLimits {
  readonly maxFiles: number;
}

/**
 * Paths relative to `directory`, with `/` between names. Links are not followed; directories that cannot be read count as
 * empty. Undefined when there are more files than the limit: then it is not known what a pattern matches. Never rejects.
 */
export async function loadTreeFiles(
  directory: string,
  fs: FileSystem,
  { maxFiles }: TreeLimits = { maxFiles: 50_000 },
): Promise<readonly string[] | undefined> {
  const files: string[] = [];
  let folders = 0;
  let level = [""];
  while (level.length > 0) {
    const listings = await mapConcurrent(level, CONCURRENCY, (folder) => listFolder(join(directory, folder), fs));
    const next: string[] = [];
    listings.forEach((entries, index) => {
      const folder = level[index];
      for (const { name, kind } of entries) {
        const path = folder ? `${folder}/${name}` : name;
        if (kind === "directory" && !SKIPPED.has(name)) next.push(path);
        else if (kind === "file" || kind === "link") files.push(path);
      }
    });
    folders += next.length;
    if (files.length > maxFiles || folders > maxFiles) return undefined;
    level = next;
  }
  return files;
}

async function listFolder(path: string, fs: FileSystem): Promise<readonly DirectoryEntry[]> {
  try {
    return await fs.readDirectory(path);
  } catch {
    // What we may not read, a pattern cannot be shown to match.
    return [];
  }
}
