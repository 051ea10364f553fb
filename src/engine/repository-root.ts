/** Finds the directory in which the repository of a working directory begins. */
import { dirname, join } from "node:path";
import type { FileSystem } from "./ports.ts";

/**
 * The nearest directory, from `cwd` upwards, that holds `.git`; a linked work tree has a `.git` file and is a checkout of
 * its own. Undefined when there is none. Never rejects: a directory that cannot be looked into holds no repository.
 */
export async function findRepositoryRoot(cwd: string, fs: FileSystem): Promise<string | undefined> {
  for (const directory of ancestorsOf(cwd)) {
    const found = await fs.stat(join(directory, ".git")).then(
      () => true,
      () => false,
    );
    if (found) return directory;
  }
  return undefined;
}

/** The directory itself, then each parent up to the file system's root. */
export function ancestorsOf(directory: string): string[] {
  const ancestors = [directory];
  let current = directory;
  for (let parent = dirname(current); parent !== current; parent = dirname(current)) {
    ancestors.push(parent);
    current = parent;
  }
  return ancestors;
}
