/** Keeps what V8 made of the program's files between starts, for a Node that has no compile cache of its own. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Script } from "node:vm";
import { crc32 } from "node:zlib";

/**
 * One file: a line of JSON (`Head`), then the data of all scripts. V8 checks that the data fits its version and flags, but
 * neither the source's text nor damage, so both are sealed with a checksum here. What does not fit is compiled anew. Against
 * accidents only: who can write to the person's home can change the program as well.
 */
export interface CodeCache {
  /** The place of one script in the cache, for its text as it is now. */
  slot(name: string, source: Buffer): CodeCacheSlot;
  /**
   * Writes the file in one step when enough was compiled anew, and after each of the first few runs: V8 compiles a function
   * when it is first called, and one run calls few. False when it was not needed or not possible.
   */
  save(): boolean;
}

export interface CodeCacheSlot {
  /** What was kept for this text; undefined when there is nothing, or nothing that can be believed. */
  readonly data: Buffer | undefined;
  /** Remembers the script for `save`. `isFresh`: V8 had to compile it. */
  fill(compiled: { readonly script: Script; readonly isFresh: boolean }): void;
}

interface Entry {
  readonly name: string;
  /** Seal of the source's text. */
  readonly source: string;
  readonly offset: number;
  readonly length: number;
}

interface Head {
  /** How many runs have added to the file. */
  readonly runs: number;
  readonly entries: readonly Entry[];
  /** Of everything after the line. */
  readonly seal: string;
}

/** Writing costs more than compiling so little again. Bytes of source. */
const WORTH_SAVING = 100_000;
/** Runs after which nothing new is expected: one each for a question, a project with skills, a session. */
const LEARNING_RUNS = 4;
const NEW_LINE = 10;

/** Reads the file at once; a missing or damaged one is an empty cache. */
export function openCodeCache(path: string): CodeCache {
  const { runs, kept } = readPack(path);
  const added = new Map<string, { readonly source: string; readonly script: Script }>();
  let freshBytes = 0;
  return {
    slot(name, source) {
      const sealed = seal(source);
      const found = kept.get(name);
      return {
        data: found?.source === sealed ? found.data : undefined,
        fill({ script, isFresh }) {
          added.set(name, { source: sealed, script });
          if (isFresh) freshBytes += source.length;
        },
      };
    },
    save() {
      const isLearning = runs > 0 && runs < LEARNING_RUNS;
      if (freshBytes < WORTH_SAVING && !isLearning) return false;
      const rest = [...kept].filter(([name]) => !added.has(name));
      const fresh = [...added].map(([name, { source, script }]) => {
        return [name, { source, data: script.createCachedData() }] as const;
      });
      // A new version of the program learns anew.
      return writePack(path, [...rest, ...fresh], freshBytes < WORTH_SAVING ? runs + 1 : 1);
    },
  };
}

interface Kept {
  readonly source: string;
  readonly data: Buffer;
}

interface Pack {
  /** 0 when there is no usable file. */
  readonly runs: number;
  readonly kept: ReadonlyMap<string, Kept>;
}

function readPack(path: string): Pack {
  try {
    const pack = readFileSync(path);
    const end = pack.indexOf(NEW_LINE);
    const head = JSON.parse(pack.toString("utf8", 0, end)) as Head;
    const data = pack.subarray(end + 1);
    if (head.seal !== seal(data)) return { runs: 0, kept: new Map() };
    const kept = new Map(
      head.entries.map(({ name, source, offset, length }) => {
        return [name, { source, data: data.subarray(offset, offset + length) }];
      }),
    );
    return { runs: head.runs, kept };
  } catch {
    // Missing, cut, or not ours: the program is compiled as if there never was a cache.
    return { runs: 0, kept: new Map() };
  }
}

function writePack(path: string, scripts: readonly (readonly [string, Kept])[], runs: number): boolean {
  let offset = 0;
  const entries = scripts.map(([name, { source, data }]): Entry => {
    offset += data.length;
    return { name, source, offset: offset - data.length, length: data.length };
  });
  const data = Buffer.concat(scripts.map(([, kept]) => kept.data));
  const head: Head = { runs, entries, seal: seal(data) };
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

/** With the length, which a checksum alone may miss. Much cheaper at a start than to load and run a cryptographic digest. */
function seal(bytes: Buffer): string {
  return `${bytes.length}-${crc32(bytes)}`;
}
