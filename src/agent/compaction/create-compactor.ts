/** Compacts one conversation: when it is asked to, when the window fills, and when the provider refuses its length. */
import type { Logger, SkillSession } from "../../engine/index.ts";
import type { AgentEvent, AgentFailure, CompactionResult, CompactionTrigger, Usage } from "../events.ts";
import { type History, userMessage } from "../history.ts";
import { type AgentHooks, createCompactionHooks } from "../hooks/index.ts";
import type { StepPlan } from "../loop.ts";
import type { ModelStepEvent, ModelStepRequest } from "../models/model.ts";
import { toFailure } from "../to-failure.ts";
import { addUsage, NO_USAGE } from "../usage.ts";
import { createContextMeter } from "./context-meter.ts";
import { type CompactionSettings, decideCompaction } from "./decide-compaction.ts";
import { estimateRequest } from "./estimate-context.ts";
import { createNewStart, type Exchange, lastAnswer } from "./new-start.ts";
import { requestSummary } from "./request-summary.ts";

export interface CompactorOptions {
  /** Name in events. */
  readonly agent: string;
  readonly history: History;
  readonly session: SkillSession;
  /** Whether the model has the Skill tool, and so is told of skills. */
  readonly hasSkills: boolean;
  readonly hooks: AgentHooks;
  readonly settings: CompactionSettings;
  readonly logger: Logger;
  /** What the next model step would use. */
  plan(): StepPlan;
  runModelStep(request: ModelStepRequest): AsyncIterable<ModelStepEvent>;
}

/** What came of it. `refused` and `nothing`: no model was asked. */
export type CompactionEnd =
  | CompactionResult
  | { readonly kind: "refused"; readonly failure: AgentFailure }
  | { readonly kind: "nothing" };

export interface Compactor {
  /** Runs a step of the conversation, and learns from it how full the context is. */
  runModelStep(request: ModelStepRequest): AsyncIterable<ModelStepEvent>;
  /** A person's message arrives: `request` is what of it stays word for word. */
  startTurn(request: string): void;
  /** Compacts when the window is filled up to the threshold. Never throws; what fails leaves the history as it was. */
  beforeStep(signal: AbortSignal): AsyncGenerator<AgentEvent, void, void>;
  /** Compacts because the provider has refused the length. Returns whether it has; false where `auto` is off. Never throws. */
  recover(signal: AbortSignal): AsyncGenerator<AgentEvent, boolean, void>;
  /** Compacts between two turns. Never throws. */
  compact(instructions: string, signal: AbortSignal): AsyncGenerator<AgentEvent, CompactionEnd, void>;
  /** What compacting has cost since this was last asked. */
  takeUsage(): Usage;
  /** The conversation starts afresh. */
  clear(): void;
}

interface Occasion {
  readonly trigger: CompactionTrigger;
  readonly instructions: string;
  readonly exchange: Exchange;
  readonly isTooLong: boolean;
  readonly signal: AbortSignal;
}

