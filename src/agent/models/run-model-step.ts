/** Runs one step of a model: a streamed call that is tried again while nothing of the answer has been seen. */
import { setTimeout } from "node:timers/promises";
import { decideRetry } from "./decide-retry.ts";
import { ModelError, type ModelStepEvent, type ModelStepRequest } from "./model.ts";
import { streamOnce } from "./stream-once.ts";
import { cutStreamError, toModelError } from "./to-model-error.ts";

export interface ModelStepDeps {
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
  /** Milliseconds since 1970. */
  now(): number;
}

const SYSTEM_DEPS: ModelStepDeps = {
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
  random: Math.random,
  now: Date.now,
};

/**
 * Yields text and thoughts as they come, a `retry` before each new attempt, and one `end`. Rejects with a `ModelError`, or
 * with the signal's reason on abort. Once something was yielded a failure is final (`cut-stream`): a second attempt would
 * say it twice. A model that refuses the effort setting is asked again without it.
 */
export async function* runModelStep(
  request: ModelStepRequest,
  deps: ModelStepDeps = SYSTEM_DEPS,
): AsyncGenerator<ModelStepEvent, void, void> {
  const { model, signal } = request;
  let current = request;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    let hasOutput = false;
    let delayMs = 0;
    try {
      for await (const event of streamOnce(current)) {
        hasOutput = true;
        yield event;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (hasOutput) throw error instanceof ModelError ? error : cutStreamError(model, error);
      const failure = toModelError(error, model);
      if (refusesEffort(failure) && current.effort !== undefined) {
        const { effort: _refused, ...rest } = current;
        current = rest;
        yield { type: "retry", attempt: attempt + 1, delayMs, message: `without effort: ${failure.message}` };
        continue;
      }
      const decision = decideRetry(error, { attempt, random: deps.random(), now: deps.now() });
      if (!decision.retry) throw failure;
      delayMs = decision.delayMs;
      yield { type: "retry", attempt: attempt + 1, delayMs, message: decision.reason };
    }
    try {
      await deps.sleep(delayMs, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }
}

function refusesEffort({ code, message }: ModelError): boolean {
  return code === "bad-request" && /effort|think|reasoning/i.test(message);
}
