/** A small file of state that several processes may change at once: locked while changed, replaced in one step. */

import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf } from "../engine/index.ts";
import { withFileLock } from "./file-lock.ts";

export interface StateFileOptions<T> {
  /** Absolute path. Its directory is made when the first change is written. */
  readonly path: string;
  /** The value of a file that does not exist. */
  readonly empty: T;
  /** Throws when the text is damaged. */
  parse(text: string): T;
  format(value: T): string;
  /** Told of a damaged file. It is read as empty, and the next change moves it aside to `<path>.damaged`. */
  onDamaged?(message: string): void;
}

export interface StateFile<T> {
  /** Rejects when the file exists and cannot be read. */
  read(): Promise<T>;
  /** Applies a change to what is in the file now and writes it. Rejects when it cannot be written; the old file stays. */
  update(change: (value: T) => T): Promise<T>;
}

/** Creates the access to one state file; nothing is read or written yet. */
export function createStateFile<T>(options: StateFileOptions<T>): StateFile<T> {
  const load = async (): Promise<{ readonly value: T; readonly damaged: boolean }> => {
    const text = await readIfPresent(options.path);
    if (text === undefined) return { value: options.empty, damaged: false };
    try {
      return { value: options.parse(text), damaged: false };
    } catch (error) {
      options.onDamaged?.(`${options.path} is damaged and counts as empty: ${messageOf(error)}`);
      return { value: options.empty, damaged: true };
    }
  };

  return {
    read: async () => (await load()).value,
    async update(change) {
      await mkdir(dirname(options.path), { recursive: true, mode: 0o700 });
      return withFileLock(options.path, async () => {
        const { value, damaged } = await load();
        const next = change(value);
        if (damaged) await rename(options.path, `${options.path}.damaged`);
        await replaceFile(options.path, options.format(next));
        return next;
      });
    },
  };
}

/** Writes a new file beside the old one and puts it in its place, so that a failure or a kill leaves the old one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const fresh = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(fresh, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
