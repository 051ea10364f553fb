/** Keeps what V8 made of the program's files between starts, for a Node that has no compile cache of its own. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Script } from "node:vm";

/**
 * One file: a line of JSON (`Head`), then the data of all scripts. V8 checks that the data fits its version and flags, but
 * neither the source's text nor damage, so both are sealed with a digest here. What does not fit is compiled anew.
 */
export interface CodeCache {
  /** What was kept for this text; undefined when there is nothing, or nothing that can be believed. */
  find(name: string, source: Buffer): Buffer | undefined;
  /** Remembers a script for `save`. `isFresh`: V8 had to compile it. */
  add(name: string, source: Buffer, compiled: { readonly script: Script; readonly isFresh: boolean }): void;
  /** Writes the file in one step when enough was compiled anew; false when that was not needed or not possible. */
  save(): boolean;
}

interface Entry {
  readonly name: string;
  /** Digest of the source's text. */
  readonly source: string;
  readonly offset: number;
  readonly length: number;
}

interface Head {
  readonly entries: readonly Entry[];
  /** Digest of everything after the line. */
  readonly digest: string;
}

/** Writing costs more than compiling so little again. Bytes of source. */
const WORTH_SAVING = 100_000;
const NEW_LINE = 10;

/** Reads the file at once; a missing or damaged one is an empty cache. */
export function openCodeCache(path: string): CodeCache {
  const kept = readPack(path);
  const added = new Map<string, { readonly source: string; readonly script: Script }>();
  let freshBytes = 0;
  return {
    find(name, source) {
      const found = kept.get(name);
      return found !== undefined && found.source === digest(source) ? found.data : undefined;
    },
    add(name, source, { script, isFresh }) {
      added.set(name, { source: digest(source), script });
      if (isFresh) freshBytes += source.length;
    },
    save() {
      if (freshBytes < WORTH_SAVING) return false;
      const rest = [...kept].filter(([name]) => !added.has(name));
      const fresh = [...added].map(([name, { source, script }]) => {
        return [name, { source, data: script.createCachedData() }] as const;
      });
      return writePack(path, [...rest, ...fresh]);
    },
  };
}

interface Kept {
  readonly source: string;
  readonly data: Buffer;
}

function readPack(path: string): ReadonlyMap<string, Kept> {
  try {
    const pack = readFileSync(path);
    const end = pack.indexOf(NEW_LINE);
    const head = JSON.parse(pack.toString("utf8", 0, end)) as Head;
    const data = pack.subarray(end + 1);
    if (head.digest !== digest(data)) return new Map();
    return new Map(
      head.entries.map(({ name, source, offset, length }) => {
        return [name, { source, data: data.subarray(offset, offset + length) }];
      }),
    );
  } catch {
    // Missing, cut, or not ours: the program is compiled as if there never was a cache.
    return new Map();
  }
}

function writePack(path: string, scripts: readonly (readonly [string, Kept])[]): boolean {
  let offset = 0;
  const entries = scripts.map(([name, { source, data }]): Entry => {
    offset += data.length;
    return { name, source, offset: offset - data.length, length: data.length };
  });
  const data = Buffer.concat(scripts.map(([, kept]) => kept.data));
  const head: Head = { entries, digest: digest(data) };
  return replaceFile(path, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), data]));
}

/** False when it cannot be written, as in a home that is read-only: the next start then takes as long as this one did. */
function replaceFile(path: string, content: Buffer): boolean {
  const fresh = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(fresh, content, { mode: 0o600 });
      renameSync(fresh, path);
    } catch {
      rmSync(fresh, { force: true });
      return false;
    }
    return true;
  } catch {
    return false;
  }
}

function digest(bytes: Buffer): string {
  return createHash("sha1").update(bytes).digest("hex");
}
