/** A store of use counts in memory, for tests. */
import { recordUse, type UsageState, type UsageStore } from "../../src/engine/index.ts";

export interface MemoryUsageStore extends UsageStore {
  /** Names recorded since it was created, in order. */
  names(): readonly string[];
}

/** A store whose clock goes on by a minute with each use; `uses` are the names of earlier ones, the latest last. */
export function createMemoryUsageStore(uses: readonly string[] = []): MemoryUsageStore {
  const names: string[] = [];
  let state: UsageState = new Map();
  const record = async (name: string) => {
    names.push(name);
    state = recordUse(state, name, names.length * 60_000);
    return state;
  };
  for (const name of uses) void record(name);
  return { load: async () => state, record, names: () => names.slice(uses.length) };
}
