/** The engine's view of the file system, on Node: read-only, regular files only, and never stuck on a pipe. */

import type { BigIntStats, Dirent, Stats } from "node:fs";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  open,
  openSync,
  read,
  readdir,
  readdirSync,
  readSync,
  realpath,
  realpathSync,
  stat,
  statSync,
} from "node:fs";
import { promisify } from "node:util";
import type { Clock, DirectoryEntry, FileStat, FileSystem } from "../engine/index.ts";
import { createBlockingStampOf, createStampOf } from "./file-stamp.ts";
import { systemClock } from "./system-clock.ts";

const openFile = promisify(open);
const statPath = promisify(stat);
const resolvePath = promisify(realpath.native);

/** Without `O_NONBLOCK` the opening of a pipe waits for somebody to write to it. Windows has neither. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export interface NodeFileSystemOptions {
  /**
   * Every call finishes before it returns: a third of the time for thousands of small files, and right for the program of
   * one person; a server would stand still meanwhile.
   */
  readonly blocking?: boolean;
  /** Tells which files changed just now. Default: the machine's. */
  readonly clock?: Clock;
}

/** Creates the port. All it remembers is whether the disk has answered fast. */
export function createNodeFileSystem({
  blocking = false,
  clock = systemClock,
}: NodeFileSystemOptions = {}): FileSystem {
  if (blocking) return { ...BLOCKING, stampOf: createBlockingStampOf(clock) };
  return {
    readFile,
    readDirectory,
    realPath: (path) => resolvePath(path),
    stat: readStat,
    stampOf: createStampOf(clock),
  };
}

/** `async` turns what the calls throw into rejections, as the port promises. */
const BLOCKING: Omit<FileSystem, "stampOf"> = {
  async readFile(path, options = {}) {
    const file = openSync(path, OPEN_FLAGS);
    try {
      const bytes = Buffer.allocUnsafe(measure(file, path, options.maxBytes));
      let filled = 0;
      while (filled < bytes.length) {
        const count = readSync(file, bytes, filled, bytes.length - filled, filled);
        if (count === 0) return bytes.subarray(0, filled);
        filled += count;
      }
      return bytes;
    } finally {
      closeSync(file);
    }
  },
  async readDirectory(path) {
    return readdirSync(path, { withFileTypes: true }).map(toEntry);
  },
  async realPath(path) {
    // To find out that there is nothing takes one call this way, and one for each part of the path the other.
    lstatSync(path);
    return realpathSync.native(path);
  },
  async stat(path) {
    return toFileStat(statSync(path, { bigint: true }));
  },
};

/**
 * Only what may wait for a disk is handed to a thread: opening and reading. Measuring and closing an open file take
 * microseconds, a tenth of what the hand-over costs, and `fs/promises` would take four times as long in all.
 */
async function readFile(path: string, options: { readonly maxBytes?: number } = {}): Promise<Uint8Array> {
  const file = await openFile(path, OPEN_FLAGS);
  try {
    return await readBytes(file, measure(file, path, options.maxBytes));
  } finally {
    closeSync(file);
  }
}

/** How many bytes of an open file to read. Throws for what is no regular file. */
function measure(file: number, path: string, maxBytes: number | undefined): number {
  const stats = fstatSync(file);
  if (!stats.isFile()) throw notRegular(path, stats);
  return maxBytes === undefined ? stats.size : Math.min(stats.size, maxBytes + 1);
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
      else resolve(entries.map(toEntry));
    });
  });
}

async function readStat(path: string): Promise<FileStat> {
  return toFileStat(await statPath(path, { bigint: true }));
}

function toFileStat(stats: BigIntStats): FileStat {
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
  return { kind, size: Number(stats.size), mtimeMs: Number(stats.mtimeNs) / 1e6, inode: `${stats.dev}:${stats.ino}` };
}

function toEntry(entry: Dirent): DirectoryEntry {
  return { name: entry.name, kind: entryKind(entry) };
}

function entryKind(entry: Dirent): DirectoryEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}
