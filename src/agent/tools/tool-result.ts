/** Builds the results that tools hand back, and words file system failures for the model. */
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { messageOf, nearNames, type TouchKind } from "../../engine/index.ts";
import type { ToolResult } from "../tool.ts";
import { displayPath, errorCode } from "../workspace-paths.ts";

/** A successful result; `touched` names the files that were read, written or edited. */
export function success(text: string, touched: readonly { path: string; kind: TouchKind }[] = []): ToolResult {
  return { text, isError: false, touched };
}

/** A failed result. It touches nothing, so it activates nothing. */
export function failure(text: string): ToolResult {
  return { text, isError: true, touched: [] };
}

/** One sentence for a file system error at `path`, with near names when the file is missing. */
export async function fileFailure(error: unknown, path: string, cwd: string): Promise<ToolResult> {
  const shown = displayPath(cwd, path);
  switch (errorCode(error)) {
    case "ENOENT":
      return failure(await missingFileMessage(path, cwd));
    case "EACCES":
    case "EPERM":
      return failure(`Permission denied by the file system: ${shown}.`);
    case "EISDIR":
      return failure(`${shown} is a directory, not a file.`);
    case "ENOTDIR":
      return failure(`A part of the path ${shown} is a file, not a directory.`);
    case "ELOOP":
      return failure(`${shown} is part of a loop of links.`);
    case "ENAMETOOLONG":
      return failure(`The path is too long: ${shown.slice(0, 200)}….`);
    case "ENOSPC":
    case "EDQUOT":
      return failure(`No space left to write ${shown}. The file is unchanged.`);
    case "EROFS":
      return failure(`${shown} is on a read-only file system.`);
    default:
      return failure(`${shown}: ${messageOf(error)}`);
  }
}

async function missingFileMessage(path: string, cwd: string): Promise<string> {
  const shown = displayPath(cwd, path);
  const message = `File not found: ${shown}.`;
  if (shown.startsWith("~")) return `${message} "~" is not expanded here; give the absolute path.`;
  const directory = dirname(path);
  let names: string[];
  try {
    names = await readdir(directory);
  } catch {
    return `${message} Its directory ${displayPath(cwd, directory)} does not exist either. Relative paths start at ${cwd}.`;
  }
  const near = nearNames(basename(path), names, 3).map((name) => displayPath(cwd, join(directory, name)));
  if (near.length > 0) return `${message} Did you mean ${near.join(", ")}?`;
  return `${message} Relative paths start at ${cwd}; use Glob to find files.`;
}
