/** Takes the stamp of a file: what tells one state of it from another without opening it. */
import { existsSync, lstat, lstatSync, type Stats } from "node:fs";
import { basename, dirname, sep } from "node:path";
import type { Clock, FileStamp, FileSystem } from "../engine/index.ts";

type StampOf = NonNullable<FileSystem["stampOf"]>;

/**
 * Milliseconds after which a change must show in a file's times: the coarsest clock is that of FAT, two seconds. The clock
 * of a file server may also differ a little from ours.
 */
const SETTLING_MS = 3_000;

/** Milliseconds: a question that the system answers from memory takes a hundredth of it. */
const SLOW_MS = 1;
/** Questions that go to a thread after a slow one. */
const ON_THREADS = 256;
/** Milliseconds after which other work of the process gets its turn. */
const TURN_MS = 5;

/** Takes stamps in blocking calls. */
export function createBlockingStampOf(clock: Clock): StampOf {
  const ignoresCase = createCaseCheck();
  return (directory, name, { unless } = {}) => stampNow(directory, name, { clock, unless, ignoresCase });
}

/**
 * Takes stamps without standing in the way of other work. To hand a question to a thread costs five times what the answer
 * does when the system has it in memory, as it mostly has; so the question is put directly while answers come fast.
 */
export function createStampOf(clock: Clock): StampOf {
  const ignoresCase = createCaseCheck();
  let onThreads = 0;
  let turnStarted = 0;
  return async (directory, name, { unless } = {}) => {
    if (onThreads > 0) {
      onThreads -= 1;
      return stampOnThread(directory, name, { clock, unless, ignoresCase });
    }
    const started = performance.now();
    if (started - turnStarted > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turnStarted = performance.now();
    }
    const asked = performance.now();
    const stamp = stampNow(directory, name, { clock, unless, ignoresCase });
    if (performance.now() - asked > SLOW_MS) onThreads = ON_THREADS;
    return stamp;
  };
}

interface StampOptions {
  readonly clock: Clock;
  readonly unless: string | undefined;
  /** Of the place where a directory lies. */
  readonly ignoresCase: (directory: string) => boolean;
}

function stampNow(directory: string, name: string, options: StampOptions): FileStamp | undefined {
  try {
    const stats = lstatSync(pathIn(directory, name), { throwIfNoEntry: false });
    return stats && toStamp(stats, directory, options);
  } catch {
    // Whatever is wrong, the listing of the folder says it.
    return undefined;
  }
}

function stampOnThread(directory: string, name: string, options: StampOptions): Promise<FileStamp | undefined> {
  return new Promise((resolve) => {
    lstat(pathIn(directory, name), (error, stats) => {
      resolve(error === null ? toStamp(stats, directory, options) : undefined);
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
function toStamp(stats: Stats, directory: string, { clock, unless, ignoresCase }: StampOptions): FileStamp | undefined {
  if (!stats.isFile() || ignoresCase(directory)) return undefined;
  // The folder was searched just now, so no disk is waited for.
  if (unless !== undefined && existsSync(pathIn(directory, unless))) return undefined;
  const { size, mtimeMs, ctimeMs, dev, ino } = stats;
  return {
    identity: `${size}:${mtimeMs}:${ctimeMs}:${dev}:${ino}`,
    isSettled: Math.max(mtimeMs, ctimeMs) + SETTLING_MS < clock.now(),
  };
}

/**
 * Whether the folder that a directory lies in finds names in any case: then only a listing tells how a file is spelled. Asked
 * once for all that lie side by side. A directory that differs from the folder around it in this can at worst hide that its
 * `SKILL.md` is spelled otherwise. A neighbour whose name differs in case alone counts as well, which costs a listing.
 */
function createCaseCheck(): (directory: string) => boolean {
  let lastParent: string | undefined;
  let ignoresCase = false;
  return (directory) => {
    const parent = dirname(directory);
    if (parent === lastParent) return ignoresCase;
    const name = basename(directory);
    const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
    // A name without letters says nothing about its neighbours.
    if (other === name) return existsSync(pathIn(directory, "skill.md"));
    ignoresCase = existsSync(pathIn(parent, other));
    lastParent = parent;
    return ignoresCase;
  };
}
