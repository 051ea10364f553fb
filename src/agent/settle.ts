/** Waits for work that is supposed to stop by itself when it is aborted, without waiting forever when it does not. */

/** Milliseconds after an abort before work is given up: enough for a shell to end its processes. */
const GRACE_MS = 5_000;

/** Settles as `work` does. Rejects with the signal's reason when `work` has not settled some time after the abort. */
export function settle<T>(work: Promise<T>, signal: AbortSignal, graceMs = GRACE_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startGrace = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs);
    };
    const release = () => {
      signal.removeEventListener("abort", startGrace);
      clearTimeout(timer);
    };
    if (signal.aborted) startGrace();
    else signal.addEventListener("abort", startGrace, { once: true });
    work.finally(release).then(resolve, reject);
  });
}
