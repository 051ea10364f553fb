/** Finds the files of the workspace that the output of a command names. */
import { resolve } from "node:path";
import { mapConcurrent } from "./map-concurrent.ts";
import { extractPaths } from "./paths-in-output.ts";
import type { FileSystem } from "./ports.ts";
import { isWithin } from "./relative-to-root.ts";

/** Look-ups in flight, and files that count: more names than that are a listing of everything. */
const CONCURRENCY = 16;
const MAX_FILES = 100;

export interface NamedFilesContext {
  /** Absolute working directory, as given and with links resolved. */
  readonly cwd: string;
  readonly realCwd: string;
  readonly fileSystem: Pick<FileSystem, "stat">;
}

/** Absolute paths of existing files below the working directory, in the order in which they are named. Never rejects. */
export async function findNamedFiles(output: string, context: NamedFilesContext): Promise<readonly string[]> {
  const { cwd, realCwd, fileSystem } = context;
  const named = new Set(extractPaths(output).map((path) => resolve(cwd, path)));
  const inside = [...named].filter((path) => isWithin(cwd, path) || isWithin(realCwd, path));
  const areFiles = await mapConcurrent(inside, CONCURRENCY, (path) =>
    fileSystem.stat(path).then(
      ({ kind }) => kind === "file",
      () => false,
    ),
  );
  return inside.filter((_, index) => areFiles[index]).slice(0, MAX_FILES);
}
