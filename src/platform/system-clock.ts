/** The clock of the machine. */
import type { Clock } from "../engine/index.ts";

/** Wall-clock time. */
export const systemClock: Clock = { now: () => Date.now() };
