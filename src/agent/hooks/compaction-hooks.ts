/** The hooks around a compaction: whether it may happen, and that it has happened. */
import type { HookEventInputs } from "../../engine/index.ts";
import type { AgentEvent, AgentFailure } from "../events.ts";
import { stoppedByHook } from "../loop.ts";
import type { AgentHooks } from "./agent-hooks.ts";
import { formatHookContext } from "./hook-texts.ts";
import { takeNoticeEvents } from "./notice-events.ts";

export interface CompactionHooks {
  /** Returns why the conversation must not be compacted, or undefined when it may. Rejects on abort. */
  before(
    input: HookEventInputs["PreCompact"],
    signal: AbortSignal,
  ): AsyncGenerator<AgentEvent, AgentFailure | undefined, void>;
  /**
   * Tells `PostCompact` hooks, then `SessionStart` hooks with the source `compact`, which a sub-agent has none of. Returns
   * what these add for the model, as a reminder. Rejects on abort.
   */
  after(
    input: HookEventInputs["PostCompact"],
    signal: AbortSignal,
  ): AsyncGenerator<AgentEvent, string | undefined, void>;
}

/** Creates them for one agent; `agent` is its name in events. */
export function createCompactionHooks({ hooks, agent }: { hooks: AgentHooks; agent: string }): CompactionHooks {
  return {
    async *before(input, signal) {
      const { decision, stopReason } = await hooks.run("PreCompact", input, signal);
      yield* takeNoticeEvents(hooks, agent);
      if (decision?.kind === "deny") {
        return { code: "blocked-by-hook", message: `a hook blocked the compaction: ${decision.reason}` };
      }
      return stopReason === undefined ? undefined : stoppedByHook(stopReason);
    },
    async *after(input, signal) {
      const { decision } = await hooks.run("PostCompact", input, signal);
      yield* takeNoticeEvents(hooks, agent);
      if (decision?.kind === "deny") {
        const message = `a hook objects to the compaction, which is done already: ${decision.reason}`;
        yield { agent, type: "notice", level: "warning", message };
      }
      if (hooks.agentType !== undefined) return undefined;
      const { additionalContext } = await hooks.run("SessionStart", { source: "compact" }, signal);
      yield* takeNoticeEvents(hooks, agent);
      return additionalContext.length === 0 ? undefined : formatHookContext(additionalContext);
    },
  };
}
