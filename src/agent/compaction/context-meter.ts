/** Says how full the context is: by what the provider counted for the last step, and by estimate for what came after it. */
import type { ModelMessage } from "../models/index.ts";
import type { ModelStepEvent } from "../models/model.ts";
import { type ContextRequest, estimateMessages, estimateRequest } from "./estimate-context.ts";

type StepEnd = Extract<ModelStepEvent, { type: "end" }>;

export interface ContextMeter {
  /** Takes in what a finished step has cost. Providers that count nothing leave the estimate. */
  observe(request: ContextRequest, step: StepEnd): void;
  /** Tokens that the request takes. */
  tokens(request: ContextRequest): number;
}

interface Observation {
  /** The last message that the provider has counted, and its place. */
  readonly last: ModelMessage | undefined;
  readonly count: number;
  /** The answer, whose tokens are counted too. */
  readonly answer: ReadonlySet<ModelMessage>;
  readonly tokens: number;
}

/** Creates a meter that has seen nothing yet. */
export function createContextMeter(): ContextMeter {
  let seen: Observation | undefined;
  return {
    observe({ messages }, { messages: answer, usage }) {
      if (usage.inputTokens === 0) return;
      const tokens = usage.inputTokens + usage.outputTokens;
      seen = { last: messages.at(-1), count: messages.length, answer: new Set(answer), tokens };
    },
    tokens(request) {
      const { messages } = request;
      // A history that was cleared or compacted holds other messages in that place.
      if (seen === undefined || seen.count === 0 || messages[seen.count - 1] !== seen.last) {
        return estimateRequest(request);
      }
      const { answer, count, tokens } = seen;
      return tokens + estimateMessages(messages.slice(count).filter((message) => !answer.has(message)));
    },
  };
}
