/** One call of a model through the AI SDK, as events. It neither retries nor words errors. */
import type { ToolSet } from "ai";
import type { Usage } from "../events.ts";
import type { ModelStepEvent, ModelStepRequest, ModelToolCall, ToolSpec } from "./model.ts";
import { quietModel } from "./quiet-model.ts";
import { CACHE_BREAKPOINT, stepOptions } from "./step-options.ts";
import { toHistory } from "./to-history.ts";
import { cutStreamError } from "./to-model-error.ts";

/** Models behind Anthropic's protocol that are not Anthropic's: the SDK would stop them at 4,096 tokens. */
const FOREIGN_MAX_OUTPUT = 32_000;

/**
 * Yields the deltas and at last the `end`. Throws what the provider's package throws, a `cut-stream` error when the stream
 * ends without saying that it is complete, and the signal's reason on abort. Leaving the loop early stops the request.
 */
export async function* streamOnce(
  request: ModelStepRequest,
): AsyncGenerator<Exclude<ModelStepEvent, { type: "retry" }>, void, void> {
  const { model, system, messages, tools, effort, signal } = request;
  // Loading takes longer than anything else at start-up, so it waits until a model is really called.
  const ai = await import("ai");
  const stop = new AbortController();
  const isForeign = model.provider === "anthropic" && !model.id.includes("claude");
  const result = ai.streamText({
    model: quietModel(model.languageModel),
    ...(system !== "" && { system: { role: "system", content: system, providerOptions: CACHE_BREAKPOINT } }),
    messages: [...messages],
    ...(tools.length > 0 && { tools: toToolSet(tools, ai.jsonSchema) }),
    ...(isForeign && { maxOutputTokens: FOREIGN_MAX_OUTPUT }),
    providerOptions: stepOptions(model, effort),
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, stop.signal]),
    // Errors arrive in the stream; the default would also print them.
    onError: () => {},
  });

  let text = "";
  const calls: ModelToolCall[] = [];
  let end: { readonly finishReason: string; readonly usage: Usage } | undefined;
  try {
    for await (const part of result.fullStream) {
      switch (part.type) {
        case "text-delta":
          text += part.text;
          if (part.text !== "") yield { type: "text-delta", text: part.text };
          break;
        case "reasoning-delta":
          if (part.text !== "") yield { type: "reasoning-delta", text: part.text };
          break;
        case "tool-call":
          if (part.providerExecuted !== true) {
            calls.push({ id: part.toolCallId, name: part.toolName, input: part.input });
          }
          break;
        case "finish-step": {
          // Providers that saw no last event report `other` without a reason of their own.
          if (part.finishReason === "other" && part.rawFinishReason === undefined) break;
          const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = part.usage;
          const cachedInputTokens = inputTokenDetails.cacheReadTokens ?? 0;
          end = { finishReason: part.finishReason, usage: { inputTokens, outputTokens, cachedInputTokens } };
          break;
        }
        case "error":
          throw isUnfinished(part.error) ? cutStreamError(model, part.error) : part.error;
        case "abort":
          signal.throwIfAborted();
          break;
        default:
          break;
      }
    }
    signal.throwIfAborted();
    if (end === undefined) throw cutStreamError(model);
    const answer = toHistory({ messages: (await result.response).messages, toolCalls: calls });
    yield { type: "end", ...answer, text, ...end };
  } finally {
    stop.abort();
  }
}

/** How one of the packages words what the others report as the finish reason `other`. */
function isUnfinished(error: unknown): boolean {
  return error instanceof Error && error.message.includes("ended without a finish reason");
}

/** Tools without `execute`: calls are reported, and running them is the caller's. What they accept is checked there too. */
function toToolSet(tools: readonly ToolSpec[], jsonSchema: typeof import("ai").jsonSchema): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }, index) => [
      name,
      {
        description,
        inputSchema: jsonSchema(inputSchema),
        ...(index === tools.length - 1 && { providerOptions: CACHE_BREAKPOINT }),
      },
    ]),
  );
}
