/** One call of a provider's package, as events. It neither retries nor words errors. */
import type {
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3StreamPart,
} from "@ai-sdk/provider";
import type { Usage } from "../events.ts";
import { createAnswerCollector } from "./collect-answer.ts";
import type { ModelStepEvent, ModelStepRequest, ToolSpec } from "./model.ts";
import { CACHE_BREAKPOINT, stepOptions } from "./step-options.ts";
import { cutStreamError } from "./to-model-error.ts";
import { toPrompt } from "./to-prompt.ts";

/** Models behind Anthropic's protocol that are not Anthropic's: the package would stop them at 4,096 tokens. */
const FOREIGN_MAX_OUTPUT = 32_000;

type StepEnd = { readonly finishReason: string; readonly usage: Usage };

/**
 * Yields the deltas and at last the `end`. Throws what the provider's package throws, a `cut-stream` error when the stream
 * ends without saying that it is complete, and the signal's reason on abort. Leaving the loop early stops the request.
 */
export async function* streamOnce(
  request: ModelStepRequest,
): AsyncGenerator<Exclude<ModelStepEvent, { type: "retry" }>, void, void> {
  const { model, signal } = request;
  const stop = new AbortController();
  const collector = createAnswerCollector();
  let text = "";
  let end: StepEnd | undefined;
  try {
    const abortSignal = AbortSignal.any([signal, stop.signal]);
    const { stream } = await model.languageModel.doStream({ ...callOptions(request), abortSignal });
    for await (const part of stream) {
      signal.throwIfAborted();
      collector.add(part);
      switch (part.type) {
        case "text-delta":
          text += part.delta;
          if (part.delta !== "") yield { type: "text-delta", text: part.delta };
          break;
        case "reasoning-delta":
          if (part.delta !== "") yield { type: "reasoning-delta", text: part.delta };
          break;
        case "finish":
          end = readFinish(part);
          break;
        case "error":
          throw isUnfinished(part.error) ? cutStreamError(model, part.error) : part.error;
        default:
          break;
      }
    }
    signal.throwIfAborted();
    if (end === undefined) throw cutStreamError(model);
    yield { type: "end", ...collector.answer(), text, ...end };
  } finally {
    stop.abort();
  }
}

function callOptions({ model, system, messages, tools, effort }: ModelStepRequest): LanguageModelV3CallOptions {
  const isForeign = model.provider === "anthropic" && !model.id.includes("claude");
  return {
    prompt: toPrompt(system, messages),
    ...(tools.length > 0 && { tools: tools.map(toFunctionTool), toolChoice: { type: "auto" } }),
    ...(isForeign && { maxOutputTokens: FOREIGN_MAX_OUTPUT }),
    providerOptions: stepOptions(model, effort),
  };
}

/** The last tool carries the mark up to which the provider may keep the request. */
function toFunctionTool(
  { name, description, inputSchema }: ToolSpec,
  index: number,
  tools: readonly ToolSpec[],
): LanguageModelV3FunctionTool {
  const isLast = index === tools.length - 1;
  return {
    type: "function",
    name,
    description,
    inputSchema,
    ...(isLast && { providerOptions: CACHE_BREAKPOINT }),
  };
}

/** Undefined when the stream ended early: providers that saw no last event report `other` without a reason of their own. */
function readFinish({
  finishReason,
  usage,
}: Extract<LanguageModelV3StreamPart, { type: "finish" }>): StepEnd | undefined {
  if (finishReason.unified === "other" && finishReason.raw === undefined) return undefined;
  const { total: inputTokens = 0, cacheRead: cachedInputTokens = 0 } = usage.inputTokens;
  const { total: outputTokens = 0 } = usage.outputTokens;
  return { finishReason: finishReason.unified, usage: { inputTokens, outputTokens, cachedInputTokens } };
}

/** How one of the packages words what the others report as the finish reason `other`. */
function isUnfinished(error: unknown): boolean {
  return error instanceof Error && error.message.includes("ended without a finish reason");
}
