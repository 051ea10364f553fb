/** What comes of asking for a skill: run inline, run in a fork, ask the user first, or refuse with a reason. */
import type { CommandAuthorization, CommandRequest } from "./engine.ts";
import type { SkillSession } from "./session.ts";
import type { Effort, HooksConfig, Skill } from "./types.ts";

/** Who asks: a person who typed `/name`, or the model through the Skill tool. */
export type Invoker = "user" | "model";

export interface InvokeRequest {
  /** As typed or as sent by the model; a leading `/` and aliases are handled. */
  readonly name: string;
  /** Everything after the name, verbatim. */
  readonly args?: string;
  readonly by: Invoker;
  readonly signal?: AbortSignal;
  /** Decides on the commands in the skill's text, instead of the engine's own `authorizeCommand`. */
  authorizeCommand?(request: CommandRequest): Promise<CommandAuthorization>;
}

/** What an inline skill changes until the user's next message. */
export interface InlineOverrides {
  readonly model?: string;
  readonly effort?: Effort;
  /** Permission rules granted without a question (never against a deny or an ask). */
  readonly allow: readonly string[];
  /** Tools removed from the pool. */
  readonly disallow: readonly string[];
  /** Present with `skills.inlineTools: "restrict"`: only these tools stay in the pool. */
  readonly restrict?: readonly string[];
  readonly hooks?: HooksConfig;
}

/** What a host needs to run a forked skill. */
export interface ForkRequest {
  readonly agent?: string;
  /** Tool names or rules the sub-agent may use; empty means all of the parent's. */
  readonly tools: readonly string[];
  /** Tools removed from the sub-agent's pool. */
  readonly disallow: readonly string[];
  /** Rules granted inside the fork. Empty for an untrusted skill. */
  readonly allow: readonly string[];
  readonly model?: string;
  readonly effort?: Effort;
  readonly hooks?: HooksConfig;
  /** Model steps the sub-agent may take. */
  readonly maxSteps: number;
  /** The sub-agent's own skill session: own listing state, shares the parent's active skills, knows its ancestors. */
  readonly session: SkillSession;
}

export type RefusalCode = "unknown" | "waiting" | "user-only" | "model-only" | "denied" | "recursion" | "failed";

export type Outcome =
  | {
      readonly kind: "inline";
      readonly skill: Skill;
      /** The message for the conversation: base-directory line, blank line, expanded body. */
      readonly text: string;
      readonly overrides: InlineOverrides;
      /** Things the user should know, such as switched-off hooks of an untrusted skill. */
      readonly notices: readonly string[];
    }
  | {
      readonly kind: "fork";
      readonly skill: Skill;
      /** First user message of the sub-agent. */
      readonly prompt: string;
      readonly request: ForkRequest;
      readonly notices: readonly string[];
    }
  | {
      readonly kind: "ask";
      readonly skill: Skill;
      readonly question: string;
      /** The ask rule that wants the question, where it is a rule. */
      readonly askedBy?: string;
      /** Rules offered as answers, narrowest first, such as `Skill(review)`. */
      readonly rules: readonly string[];
      /** Goes on as if allowed; with a rule, the session remembers it. */
      approve(rule?: string): Promise<Outcome>;
    }
  | {
      readonly kind: "refused";
      readonly code: RefusalCode;
      /** One sentence that a model and a person can act on. */
      readonly message: string;
      /** Near names, for `unknown`. */
      readonly suggestions: readonly string[];
    };
