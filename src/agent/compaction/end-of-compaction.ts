/** Turns the end of a compaction that a person asked for into the end of a turn. */
import type { AgentEvent, TurnEndReason, Usage } from "../events.ts";
import type { CompactionEnd } from "./create-compactor.ts";

/** Yields one `turn-end`, and before it what a person should know of a compaction that was not needed. */
export function* endOfCompaction(
  end: CompactionEnd,
  { agent, usage }: { readonly agent: string; readonly usage: Usage },
): Generator<AgentEvent, void, void> {
  const turnEnd = (reason: TurnEndReason) => ({ agent, type: "turn-end", reason, text: "", steps: 0, usage }) as const;
  switch (end.kind) {
    case "nothing":
      yield { agent, type: "notice", level: "info", message: "There is nothing to compact yet." };
      return yield turnEnd("done");
    case "done":
      return yield turnEnd("done");
    case "aborted":
      return yield turnEnd("aborted");
    case "failed":
    case "refused":
      return yield { ...turnEnd("error"), error: end.failure };
    default:
      end satisfies never;
  }
}
