/** Takes the stamp of a file: what tells one state of it from another without opening it. */
import { existsSync, lstat, lstatSync, type Stats } from "node:fs";
import { sep } from "node:path";
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
  return async (directory, name, { unless } = {}) => stampNow(directory, name, { clock, unless });
}

/**
 * Takes stamps without standing in the way of other work. To hand a question to a thread costs five times what the answer
 * does when the system has it in memory, as it mostly has; so the question is put directly while answers come fast.
 */
export function createStampOf(clock: Clock): StampOf {
  let onThreads = 0;
  let turnStarted = 0;
  return async (directory, name, { unless } = {}) => {
    if (onThreads > 0) {
      onThreads -= 1;
      return stampOnThread(directory, name, { clock, unless });
    }
    const started = performance.now();
    if (started - turnStarted > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turnStarted = performance.now();
    }
    const asked = performance.now();
    const stamp = stampNow(directory, name, { clock, unless });
    if (performance.now() - asked > SLOW_MS) onThreads = ON_THREADS;
    return stamp;
  };
}

interface StampOptions {
  readonly clock: Clock;
  readonly unless: string | undefined;
}

function stampNow(directory: string, name: string, { clock, unless }: StampOptions): FileStamp | undefined {
  try {
    const stats = lstatSync(pathIn(directory, name), { throwIfNoEntry: false });
    if (stats === undefined || (unless !== undefined && exists(directory, unless))) return undefined;
    return toStamp(stats, { directory, name, clock });
  } catch {
    // Whatever is wrong, the listing of the folder says it.
    return undefined;
  }
}

function stampOnThread(
  directory: string,
  name: string,
  { clock, unless }: StampOptions,
): Promise<FileStamp | undefined> {
  return new Promise((resolve) => {
    lstat(pathIn(directory, name), (error, stats) => {
      const isMeant = error === null && (unless === undefined || !exists(directory, unless));
      resolve(isMeant ? toStamp(stats, { directory, name, clock }) : undefined);
    });
  });
}

/** Of a folder that was searched just now, so no disk is waited for. A link that leads nowhere counts as nothing. */
function exists(directory: string, name: string): boolean {
  return existsSync(pathIn(directory, name));
}

function pathIn(directory: string, name: string): string {
  return directory.endsWith(sep) ? directory + name : directory + sep + name;
}

/**
 * The time of the last change of the inode is part of it: it moves with every write, rename, link and change of permission,
 * and no program can set it. Times are read as doubles, exact to a quarter of a microsecond; settled files differ by more.
 */
function toStamp(
  stats: Stats,
  { directory, name, clock }: { readonly directory: string; readonly name: string; readonly clock: Clock },
): FileStamp | undefined {
  if (!stats.isFile() || ignoresCase(directory, name)) return undefined;
  const { size, mtimeMs, ctimeMs, dev, ino } = stats;
  return {
    identity: `${size}:${mtimeMs}:${ctimeMs}:${dev}:${ino}`,
    isSettled: Math.max(mtimeMs, ctimeMs) + SETTLING_MS < clock.now(),
  };
}

/**
 * Whether the name of a file that exists is also found in another case: then only a listing tells how it is spelled. Asked
 * for each folder, because folders of one disk can differ in it.
 */
function ignoresCase(directory: string, name: string): boolean {
  const upper = name.toUpperCase();
  const other = upper === name ? name.toLowerCase() : upper;
  return other !== name && exists(directory, other);
}
