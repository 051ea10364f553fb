/** Lets a test decide when each piece of a scripted answer arrives, without timers. */

export interface ChunkGate {
  /** For `beforeChunk` of a reply. */
  readonly beforeChunk: (index: number) => Promise<void>;
  /** Lets the next `count` pieces through. */
  release(count?: number): void;
  /** Lets everything through from now on. */
  open(): void;
  /** Resolves as soon as a piece waits at the gate. */
  waiting(): Promise<void>;
}

/** Creates a closed gate. */
export function createChunkGate(): ChunkGate {
  let allowed = 0;
  const atGate: (() => void)[] = [];
  const watchers: (() => void)[] = [];
  const letThrough = () => {
    while (allowed > 0 && atGate.length > 0) {
      allowed -= 1;
      atGate.shift()?.();
    }
  };
  return {
    beforeChunk: () =>
      new Promise((pass) => {
        atGate.push(pass);
        letThrough();
        if (atGate.length > 0) for (const watcher of watchers.splice(0)) watcher();
      }),
    release(count = 1) {
      allowed += count;
      letThrough();
    },
    open() {
      allowed = Number.POSITIVE_INFINITY;
      letThrough();
    },
    waiting: () =>
      new Promise((notify) => {
        if (atGate.length > 0) notify();
        else watchers.push(notify);
      }),
  };
}
