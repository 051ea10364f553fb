/** Finds the files that would hold up whoever opens them: a named pipe waits for somebody to write. */
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isWithin } from "../engine/index.ts";

/**
 * The first pipe of this name in the directories and in those above them, up to `top`. Absolute paths; directories outside of
 * `top` have none. Never rejects: what cannot be looked at is no pipe.
 */
export async function findPipe(
  name: string,
  { directories, top }: { readonly directories: Iterable<string>; readonly top: string },
): Promise<string | undefined> {
  const seen = new Set<string>();
  for (const start of directories) {
    for (let directory = start; isWithin(top, directory) && !seen.has(directory); directory = dirname(directory)) {
      seen.add(directory);
    }
  }
  const paths = [...seen].map((directory) => join(directory, name));
  const isPipes = await Promise.all(paths.map(isPipe));
  return paths.find((_, index) => isPipes[index]);
}

/** Whether the path leads to a named pipe, links followed. Never rejects. */
export function isPipe(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFIFO(),
    () => false,
  );
}
