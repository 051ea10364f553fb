/** Stops waiting, and stops asking the disk, when a caller's signal aborts. */
import type { FileSystem } from "./ports.ts";

/** What every call that takes time accepts. */
export interface Abortable {
  /** When it aborts, the call rejects with its reason, at once. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The result of the work, or a rejection with the signal's reason as soon as it aborts. Work is not begun for a signal that
 * has aborted already; what is under way then is the work's own affair.
 */
export async function untilAborted<Result>(
  work: () => Result | PromiseLike<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}

/** The file system, which rejects every call from the moment the signal aborts: what is under way ends by itself. */
export function stopAtAbort(fs: FileSystem, signal: AbortSignal | undefined): FileSystem {
  if (signal === undefined) return fs;
  const unlessAborted = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted();
    return call();
  };
  const { stampOf } = fs;
  return {
    readFile: (path, options) => unlessAborted(() => fs.readFile(path, options)),
    readDirectory: (path) => unlessAborted(() => fs.readDirectory(path)),
    realPath: (path) => unlessAborted(() => fs.realPath(path)),
    stat: (path) => unlessAborted(() => fs.stat(path)),
    ...(stampOf && {
      stampOf: (directory, name, options) => (signal.aborted ? undefined : stampOf.call(fs, directory, name, options)),
    }),
  };
}
