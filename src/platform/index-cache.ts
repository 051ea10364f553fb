/** The IndexCache port on a directory that all processes of one person share: one small file for each key. */
import { isAscii } from "node:buffer";
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, statSync, utimesSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import manifest from "../../package.json" with { type: "json" };
import type { Clock, IndexCache } from "../engine/index.ts";
import { systemClock } from "./system-clock.ts";

export interface IndexCacheOptions {
  /** Absolute path of a directory of the person's own, such as `~/.skillful/cache/skills`. Made when something is saved. */
  readonly directory: string;
  /** Reads in blocking calls: faster for a program that has nothing else to do meanwhile. Default false. */
  readonly blocking?: boolean;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

/** Bytes. A larger text is not saved; a larger file is not read. 100,000 skills need half of it. */
const MAX_FILE_BYTES = 128 * 1024 * 1024;
/** Files and bytes of the whole directory; those that were not used for the longest time go first. */
const MAX_FILES = 200;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
/** A file that is used is marked so at most this often. */
const MARK_EVERY_MS = 24 * 60 * 60 * 1000;
/** Whatever a process that was killed left behind goes after this time. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;
const SUFFIX = ".index";
const NEW_LINE = 10;

interface Header {
  readonly context: string;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** Of the text, in UTF-16 units, and its CRC-32 as UTF-8. */
  readonly length: number;
  readonly crc: number;
}

/**
 * Creates the cache; nothing is read or written yet. A file that is damaged, of another version of Skillful or Node, of
 * another account, or saved at a time that is still to come, counts as missing. Files are replaced in one step, so any
 * number of processes may use the directory.
 */
export function createIndexCache(options: IndexCacheOptions): IndexCache {
  const { directory, blocking = false, clock = systemClock } = options;
  const pathOf = (key: string) =>
    join(directory, `${createHash("sha256").update(key).digest("hex").slice(0, 32)}${SUFFIX}`);
  const context = once(() => JSON.stringify([manifest.version, buildOf(), process.version, accountOf()]));

  return {
    async load(key) {
      const path = pathOf(key);
      const content = blocking ? readNowIfPresent(path, clock.now()) : await readIfPresent(path, clock.now());
      if (content === undefined) return undefined;
      const end = content.indexOf(NEW_LINE);
      const header = end === -1 ? undefined : parseHeader(content.toString("utf8", 0, end));
      if (header?.context !== context() || header.key !== key) return undefined;
      if (typeof header.savedAt !== "number" || header.savedAt > clock.now()) return undefined;
      const bytes = content.subarray(end + 1);
      if (header.crc !== crc32(bytes)) return undefined;
      const text = bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
      return header.length === text.length ? text : undefined;
    },
    async save(key, text) {
      if (text.length > MAX_FILE_BYTES / 2) return;
      const header: Header = { context: context(), key, savedAt: clock.now(), length: text.length, crc: crc32(text) };
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = pathOf(key);
      const fresh = `${path}.${randomUUID()}.tmp`;
      try {
        await writeFile(fresh, `${JSON.stringify(header)}\n${text}`, { flag: "wx", mode: 0o600 });
        await rename(fresh, path);
      } catch (error) {
        await rm(fresh, { force: true });
        throw error;
      }
      await prune(directory, clock.now());
    },
  };
}

/** Whoever works on Skillful builds one version many times, and each build may read files in another way. */
function buildOf(): string {
  const { mtimeMs, size } = statSync(fileURLToPath(import.meta.url));
  return `${mtimeMs}:${size}`;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What a person may read changes with who asks. Windows has no such ids. */
function accountOf(): readonly unknown[] {
  return [process.geteuid?.(), process.getegid?.(), process.getgroups?.().sort((a, b) => a - b)];
}

function parseHeader(line: string): Partial<Header> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // A damaged file counts as missing.
    return undefined;
  }
}

async function readIfPresent(path: string, now: number): Promise<Buffer | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return undefined;
    if (Math.abs(now - stats.mtimeMs) > MARK_EVERY_MS) await file.utimes(now / 1000, now / 1000);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function readNowIfPresent(path: string, now: number): Buffer | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || stats.size > MAX_FILE_BYTES) return undefined;
  const content = readFileSync(path);
  if (Math.abs(now - stats.mtimeMs) > MARK_EVERY_MS) utimesSync(path, now / 1000, now / 1000);
  return content;
}

/** Keeps the directory small. Another process may be doing the same; what is gone already is fine. */
async function prune(directory: string, now: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(directory)).map(async (name) => {
      const path = join(directory, name);
      const stats = await stat(path).catch(() => undefined);
      return stats?.isFile() ? [{ path, size: stats.size, usedAt: stats.mtimeMs }] : [];
    }),
  );
  let count = 0;
  let bytes = 0;
  for (const { path, size, usedAt } of files.flat().sort((a, b) => b.usedAt - a.usedAt)) {
    if (path.endsWith(".tmp")) {
      if (now - usedAt > LEFT_BEHIND_MS) await rm(path, { force: true });
      continue;
    }
    if (!path.endsWith(SUFFIX)) continue;
    count += 1;
    bytes += size;
    if (count > MAX_FILES || bytes > MAX_TOTAL_BYTES) await rm(path, { force: true });
  }
}
