/** Replaces a file's content in one step: after a failure or a crash it holds either the old or the new content, whole. */
import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes `content` to `path` through a new file in the same directory that is then renamed over it. Missing parents are
 * created, an existing file keeps its mode. `path` must be a real path (a link given here would be replaced by a file).
 * Returns the new modification time in milliseconds. Rejects with the file system's error and leaves the old file.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<number> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true });
  const mode = await existingMode(path);
  const temporary = join(directory, `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.tmp`);
  const file = await open(temporary, "wx", 0o666);
  try {
    try {
      await file.writeFile(content);
      // Through the handle: the creation mode above is subject to the umask, the old file's was not.
      if (mode !== undefined) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return (await stat(path)).mtimeMs;
}

async function existingMode(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o7777;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
