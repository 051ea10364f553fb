/** Carries events from background work to the generator of a front end. */

export interface EventChannel<T> extends AsyncIterable<T> {
  push(event: T): void;
  /** Ends the iteration once everything pushed before has been read. */
  close(): void;
}

/** Creates a channel for one reader; any number of writers may push. */
export function createEventChannel<T>(): EventChannel<T> {
  let queue: T[] = [];
  let isClosed = false;
  let wake: (() => void) | undefined;
  const signal = () => {
    wake?.();
    wake = undefined;
  };
  return {
    push(event) {
      queue.push(event);
      signal();
    },
    close() {
      isClosed = true;
      signal();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const events = queue;
        queue = [];
        yield* events;
        if (queue.length > 0) continue;
        if (isClosed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
