/** Writes text to a stream whose reader may leave early (`| head`), and says when all of it has been handed over. */

export interface Output {
  /** Never throws; does nothing once the reader has gone. */
  write(text: string): void;
  /** Resolves when everything written so far has left the program, or can no longer. */
  flush(): Promise<void>;
  /** Aborts when the reader has closed its end. */
  readonly closed: AbortSignal;
}

/** Takes over the stream's `error` events: a closed pipe is the reader's right, not a failure of ours. */
export function createOutput(stream: NodeJS.WritableStream): Output {
  const closed = new AbortController();
  stream.on("error", () => closed.abort());
  return {
    closed: closed.signal,
    write(text) {
      if (!closed.signal.aborted && text !== "") stream.write(text);
    },
    flush() {
      if (closed.signal.aborted || !stream.writable) return Promise.resolve();
      return new Promise((resolve) => {
        closed.signal.addEventListener("abort", () => resolve(), { once: true });
        stream.write("", () => resolve());
      });
    },
  };
}
