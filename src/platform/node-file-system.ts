/** The engine's view of the file system, on Node: read-only, regular files only, and never stuck on a pipe. */

import type { Dirent, Stats } from "node:fs";
import { closeSync, constants, fstatSync, open, read, readdir, realpath, stat } from "node:fs";
import { promisify } from "node:util";
import type { DirectoryEntry, FileStat, FileSystem } from "../engine/index.ts";

const openFile = promisify(open);
const statPath = promisify(stat);
const resolvePath = promisify(realpath.native);

/** Without `O_NONBLOCK` the opening of a pipe waits for somebody to write to it. Windows has neither. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Creates the port. It holds no state. */
export function createNodeFileSystem(): FileSystem {
  return { readFile, readDirectory, realPath: (path) => resolvePath(path), stat: readStat };
}

/**
 * Only what may wait for a disk is handed to a thread: opening and reading. Measuring and closing an open file take
 * microseconds, a tenth of what the hand-over costs, and `fs/promises` would take four times as long in all.
 */
async function readFile(path: string, options: { readonly maxBytes?: number } = {}): Promise<Uint8Array> {
  const file = await openFile(path, OPEN_FLAGS);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw notRegular(path, stats);
    const limit = options.maxBytes === undefined ? stats.size : Math.min(stats.size, options.maxBytes + 1);
    return await readBytes(file, limit);
  } finally {
    closeSync(file);
  }
}

/** Up to `length` bytes: fewer when the file has shrunk since it was measured. */
async function readBytes(file: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = await readChunk(file, bytes, filled);
    if (count === 0) return bytes.subarray(0, filled);
    filled += count;
  }
  return bytes;
}

function readChunk(file: number, bytes: Uint8Array, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, bytes, offset, bytes.length - offset, offset, (error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}

function notRegular(path: string, stats: Stats): Error {
  const code = stats.isDirectory() ? "EISDIR" : "EINVAL";
  return Object.assign(new Error(`${code}: not a regular file, open '${path}'`), { code, path });
}

function readDirectory(path: string): Promise<readonly DirectoryEntry[]> {
  return new Promise((resolve, reject) => {
    readdir(path, { withFileTypes: true }, (error, entries) => {
      if (error) reject(error);
      else resolve(entries.map((entry) => ({ name: entry.name, kind: entryKind(entry) })));
    });
  });
}

async function readStat(path: string): Promise<FileStat> {
  const stats = await statPath(path, { bigint: true });
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
  return { kind, size: Number(stats.size), mtimeMs: Number(stats.mtimeNs) / 1e6, inode: `${stats.dev}:${stats.ino}` };
}

function entryKind(entry: Dirent): DirectoryEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}
