/** Remembers across sessions what was read of skill files, so that unchanged files are not opened again. */
import type { LateCache } from "./late-cache.ts";
import type { Logger } from "./ports.ts";
import type { FoundFile } from "./scan-root.ts";
import { formatIndex, parseIndex, type ReadFile, readRow, type StoredRow, toRow } from "./skill-index-text.ts";
import type { SkillRoot } from "./sources.ts";

export interface SkillIndex {
  /** What a file was read as that is unchanged since. */
  find(file: FoundFile): ReadFile | undefined;
  /** Notes what a file was read as that `find` did not know. */
  add(file: FoundFile, read: ReadFile): void;
  /** Hands indexes that are no longer true to the cache. */
  save(): void;
}

/** Fewer files of a root are as quickly read as their index. */
const FEWEST_FILES = 16;

interface RootIndex {
  readonly key: string;
  readonly stored: StoredRows;
  /** Rows of files that are there, unchanged or read just now. */
  readonly kept: StoredRow[];
  unchanged: number;
}

interface StoredRows {
  readonly size: number;
  find(name: string): StoredRow | undefined;
}

/** Opens the indexes of the roots that the files are in. Never rejects: what is wrong with an index makes it an empty one. */
export async function openSkillIndex(
  files: readonly FoundFile[],
  { cache, logger }: { readonly cache: LateCache; readonly logger?: Logger },
): Promise<SkillIndex> {
  const open = async (root: SkillRoot): Promise<[SkillRoot, RootIndex]> => {
    const key = keyOf(root);
    return [root, { key, stored: createStoredRows(parseIndex(await cache.load(key))), kept: [], unchanged: 0 }];
  };
  const indexes = new Map(await Promise.all(rootsWorthIt(files).map(open)));

  return {
    find(file) {
      const index = indexes.get(file.root);
      if (index === undefined || !file.stamp?.isSettled) return undefined;
      const row = index.stored.find(nameInRoot(file));
      const read = row?.[1] === file.stamp.identity ? readRow(row, file.path) : undefined;
      if (row === undefined || read === undefined) return undefined;
      index.kept.push(row);
      index.unchanged += 1;
      return read;
    },
    add(file, read) {
      const index = indexes.get(file.root);
      if (index === undefined || !file.stamp?.isSettled) return;
      const row = toRow({ name: nameInRoot(file), identity: file.stamp.identity }, read);
      if (row !== undefined) index.kept.push(row);
    },
    save() {
      for (const [root, { key, stored, kept, unchanged }] of indexes) {
        logger?.log("debug", "skill: index of a root", { root: root.path, unchanged, fresh: kept.length - unchanged });
        if (unchanged !== kept.length || unchanged !== stored.size) cache.save(key, formatLater(kept));
      }
    },
  };
}

/** Files are found in the order of the last time, mostly, so that the next row is tried before a map of all is made. */
function createStoredRows(rows: readonly StoredRow[]): StoredRows {
  let next = 0;
  let places: ReadonlyMap<string, number> | undefined;
  return {
    size: rows.length,
    find(name) {
      const row = rows[next];
      if (row?.[0] === name) {
        next += 1;
        return row;
      }
      places ??= new Map(rows.map(([known], place) => [known, place]));
      const place = places.get(name);
      if (place === undefined) return undefined;
      next = place + 1;
      return rows[place];
    },
  };
}

function rootsWorthIt(files: readonly FoundFile[]): SkillRoot[] {
  const counts = new Map<SkillRoot, number>();
  for (const { root, stamp } of files) if (stamp !== undefined) counts.set(root, (counts.get(root) ?? 0) + 1);
  return [...counts].flatMap(([root, count]) => (count < FEWEST_FILES ? [] : [root]));
}

/** All that the reading of a file depends on besides its bytes and its path. */
function keyOf({ path, kind, ownSkill }: SkillRoot): string {
  return JSON.stringify([path, kind, ...(ownSkill === undefined ? [] : [ownSkill])]);
}

/** Below the root, so that thousands of rows do not repeat its path. */
function nameInRoot({ root, path }: FoundFile): string {
  return path.startsWith(root.path) ? path.slice(root.path.length) : path;
}

/** A function of its own, so that what waits to be saved keeps nothing else alive. */
function formatLater(rows: readonly StoredRow[]): () => string {
  return () => formatIndex(rows);
}
