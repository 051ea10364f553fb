/** Defers what is saved to a cache, so that nobody ever waits for it: some seconds later, or at the end. */
import { messageOf } from "./message-of.ts";
import type { IndexCache, Logger, Timer } from "./ports.ts";

export interface LateCache {
  /** Never rejects. */
  load(key: string): Promise<string | undefined>;
  /** The text is made when it is time to save it; of several for one key, the last counts. */
  save(key: string, format: () => string): void;
  /** Saves what is not saved yet. Never rejects. */
  flush(): Promise<void>;
}

export interface LateCacheOptions {
  readonly cache: IndexCache;
  readonly logger: Logger;
  /** Absent: nothing is saved before `flush`. */
  readonly timer?: Timer;
}

/** By then the first request is on its way, and the program waits for the answer. */
const DELAY_MS = 2_000;

export function createLateCache({ cache, logger, timer }: LateCacheOptions): LateCache {
  const waiting = new Map<string, () => string>();
  let stopTimer: (() => void) | undefined;
  let saving: Promise<void> = Promise.resolve();

  const saveAll = async (): Promise<void> => {
    const due = [...waiting];
    waiting.clear();
    for (const [key, format] of due) {
      await cache.save(key, format()).catch((error: unknown) => {
        logger.log("warn", "skill: the index of a root cannot be saved", { error: messageOf(error) });
      });
    }
  };
  const flush = (): Promise<void> => {
    stopTimer?.();
    stopTimer = undefined;
    // One after the other, so that an older text never replaces a newer one.
    saving = saving.then(saveAll);
    return saving;
  };

  return {
    load: (key) =>
      cache.load(key).catch((error: unknown) => {
        logger.log("warn", "skill: the index of a root cannot be read", { error: messageOf(error) });
        return undefined;
      }),
    save(key, format) {
      waiting.set(key, format);
      stopTimer ??= timer?.start(DELAY_MS, () => void flush());
    },
    flush,
  };
}
