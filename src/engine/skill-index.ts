/** Remembers across sessions what was read of skill files, so that unchanged files are not opened again. */

import type { LateCache } from "./late-cache.ts";
import type { Logger } from "./ports.ts";
import type { FoundFile } from "./scan-root.ts";
import {
  canKeep,
  formatIndex,
  type KeptFile,
  parseIndex,
  type ReadFile,
  readRow,
  type StoredRow,
} from "./skill-index-text.ts";
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
  readonly stored: ReadonlyMap<string, StoredRow>;
  readonly kept: Map<string, KeptFile>;
  unchanged: number;
}

/** Opens the indexes of the roots that the files are in. Never rejects: what is wrong with an index makes it an empty one. */
export async function openSkillIndex(
  files: readonly FoundFile[],
  { cache, logger }: { readonly cache: LateCache; readonly logger?: Logger },
): Promise<SkillIndex> {
  const open = async (root: SkillRoot): Promise<[SkillRoot, RootIndex]> => {
    const key = keyOf(root);
    return [root, { key, stored: parseIndex(await cache.load(key)), kept: new Map(), unchanged: 0 }];
  };
  const indexes = new Map(await Promise.all(rootsWorthIt(files).map(open)));

  return {
    find(file) {
      const { root, path, stamp } = file;
      const index = indexes.get(root);
      if (index === undefined || !stamp?.isSettled) return undefined;
      const name = nameInRoot(file);
      const row = index.stored.get(name);
      const read = row?.identity === stamp.identity ? readRow(row, path) : undefined;
      if (read === undefined) return undefined;
      index.kept.set(name, { identity: stamp.identity, read });
      index.unchanged += 1;
      return read;
    },
    add(file, read) {
      const { root, stamp } = file;
      if (stamp?.isSettled && canKeep(read)) {
        indexes.get(root)?.kept.set(nameInRoot(file), { identity: stamp.identity, read });
      }
    },
    save() {
      for (const [root, { key, stored, kept, unchanged }] of indexes) {
        logger?.log("debug", "skill: index of a root", { root: root.path, unchanged, fresh: kept.size - unchanged });
        if (unchanged !== kept.size || unchanged !== stored.size) cache.save(key, formatLater(kept));
      }
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
function formatLater(kept: ReadonlyMap<string, KeptFile>): () => string {
  return () => formatIndex(kept);
}
