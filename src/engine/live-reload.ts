/** Keeps what is loaded in step with the disk: changes are collected for a moment, then everything is read again, once. */
import { messageOf } from "./message-of.ts";
import type { CustomSource, Logger, Timer, Watch, Watcher, WatchTarget } from "./ports.ts";

export interface LiveReload {
  /** Resolves when changes from then on take effect. Starts once, however often it is called. */
  start(): Promise<void>;
  /** Watches the roots that have come since. Never rejects; does nothing before `start`. */
  follow(): Promise<void>;
  /** Stops watching and waits for a reload that is under way. */
  close(): Promise<void>;
}

export interface LiveReloadOptions {
  readonly watcher: Watcher;
  readonly timer: Timer;
  readonly logger: Logger;
  /** All roots of this moment, and what says which there are. */
  targets(): readonly WatchTarget[];
  /** Sources besides files. */
  readonly sources: readonly CustomSource[];
  /** Reads all roots again. */
  reload(): Promise<void>;
}

/** Long enough for a checkout or an editor's several writes to count as one change, short enough to go unnoticed. */
const PAUSE_MS = 100;

/** Creates it, not yet watching. A change that comes while a reload runs starts another one after it, never beside it. */
export function createLiveReload(options: LiveReloadOptions): LiveReload {
  const { watcher, timer, logger } = options;
  const watched = new Set<string>();
  let starting: Promise<Watch> | undefined;
  let cancelPause: (() => void) | undefined;
  let reloading: Promise<void> | undefined;
  let stopSources: (() => void)[] = [];
  let isStale = false;
  let isClosed = false;

  const takeNewTargets = (): readonly WatchTarget[] => {
    const fresh = options.targets().filter((target) => !watched.has(keyOf(target)));
    for (const target of fresh) watched.add(keyOf(target));
    return fresh;
  };
  const onChange = (path: string) => {
    if (isClosed) return;
    if (reloading !== undefined) isStale = true;
    else if (cancelPause === undefined) {
      logger.log("debug", "skill: files changed", { path });
      cancelPause = timer.start(PAUSE_MS, () => {
        cancelPause = undefined;
        reloading = reload(path);
      });
    }
  };
  const reload = async (path: string) => {
    isStale = false;
    try {
      await options.reload();
    } catch (error) {
      // What was loaded before stays in force; the next change tries again.
      logger.log("error", "skill: reload failed", { error: messageOf(error) });
    }
    reloading = undefined;
    if (isStale) onChange(path);
  };
  const watchSources = (): (() => void)[] =>
    options.sources.flatMap((source) => source.watch?.(() => onChange(`custom:${source.name}`)) ?? []);
  const onError = (error: unknown) => {
    logger.log("warn", "skill: some changes cannot be seen", { error: messageOf(error) });
  };

  return {
    async start() {
      starting ??= watcher.watch(takeNewTargets(), { onChange, onError });
      try {
        await starting;
        if (stopSources.length === 0 && !isClosed) stopSources = watchSources();
        logger.log("debug", "skill: watching", { roots: watched.size });
      } catch (error) {
        // Whoever asks again shall get another attempt.
        starting = undefined;
        watched.clear();
        throw error;
      }
    },
    async follow() {
      if (starting === undefined || isClosed) return;
      try {
        const watch = await starting;
        const fresh = takeNewTargets();
        if (fresh.length > 0 && !isClosed) await watch.add(fresh);
      } catch (error) {
        onError(error);
      }
    },
    async close() {
      isClosed = true;
      for (const stop of stopSources) stop();
      stopSources = [];
      cancelPause?.();
      cancelPause = undefined;
      const watch = await starting?.catch(() => undefined);
      await watch?.close();
      await reloading;
    },
  };
}

function keyOf({ kind, path }: WatchTarget): string {
  return `${kind} in ${path}`;
}
