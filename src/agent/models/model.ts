/** What the loop needs of a model: one streamed step, and a few facts. */
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { Effort } from "../../engine/index.ts";
import type { Usage } from "../events.ts";
import type { ModelMessage } from "./message.ts";

export type ProviderName = "anthropic" | "openai" | "google" | "openai-compatible" | "demo";

export interface Model {
  /** `provider/model`, as shown to the user and accepted by `--model`. */
  readonly id: string;
  readonly provider: ProviderName;
  /** Any provider package of the AI SDK makes one. */
  readonly languageModel: LanguageModelV3;
  /** Tokens; undefined when unknown. */
  readonly contextWindow?: number;
  /** Why it is this one, where no name said so: a phrase such as `ANTHROPIC_API_KEY is set`. */
  readonly chosenBecause?: string;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: Record<string, unknown>;
}

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** Parsed JSON arguments, or the raw text when it was not JSON. */
  readonly input: unknown;
}

export interface ModelStepRequest {
  readonly model: Model;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  readonly effort?: Effort;
  readonly signal: AbortSignal;
}

export type ModelStepEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "retry"; readonly attempt: number; readonly delayMs: number; readonly message: string }
  | {
      readonly type: "end";
      /** The assistant message(s) of this step, ready to append to the history. */
      readonly messages: readonly ModelMessage[];
      readonly text: string;
      readonly toolCalls: readonly ModelToolCall[];
      readonly finishReason: string;
      readonly usage: Usage;
    };

export type ModelErrorCode =
  | "auth"
  | "unknown-model"
  | "unreachable"
  | "cut-stream"
  | "rate-limit"
  | "server"
  | "context-overflow"
  | "bad-request"
  | "no-model";

/** A model call that failed for good. `message` is one line that says what happened, `hint` what to do. */
export class ModelError extends Error {
  readonly code: ModelErrorCode;
  readonly hint: string;

  constructor(code: ModelErrorCode, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ModelError";
    this.code = code;
    this.hint = hint;
  }
}
