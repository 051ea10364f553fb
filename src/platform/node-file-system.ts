/** The engine's view of the file system, on Node: read-only, regular files only, and never stuck on a pipe. */

import type { BigIntStats, Dirent, Stats } from "node:fs";
import {
  closeSync,
  constants,
  fstatSync,
  lstat,
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
import { sep } from "node:path";
import { promisify } from "node:util";
import type { Clock, DirectoryEntry, FileStamp, FileStat, FileSystem } from "../engine/index.ts";
import { systemClock } from "./system-clock.ts";

const openFile = promisify(open);
const statPath = promisify(stat);
const resolvePath = promisify(realpath.native);

/** Without `O_NONBLOCK` the opening of a pipe waits for somebody to write to it. Windows has neither. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Milliseconds after which a change must show in a file's times: the coarsest clock is that of FAT, two seconds. The clock
 * of a file server may also differ a little from ours.
 */
const SETTLING_MS = 3_000;

export interface NodeFileSystemOptions {
  /**
   * Every call finishes before it returns: a third of the time for thousands of small files, and right for the program of
   * one person; a server would stand still meanwhile.
   */
  readonly blocking?: boolean;
  /** Tells which files changed just now. Default: the machine's. */
  readonly clock?: Clock;
}

/** Creates the port. It holds no state. */
export function createNodeFileSystem({
  blocking = false,
  clock = systemClock,
}: NodeFileSystemOptions = {}): FileSystem {
  if (blocking) {
    const stampOf = async (directory: string, name: string) => {
      const path = pathIn(directory, name);
      return toStamp(lstatSync(path, { throwIfNoEntry: false }), { directory, name, clock });
    };
    return { ...BLOCKING, stampOf: (directory, name) => stampOf(directory, name).catch(() => undefined) };
  }
  return {
    readFile,
    readDirectory,
    realPath: (path) => resolvePath(path),
    stat: readStat,
    stampOf: (directory, name) =>
      new Promise((resolve) => {
        lstat(pathIn(directory, name), (error, stats) => {
          resolve(error === null ? toStamp(stats, { directory, name, clock }) : undefined);
        });
      }),
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

function pathIn(directory: string, name: string): string {
  return directory.endsWith(sep) ? directory + name : directory + sep + name;
}

/**
 * The time of the last change of the inode is part of it: it moves with every write, rename, link and change of permission,
 * and no program can set it. Times are read as doubles, exact to a quarter of a microsecond; settled files differ by more.
 */
function toStamp(
  stats: Stats | undefined,
  { directory, name, clock }: { readonly directory: string; readonly name: string; readonly clock: Clock },
): FileStamp | undefined {
  if (stats === undefined || !stats.isFile() || ignoresCase(directory, name)) return undefined;
  const { size, mtimeMs, ctimeMs, dev, ino } = stats;
  return {
    identity: `${size}:${mtimeMs}:${ctimeMs}:${dev}:${ino}`,
    isSettled: Math.max(mtimeMs, ctimeMs) + SETTLING_MS < clock.now(),
  };
}

/**
 * Whether the name of a file that exists is also found in another case: then only a listing tells how it is spelled. Asked
 * for each folder, because folders of one disk can differ in it; the folder was searched just now, so no disk is waited for.
 */
function ignoresCase(directory: string, name: string): boolean {
  const upper = name.toUpperCase();
  const other = upper === name ? name.toLowerCase() : upper;
  return other !== name && lstatSync(pathIn(directory, other), { throwIfNoEntry: false }) !== undefined;
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
