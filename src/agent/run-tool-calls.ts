/** Runs the tool calls of one model step: in order, except that neighbours which cannot disturb each other run together. */
import type { ModelToolCall } from "./models/model.ts";

/** `read`: only reads. `skill`: a skill, perhaps a whole sub-agent. `alone`: everything else, which may change things. */
export type ToolLane = "read" | "skill" | "alone";

/** Calls of one lane that run at the same time. */
const TOGETHER: Readonly<Record<ToolLane, number>> = { read: 8, skill: 4, alone: 1 };

export interface ToolCallRun {
  readonly calls: readonly ModelToolCall[];
  laneOf(call: ModelToolCall): ToolLane;
  /** Runs one call to its end; `index` is its place among the calls. */
  run(call: ModelToolCall, index: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** Rejects with the first rejection of `run`, once all calls that were started have settled. After an abort nothing new starts. */
export async function runToolCalls({ calls, laneOf, run, signal }: ToolCallRun): Promise<void> {
  for (let start = 0; start < calls.length; ) {
    const first = calls[start];
    if (first === undefined || signal.aborted) return;
    const lane = laneOf(first);
    const batch = [first];
    for (const next of calls.slice(start + 1, start + TOGETHER[lane])) {
      if (laneOf(next) !== lane) break;
      batch.push(next);
    }
    const from = start;
    const settled = await Promise.allSettled(batch.map((call, offset) => run(call, from + offset)));
    const failed = settled.find((it) => it.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    start += batch.length;
  }
}
