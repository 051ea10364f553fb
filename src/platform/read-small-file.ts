/** Reads a file that a stranger may have put there: never a pipe or a device, which have no end, and never much. */
import { readFile, stat } from "node:fs/promises";

/** The text; undefined when there is nothing, no regular file, or one that is larger than `maxBytes`. Links are followed. */
export async function readSmallFile(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= maxBytes ? await readFile(path, "utf8") : undefined;
  } catch {
    // Missing is the normal case; one that cannot be read tells as little.
    return undefined;
  }
}
