/** Lets one process at a time change a file, by a lock file beside it. */
import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** How long to wait for another process; changes take milliseconds. */
const LOCK_WAIT_MS = 3000;
const LOCK_RETRY_MS = 15;
/** A lock older than this was left by a process that died. */
const LOCK_STALE_MS = 10_000;

/**
 * Does `work` while no other process holds the lock file `<path>.lock`. Its directory must exist. Rejects with the file
 * system's error where no lock can be made, and when another process does not let go within seconds.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await acquire(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function acquire(lock: string): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      await (await open(lock, "wx", 0o600)).close();
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    if ((await ageOf(lock)) > LOCK_STALE_MS) await takeAway(lock);
    else if (Date.now() > deadline) throw new Error(`${lock} is held by another process`);
    else await sleep(LOCK_RETRY_MS);
  }
}

/** Removes a stale lock by renaming it first: of several processes that see it, one succeeds and the others look again. */
async function takeAway(lock: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
    await rm(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** Milliseconds since the lock was made; 0 when it is gone, so that the caller tries again. */
async function ageOf(lock: string): Promise<number> {
  try {
    return Date.now() - (await stat(lock)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