/** Creates it for a conversation that has not begun. */
export function createCompactor(options: CompactorOptions): Compactor {
  const { agent, history, session, hasSkills, settings, plan } = options;
  const hooks = createCompactionHooks(options);
  const meter = createContextMeter();
  let request = "";
  /** Messages that the last compaction left; nothing but these is not worth another one. */
  let startLength = 0;
  let floor = 0;
  /** Until the provider has counted for the first time what a compaction has left. */
  let isEstimated = false;
  /** True after a try that came to nothing: it is not repeated at every step of the turn. */
  let isPaused = false;
  let usage = NO_USAGE;

  const log = (trigger: CompactionTrigger, result: CompactionResult) => {
    const fields =
      result.kind === "done"
        ? { tokens_before: result.tokensBefore, tokens_after: result.tokensAfter }
        : result.kind === "failed"
          ? { error: result.failure.message }
          : {};
    options.logger.log("debug", `compaction: ${result.kind}`, { agent, trigger, ...fields });
  };

  const fill = () => meter.tokens({ ...plan(), messages: history.messages() });

  /** From here to the end nothing waits, so that the new history is there whole or not at all. */
  const replaceHistory = (summary: string, exchange: Exchange): number => {
    const skills = session.compactionText();
    session.reset("compacted");
    const { contextWindow: window } = plan().model;
    const listing = hasSkills ? session.listing() : undefined;
    history.replace(createNewStart({ summary, skills, listing, exchange, window }));
    startLength = history.messages().length;
    floor = estimateRequest({ ...plan(), messages: history.messages() });
    isEstimated = true;
    return floor;
  };

  async function* run(occasion: Occasion): AsyncGenerator<AgentEvent, CompactionEnd, void> {
    const { trigger, instructions, exchange, isTooLong, signal } = occasion;
    const messages = history.messages();
    if (!messages.slice(startLength).some(({ role }) => role === "assistant")) return { kind: "nothing" };
    const tokensBefore = fill();
    const refusal = yield* hooks.before({ trigger, custom_instructions: instructions }, signal);
    if (refusal !== undefined) return { kind: "refused", failure: refusal };

    yield { agent, type: "compaction-start", trigger, tokens: tokensBefore };
    const { runModelStep } = options;
    const outcome = yield* requestSummary({
      agent,
      plan: plan(),
      messages,
      instructions,
      isTooLong,
      signal,
      runModelStep,
    });
    usage = addUsage(usage, outcome.usage);
    const result: CompactionResult =
      outcome.kind === "done"
        ? {
            kind: "done",
            tokensBefore,
            tokensAfter: replaceHistory(outcome.summary, exchange),
            summary: outcome.summary,
          }
        : outcome.kind === "failed"
          ? { kind: "failed", failure: notCompacted(outcome.failure) }
          : { kind: "aborted" };
    log(trigger, result);
    yield { agent, type: "compaction-end", trigger, result };
    if (result.kind !== "done") return result;
    yield { agent, type: "notice", level: "info", message: describe(result) };
    const context = yield* hooks.after({ trigger, compact_summary: result.summary }, signal);
    if (context !== undefined) history.append(userMessage(context));
    return result;
  }

  /** Hooks reject on abort; whoever asked looks at the signal anyway. */
  async function* runSafely(occasion: Occasion): AsyncGenerator<AgentEvent, CompactionEnd, void> {
    try {
      return yield* run(occasion);
    } catch (error) {
      if (occasion.signal.aborted) return { kind: "aborted" };
      return { kind: "failed", failure: notCompacted(toFailure(error)) };
    }
  }

  /** Within a turn. Says what went wrong, because the turn goes on. */
  async function* runInTurn(isTooLong: boolean, signal: AbortSignal): AsyncGenerator<AgentEvent, boolean, void> {
    const exchange: Exchange = { kind: "open", request };
    const end = yield* runSafely({ trigger: "auto", instructions: "", exchange, isTooLong, signal });
    if (end.kind === "failed" || end.kind === "refused") {
      isPaused = true;
      yield { agent, type: "notice", level: "warning", ...withoutCode(end.failure) };
    }
    return end.kind === "done";
  }

  return {
    async *runModelStep(step) {
      for await (const event of options.runModelStep(step)) {
        if (event.type === "end") {
          meter.observe(step, event);
          if (isEstimated && event.usage.inputTokens > 0) {
            floor = event.usage.inputTokens + event.usage.outputTokens;
            isEstimated = false;
          }
        }
        yield event;
      }
    },
    startTurn(text) {
      request = text;
      isPaused = false;
    },
    async *beforeStep(signal) {
      const { contextWindow: window } = plan().model;
      if (isPaused || !decideCompaction({ tokens: fill(), window, floor }, settings)) return;
      yield* runInTurn(false, signal);
    },
    async *recover(signal) {
      return settings.auto && (yield* runInTurn(true, signal));
    },
    compact(instructions, signal) {
      const answer = lastAnswer(history.messages());
      const exchange: Exchange = answer === "" ? { kind: "none" } : { kind: "answered", request, answer };
      return runSafely({ trigger: "manual", instructions, exchange, isTooLong: false, signal });
    },
    takeUsage() {
      const taken = usage;
      usage = NO_USAGE;
      return taken;
    },
    clear() {
      request = "";
      startLength = 0;
      floor = 0;
      isEstimated = false;
      isPaused = false;
    },
  };
}

/** Failures whose own advice is about messages, and would mislead here. */
const OF_MESSAGES: ReadonlySet<string> = new Set(["cut-stream", "context-overflow", "bad-request"]);

function notCompacted({ code, message, hint }: AgentFailure): AgentFailure {
  const advice =
    hint === undefined || OF_MESSAGES.has(code) ? "Try again with /compact, or start anew with /clear." : hint;
  return {
    code,
    message: `the conversation could not be compacted: ${message}`,
    hint: `The conversation is as it was. ${advice}`,
  };
}

function withoutCode({ message, hint }: AgentFailure) {
  return { message, ...(hint !== undefined && { hint }) };
}

function describe({ tokensBefore, tokensAfter }: Extract<CompactionResult, { kind: "done" }>): string {
  const [before, after] = [tokensBefore, tokensAfter].map((tokens) => tokens.toLocaleString("en-US"));
  return `The conversation was compacted: about ${before} tokens before, ${after} now.`;
}
