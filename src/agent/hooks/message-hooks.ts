/** The hooks around a person's messages: the start and end of the session, and whether a message may go on. */
import type { HookEventInputs, HookOutcome } from "../../engine/index.ts";
import type { AgentEvent, AgentFailure } from "../events.ts";
import { stoppedByHook } from "../loop.ts";
import { settle } from "../settle.ts";
import type { AgentHooks } from "./agent-hooks.ts";
import { withHookContext } from "./hook-texts.ts";
import { takeNoticeEvents } from "./notice-events.ts";

/** Milliseconds that the hooks of the session's end have, all together: a program that is told to leave must leave. */
const END_LIMIT_MS = 10_000;

export interface MessageHooks {
  /** Runs the hooks of the session's start aside, the first time; the next message waits for them. */
  begin(): void;
  /** Runs them again after `/clear`. */
  beginAgain(): void;
  /** Runs the hooks of the end of a session that has begun. Never rejects, and takes at most some seconds. */
  end(reason: HookEventInputs["SessionEnd"]["reason"]): Promise<void>;
  /** Shows a message to the hooks. Returns why it must not go on, or undefined when it may. Rejects on abort. */
  admit(prompt: string, signal: AbortSignal): AsyncGenerator<AgentEvent, AgentFailure | undefined, void>;
  /** Shows them the skill that a message calls; otherwise like `admit`. */
  admitSkill(
    call: HookEventInputs["UserPromptExpansion"],
    signal: AbortSignal,
  ): AsyncGenerator<AgentEvent, AgentFailure | undefined, void>;
  /** Puts what hooks have added since the last message at the end of a text. */
  complete(text: string): string;
}

/** Creates them for the agent of a session. `closing` is aborted when the session ends. */
export function createMessageHooks(options: {
  readonly hooks: AgentHooks;
  /** Name in events. */
  readonly agent: string;
  readonly closing: AbortSignal;
}): MessageHooks {
  const { hooks, agent, closing } = options;
  /** Absent until the session has begun: one that is opened and closed again runs nothing. */
  let starting: Promise<void> | undefined;
  /** For the model: from the session's start, to go with the first message that goes on; and from the message at hand. */
  let startContext: readonly string[] = [];
  let messageContext: readonly string[] = [];

  async function* judge(asked: Promise<HookOutcome>): AsyncGenerator<AgentEvent, AgentFailure | undefined, void> {
    const { decision, stopReason, additionalContext } = await asked;
    yield* takeNoticeEvents(hooks, agent);
    if (decision?.kind === "deny") {
      return { code: "blocked-by-hook", message: `a hook blocked the message: ${decision.reason}` };
    }
    if (stopReason !== undefined) return stoppedByHook(stopReason);
    messageContext = [...messageContext, ...additionalContext];
    return undefined;
  }

  const start = (source: HookEventInputs["SessionStart"]["source"]): void => {
    const before = starting ?? Promise.resolve();
    starting = (async () => {
      await before;
      try {
        const outcome = await hooks.run("SessionStart", { source }, closing);
        startContext = [...startContext, ...outcome.additionalContext];
      } catch (error) {
        // Whoever waits is told by the end of the session, which is the only thing that stops these hooks.
        if (!closing.aborted) throw error;
      }
    })();
    // A failure is met by the message that waits; until then it is not an unhandled one.
    starting.catch(() => undefined);
  };

  return {
    begin() {
      if (starting === undefined) start("startup");
    },
    beginAgain: () => start("clear"),
    async end(reason) {
      if (starting === undefined) return;
      await starting.catch(() => undefined);
      try {
        await hooks.run("SessionEnd", { reason }, AbortSignal.timeout(END_LIMIT_MS));
      } catch {
        // Only the time limit ends here; nobody is left to be told.
      }
    },
    async *admit(prompt, signal) {
      messageContext = [];
      await settle(starting ?? Promise.resolve(), signal, 0);
      yield* takeNoticeEvents(hooks, agent);
      return yield* judge(hooks.run("UserPromptSubmit", { prompt }, signal));
    },
    admitSkill: (call, signal) => judge(hooks.run("UserPromptExpansion", call, signal)),
    complete(text) {
      const added = [...startContext, ...messageContext];
      startContext = [];
      messageContext = [];
      return withHookContext(text, added);
    },
  };
}
