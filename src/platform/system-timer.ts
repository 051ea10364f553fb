/** The timer of the machine. */
import type { Timer } from "../engine/index.ts";

/** Runs on time as far as the event loop allows, and never keeps the process alive. */
export const systemTimer: Timer = {
  start(delayMs, run) {
    const timeout = setTimeout(run, delayMs);
    timeout.unref();
    return () => clearTimeout(timeout);
  },
};
