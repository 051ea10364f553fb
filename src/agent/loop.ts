/** The agent's loop: model step, tool calls, results, until the model answers in text. It knows no screen, store or policy. */
import type { Effort } from "../engine/index.ts";
import { callTools } from "./call-tools.ts";
import type { AgentEvent, AgentFailure, TurnEndReason } from "./events.ts";
import { assistantMessage, type History, userMessage } from "./history.ts";
import { EMPTY_ANSWER } from "./loop-texts.ts";
import type { Model, ModelStepEvent, ModelStepRequest, ModelToolCall, ToolSpec } from "./models/model.ts";
import { createRepeatGuard } from "./repeat-guard.ts";
import type { ToolLane } from "./run-tool-calls.ts";
import { streamModelStep } from "./stream-model-step.ts";
import type { InlineOutcome } from "./tool.ts";
import { addUsage, NO_USAGE } from "./usage.ts";

/** What one model step uses. Asked for anew before every step, because a skill may have changed it. */
export interface StepPlan {
  readonly model: Model;
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly effort?: Effort;
}

/** What becomes of the turn when the model has answered in text. */
export type AnswerVerdict =
  | { readonly kind: "accept" }
  /** The model has to go on; `message` tells it why. */
  | { readonly kind: "go-on"; readonly message: string };

/** What came of one tool call. */
export interface ToolCallResult {
  /** What the model reads. */
  readonly text: string;
  readonly isError: boolean;
  /** A skill whose text follows the results as a user message. */
  readonly inline?: InlineOutcome;
}

export interface Turn {
  /** Name of the agent in every event. */
  readonly agent: string;
  /** Ends with the messages that the model is to answer. */
  readonly history: History;
  readonly maxSteps: number;
  readonly signal: AbortSignal;
  plan(): StepPlan;
  /** Throws for a model that failed for good; rejects with the signal's reason on abort. */
  runModelStep(request: ModelStepRequest): AsyncIterable<ModelStepEvent>;
  laneOf(call: ModelToolCall): ToolLane;
  /** Rejects only on abort. `emit` takes the events of a sub-agent that runs inside of the call. */
  runToolCall(
    call: ModelToolCall,
    options: { readonly signal: AbortSignal; emit(event: AgentEvent): void },
  ): Promise<ToolCallResult>;
  /** Makes room before a model step where that is needed, by giving the history a new start. Never throws. */
  beforeStep?(signal: AbortSignal): AsyncGenerator<AgentEvent, void, void>;
  /** Makes room after the provider has refused the length of the history. Returns whether the step is tried again. Never throws. */
  recover?(signal: AbortSignal): AsyncGenerator<AgentEvent, boolean, void>;
  /** The text that enters the history for an inline skill; called once for each, right before it is appended. */
  placeInline(outcome: InlineOutcome): string;
  /** Puts the overrides of inline skills into force, from the next step on. Resolves to what the person should know. */
  applyInline(outcomes: readonly InlineOutcome[]): Promise<readonly AgentEvent[]>;
  /** Looks at an answer, which is in the history by then, before it ends the turn. Never throws. Absent: all are accepted. */
  reviewAnswer?(text: string): AsyncGenerator<AgentEvent, AnswerVerdict, void>;
  /** Why the turn must end although the model has not answered; asked after each batch of tool calls. */
  stopReason?(): string | undefined;
}

/**
 * Runs one turn. Whatever ends it (an answer, the step limit, a model error, an abort, or a reader who stops reading),
 * the history is left valid: every tool call has a result, and the next turn can be appended. Never throws.
 */
