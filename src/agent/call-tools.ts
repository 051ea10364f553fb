/** Runs the tool calls of one step and writes them into the history together with their results. */

import { createEventChannel } from "./event-channel.ts";
import type { AgentEvent, AgentFailure } from "./events.ts";
import { userMessage } from "./history.ts";
import type { ToolCallResult, Turn } from "./loop.ts";
import { INTERRUPTED_RESULT, repeatedFailure } from "./loop-texts.ts";
import type { ModelMessage, ToolResultPart } from "./models/message.ts";
import type { ModelToolCall } from "./models/model.ts";
import type { RepeatGuard } from "./repeat-guard.ts";
import { runToolCalls } from "./run-tool-calls.ts";
import { settle } from "./settle.ts";
import type { StepEnd } from "./stream-model-step.ts";
import { toFailure } from "./to-failure.ts";
import type { InlineOutcome } from "./tool.ts";

export interface ToolCalls {
  readonly step: StepEnd;
  readonly signal: AbortSignal;
  /** Stops the calls when the reader of the events leaves. */
  readonly stop: AbortController;
  readonly guard: RepeatGuard;
}

/**
 * Runs the calls of a step and appends the step, the results in call order, and the text of inline skills, in one go.
 * Returns a failure when the model is going round in circles.
 */
export async function* callTools(
  turn: Turn,
  { step, signal, stop, guard }: ToolCalls,
): AsyncGenerator<AgentEvent, AgentFailure | undefined, void> {
  const calls = step.toolCalls;
  const results = new Map<number, ToolCallResult>();
  const channel = createEventChannel<AgentEvent>();
  const run = async (call: ModelToolCall, index: number) => {
    const { id, name, input } = call;
    channel.push({ agent: turn.agent, type: "tool-start", id, name, input });
    const result = await callTool(turn, { call, signal, emit: channel.push });
    results.set(index, result);
    channel.push({ agent: turn.agent, type: "tool-end", id, name, output: result.text, isError: result.isError });
  };
  let isCommitted = false;
  const commit = (note?: string) => {
    isCommitted = true;
    turn.history.append(...step.messages, toolMessage({ calls, results, ...(note !== undefined && { note }) }));
    turn.history.append(...inlineOutcomes(results).map((outcome) => userMessage(turn.placeInline(outcome))));
  };

  try {
    const work = runToolCalls({ calls, laneOf: turn.laneOf, run, signal }).finally(channel.close);
    yield* channel;
    await work;
    const allFailed = calls.every((_, index) => results.get(index)?.isError === true);
    const verdict = guard.observe(calls, allFailed && !signal.aborted);
    commit(verdict.kind === "fine" ? undefined : repeatedFailure(verdict.times));
    if (verdict.kind === "stop") return repeatFailure(calls, verdict.times);
  } finally {
    if (!isCommitted) {
      stop.abort(new DOMException("The turn is over.", "AbortError"));
      commit();
    }
  }
  if (!signal.aborted) yield* await turn.applyInline(inlineOutcomes(results));
  return undefined;
}

async function callTool(
  turn: Turn,
  options: { readonly call: ModelToolCall; readonly signal: AbortSignal; emit(event: AgentEvent): void },
): Promise<ToolCallResult> {
  const { call, signal, emit } = options;
  try {
    return await settle(turn.runToolCall(call, { signal, emit }), signal);
  } catch (error) {
    if (signal.aborted) return { text: INTERRUPTED_RESULT, isError: true };
    return { text: `${call.name} failed: ${toFailure(error).message}`, isError: true };
  }
}

function inlineOutcomes(results: ReadonlyMap<number, ToolCallResult>): readonly InlineOutcome[] {
  return [...results]
    .sort(([a], [b]) => a - b)
    .flatMap(([, result]) => (result.inline === undefined ? [] : [result.inline]));
}

/** One message with a result for every call; `note` is added to the last one. */
function toolMessage(options: {
  readonly calls: readonly ModelToolCall[];
  readonly results: ReadonlyMap<number, ToolCallResult>;
  readonly note?: string;
}): ModelMessage {
  const { calls, results, note } = options;
  const content = calls.map((call, index): ToolResultPart => {
    const { text, isError } = results.get(index) ?? { text: INTERRUPTED_RESULT, isError: true };
    const value = note !== undefined && index === calls.length - 1 ? `${text}\n\n${note}` : text;
    const output = isError ? ({ type: "error-text", value } as const) : ({ type: "text", value } as const);
    return { type: "tool-result", toolCallId: call.id, toolName: call.name, output };
  });
  return { role: "tool", content };
}

function repeatFailure(calls: readonly ModelToolCall[], times: number): AgentFailure {
  const names = [...new Set(calls.map((call) => call.name))].join(", ");
  return {
    code: "repeated-call",
    message: `stopped: the model made the same failing call (${names}) ${times} times in a row`,
    hint: "Say differently what you want, or use a stronger model.",
  };
}
