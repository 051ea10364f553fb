/** Compaction: a summary takes the place of a conversation that has become too long. */
export { type Compactor, createCompactor } from "./create-compactor.ts";
export { type CompactionSettings, DEFAULT_COMPACTION } from "./decide-compaction.ts";
export { endOfCompaction } from "./end-of-compaction.ts";