export async function* runTurn(turn: Turn): AsyncGenerator<AgentEvent, void, void> {
  const { agent, history } = turn;
  const stop = new AbortController();
  const signal = AbortSignal.any([turn.signal, stop.signal]);
  const guard = createRepeatGuard();
  let steps = 0;
  let usage = NO_USAGE;
  let emptyAnswers = 0;
  let isRecovered = false;
  const end = (reason: TurnEndReason, text: string, error?: AgentFailure): AgentEvent => ({
    agent,
    type: "turn-end",
    reason,
    text,
    steps,
    usage,
    ...(error && { error }),
  });

  try {
    yield { agent, type: "turn-start", model: turn.plan().model.id };
    for (;;) {
      if (signal.aborted) return yield end("aborted", "");
      if (steps === turn.maxSteps) return yield end("step-limit", "");
      if (turn.beforeStep !== undefined) {
        yield* turn.beforeStep(signal);
        if (signal.aborted) return yield end("aborted", "");
        const stopReason = turn.stopReason?.();
        if (stopReason !== undefined) return yield end("error", "", stoppedByHook(stopReason));
      }
      steps += 1;
      const plan = turn.plan();
      yield { agent, type: "step-start", step: steps, model: plan.model.id };
      const outcome = yield* streamModelStep(turn, { ...plan, messages: history.messages(), signal });
      if (outcome.kind === "aborted") return yield end("aborted", outcome.text);
      if (outcome.kind === "failed") {
        const isTooLong = outcome.failure.code === "context-overflow" && !isRecovered;
        isRecovered = true;
        const isWorthAnother = isTooLong && turn.recover !== undefined && (yield* turn.recover(signal));
        if (signal.aborted) return yield end("aborted", outcome.text);
        if (!isWorthAnother) return yield end("error", outcome.text, outcome.failure);
        steps -= 1;
        continue;
      }
      isRecovered = false;
      const { step } = outcome;
      usage = addUsage(usage, step.usage);

      if (step.toolCalls.length > 0) {
        emptyAnswers = 0;
        const failure = yield* callTools(turn, { step, signal, stop, guard });
        if (failure !== undefined) return yield end("error", step.text, failure);
        const stopReason = turn.stopReason?.();
        if (stopReason !== undefined) return yield end("error", step.text, stoppedByHook(stopReason));
      } else if (step.text.trim() !== "") {
        history.append(...(step.messages.length > 0 ? step.messages : [assistantMessage(step.text)]));
        if (step.finishReason === "length") yield cutAnswer(agent);
        const verdict = turn.reviewAnswer === undefined ? ACCEPTED : yield* turn.reviewAnswer(step.text);
        if (verdict.kind === "accept") return yield end("done", step.text);
        emptyAnswers = 0;
        history.append(userMessage(verdict.message));
      } else {
        emptyAnswers += 1;
        const isHopeless = emptyAnswers > 1 || step.finishReason === "content-filter";
        if (isHopeless) return yield end("error", "", emptyAnswerFailure(step.finishReason));
        history.append(userMessage(EMPTY_ANSWER));
      }
    }
  } finally {
    // Reached without a stop only when the reader left; the work that is still running must not outlive it.
    stop.abort(new DOMException("The turn is over.", "AbortError"));
  }
}

const ACCEPTED: AnswerVerdict = { kind: "accept" };

/** The end of a turn that a hook cut short. */
export function stoppedByHook(reason: string): AgentFailure {
  return { code: "stopped-by-hook", message: `a hook ended the turn: ${reason}` };
}

function emptyAnswerFailure(finishReason: string): AgentFailure {
  switch (finishReason) {
    case "content-filter":
      return {
        code: "content-filter",
        message: "the provider's content filter withheld the answer",
        hint: "Say it differently, or use another model.",
      };
    case "length":
      return {
        code: "empty-answer",
        message: "the model used up its output limit before it wrote an answer",
        hint: "Lower the effort, or ask for less at once.",
      };
    default:
      return {
        code: "empty-answer",
        message: "the model answered twice with nothing at all",
        hint: "Send the message again, or use another model.",
      };
  }
}

function cutAnswer(agent: string): AgentEvent {
  return {
    agent,
    type: "notice",
    level: "warning",
    message: "the answer was cut off at the model's output limit",
    hint: 'Say "continue" for the rest.',
  };
}
