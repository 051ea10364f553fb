/** What a fork is given and what comes back of it. */
import { defuseReminderTags, type Effort, type Invoker } from "../engine/index.ts";
import type { AgentHost } from "./agent-host.ts";
import type { AgentEvent } from "./events.ts";
import type { AgentHooks } from "./hooks/index.ts";
import { INTERRUPTED_RESULT } from "./loop-texts.ts";
import type { Model } from "./models/model.ts";
import type { ForkOutcome, Tool } from "./tool.ts";

/** What a fork takes from the agent that calls it. */
export interface ForkParent {
  /** Name in events. */
  readonly agent: string;
  /** The tools that the parent has at this moment; a fork never has more. */
  readonly tools: readonly Tool[];
  readonly model: Model;
  readonly effort?: Effort;
  readonly hooks: AgentHooks;
}

export interface ForkCall {
  readonly host: AgentHost;
  readonly outcome: ForkOutcome;
  readonly args: string;
  readonly by: Invoker;
  readonly parent: ForkParent;
  /** Aborting it stops the sub-agent and everything below it. */
  readonly signal: AbortSignal;
}

export type TurnEnd = Extract<AgentEvent, { type: "turn-end" }>;

/** How the sub-agent ended, forks of its own included in the usage. */
export interface ForkResult {
  readonly skill: string;
  readonly end: TurnEnd;
}

/** Yields the events of the sub-agent under its own name, between `skill-start` and `skill-end` of the parent. Never throws. */
export type RunFork = (call: ForkCall) => AsyncGenerator<AgentEvent, ForkResult, void>;

/** What the caller reads: the sub-agent's last text, or one sentence on why there is none. Never empty. */
export function formatForkAnswer({ skill, end }: ForkResult): string {
  switch (end.reason) {
    case "done":
      return defuseReminderTags(end.text);
    case "aborted":
      return INTERRUPTED_RESULT;
    case "step-limit":
      return `The skill "${skill}" stopped after ${end.steps} steps without a final answer.`;
    case "error": {
      const { message, hint } = end.error ?? { message: "it ended without an answer" };
      return `The skill "${skill}" failed: ${[message, ...(hint === undefined ? [] : [hint])].join(". ")}`;
    }
    default:
      return end.reason satisfies never;
  }
}

/** The end of a turn that consisted of nothing but a typed fork. */
export function endOfTypedFork(result: ForkResult, agent: string): TurnEnd {
  const { reason, steps, usage, error } = result.end;
  const answer = formatForkAnswer(result);
  const base = { agent, type: "turn-end", text: reason === "done" ? answer : "", steps, usage } as const;
  if (reason !== "step-limit") return { ...base, reason, ...(error && { error }) };
  // The limit of a fork is fixed; the advice for the session's own limit would mislead.
  const hint = "Give the skill a smaller task.";
  return { ...base, reason: "error", error: { code: "fork-step-limit", message: answer, hint } };
}
