/** Turns the operating system's signals, and a reader that left, into one `AbortSignal` for a run without a terminal. */
import { EXIT_STOPPED, exitCodeOfSignal } from "./exit-codes.ts";
import type { ProgramIo } from "./program-io.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface StopSignal {
  /** Aborts at the first signal. A second one ends the program at once, for a turn that does not let go. */
  readonly signal: AbortSignal;
  /** The exit code of a run that was stopped: 128 and the signal's number. */
  exitCode(): number;
  dispose(): void;
}

/** Listens until `dispose`. */
export function createStopSignal(io: ProgramIo): StopSignal {
  const { process, out } = io;
  const stop = new AbortController();
  let code = EXIT_STOPPED;
  const listeners = SIGNALS.map((name) => {
    const listener = () => {
      if (stop.signal.aborted) process.exit(code);
      code = exitCodeOfSignal(name);
      stop.abort();
    };
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  const onClosed = () => stop.abort();
  out.closed.addEventListener("abort", onClosed, { once: true });
  return {
    signal: stop.signal,
    exitCode: () => code,
    dispose() {
      for (const remove of listeners) remove();
      out.closed.removeEventListener("abort", onClosed);
    },
  };
}
