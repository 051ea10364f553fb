/** What the agent says while it works: one discriminated union that every front end consumes. */
import type { Invoker } from "../engine/index.ts";

export interface Usage {
  /** Tokens, cache reads and writes included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Part of `inputTokens` that came from the provider's prompt cache. */
  readonly cachedInputTokens: number;
}

export type TurnEndReason = "done" | "step-limit" | "aborted" | "error";

/** A failure as one line that says what to do. */
export interface AgentFailure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** Whether a person asked for a compaction, or a full context window. */
export type CompactionTrigger = "manual" | "auto";

/** Only `done` has changed the conversation. */
export type CompactionResult =
  | {
      readonly kind: "done";
      /** Tokens of a request before and after, counted by the provider where it counts, else estimated. */
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      readonly summary: string;
    }
  | { readonly kind: "failed"; readonly failure: AgentFailure }
  | { readonly kind: "aborted" };

/** `agent` is `main`, or the sub-agent's id inside a fork. */
export type AgentEvent = { readonly agent: string } & (
  | { readonly type: "turn-start"; readonly model: string }
  | { readonly type: "step-start"; readonly step: number; readonly model: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "text-start" }
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "text-end"; readonly text: string }
  | { readonly type: "tool-start"; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: "tool-end";
      readonly id: string;
      readonly name: string;
      readonly output: string;
      readonly isError: boolean;
    }
  | {
      readonly type: "skill-start";
      readonly skill: string;
      readonly mode: "inline" | "fork";
      readonly by: Invoker;
      readonly args: string;
    }
  | { readonly type: "skill-end"; readonly skill: string; readonly mode: "inline" | "fork"; readonly isError: boolean }
  | { readonly type: "skill-activated"; readonly skills: readonly string[] }
  /** A model is asked for a summary; `tokens` is how much the conversation takes up. */
  | { readonly type: "compaction-start"; readonly trigger: CompactionTrigger; readonly tokens: number }
  | { readonly type: "compaction-end"; readonly trigger: CompactionTrigger; readonly result: CompactionResult }
  | { readonly type: "retry"; readonly attempt: number; readonly delayMs: number; readonly message: string }
  /** Text for the person, not part of the conversation: command output, warnings. */
  | {
      readonly type: "notice";
      readonly level: "info" | "warning" | "error";
      readonly message: string;
      readonly hint?: string;
    }
  | {
      readonly type: "turn-end";
      readonly reason: TurnEndReason;
      /** The model's final text; empty when there is none. */
      readonly text: string;
      readonly steps: number;
      readonly usage: Usage;
      readonly error?: AgentFailure;
    }
);
