/** The UsageStore port on a file that all processes of one person share. */
import { type Clock, formatUsage, parseUsage, recordUse, type UsageState, type UsageStore } from "../engine/index.ts";
import { createStateFile } from "./state-file.ts";
import { systemClock } from "./system-clock.ts";

export interface UsageStoreOptions {
  /** Absolute path of the file. */
  readonly path: string;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Told of a damaged file; it counts as empty. */
  onDamaged?(message: string): void;
}

/** Creates the store; nothing is read or written yet. Both methods reject when the file cannot be used. */
export function createUsageStore(options: UsageStoreOptions): UsageStore {
  const { path, clock = systemClock, onDamaged } = options;
  const empty: UsageState = new Map();
  const file = createStateFile<UsageState>({
    path,
    empty,
    parse: parseUsage,
    format: formatUsage,
    ...(onDamaged && { onDamaged }),
  });
  return {
    load: file.read,
    record: (name) => file.update((state) => recordUse(state, name, clock.now())),
  };
}
