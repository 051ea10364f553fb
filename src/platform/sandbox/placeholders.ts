/** Empty directories that stand where there is nothing, because bubblewrap can only keep what exists from being changed. */
import { rmdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";

export interface Placeholders {
  /** Makes those that are missing. Never rejects: where we cannot make one, commands cannot either. */
  hold(paths: readonly string[]): Promise<void>;
  /** Removes those that were made here and are still empty. Also done when the process ends. */
  remove(): void;
}

export function createPlaceholders(): Placeholders {
  const made = new Set<string>();
  const remove = () => {
    process.removeListener("exit", remove);
    for (const path of made) removeEmpty(path);
    made.clear();
  };
  return {
    async hold(paths) {
      for (const path of paths) {
        const isNew = await mkdir(path).then(
          () => true,
          () => false,
        );
        if (!isNew) continue;
        if (made.size === 0) process.once("exit", remove);
        made.add(path);
      }
    },
    remove,
  };
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody has put something into it, or removed it: then it is no placeholder any more.
  }
}
