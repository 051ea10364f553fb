/** The seam for hooks around tool calls: what may be said before a call runs and after it has run. */
import type { ToolResult } from "./tool.ts";

/** A call that names a known tool and has valid arguments. */
export interface PreparedCall {
  readonly id: string;
  /** Canonical name. */
  readonly tool: string;
  readonly input: unknown;
  /** Present for a command that stands in a skill's text: nobody called it, the skill's author wants it run. */
  readonly injected?: {
    /** The skill's call name. */
    readonly skill: string;
    /** The variables by which arguments reach the command. */
    readonly env: Readonly<Record<string, string>>;
  };
}

export type BeforeVerdict =
  | {
      readonly kind: "continue";
      /** Replaces the arguments; they are checked again, by the schema and by the rules. */
      readonly input?: unknown;
      /** `allow` answers a question that a rule could answer; `ask` asks even for what is allowed. Neither undoes a rule. */
      readonly decision?: "allow" | "ask";
      readonly reason?: string;
      /** Who decided, for the log. */
      readonly origin?: string;
      /** Text for the model, put at the end of the result. */
      readonly context?: readonly string[];
    }
  | { readonly kind: "block"; readonly reason: string; readonly origin?: string };

export type AfterVerdict =
  | { readonly kind: "continue"; readonly context?: readonly string[] }
  /** The call has run; the reason is put before the model as an error. */
  | { readonly kind: "block"; readonly reason: string };

/** Called in order. May reject only on abort; an interceptor that fails must not stop the call by throwing. */
export interface ToolInterceptor {
  before?(call: PreparedCall, options: { readonly signal: AbortSignal }): Promise<BeforeVerdict>;
  /** Runs after successful and failed calls alike, not after refused ones. */
  after?(call: PreparedCall, result: ToolResult, options: { readonly signal: AbortSignal }): Promise<AfterVerdict>;
}
