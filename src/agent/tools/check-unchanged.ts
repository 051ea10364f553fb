/** Decides whether a file may be overwritten: only what the model has read, and only while it is still the same. */
import { stat } from "node:fs/promises";
import type { ToolContext } from "../tool.ts";
import { errorCode } from "../workspace-paths.ts";

export type FileFreshness =
  | { readonly kind: "missing" }
  | { readonly kind: "fresh" }
  /** `problem` is a sentence without its subject: "has not been read …". */
  | { readonly kind: "stale"; readonly problem: string };

/** `realPath` as recorded by Read. Rejects with the file system's error other than a missing file. */
export async function checkUnchanged(realPath: string, filesRead: ToolContext["filesRead"]): Promise<FileFreshness> {
  let mtimeMs: number;
  try {
    const found = await stat(realPath);
    if (found.isDirectory()) return { kind: "stale", problem: "is a directory." };
    if (!found.isFile()) return { kind: "stale", problem: "is not a regular file." };
    mtimeMs = found.mtimeMs;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { kind: "missing" };
    throw error;
  }
  const read = filesRead.get(realPath);
  if (!read) return { kind: "stale", problem: "has not been read in this session. Read it first." };
  if (read.mtimeMs !== mtimeMs) return { kind: "stale", problem: "has changed since it was read. Read it again." };
  return { kind: "fresh" };
}
