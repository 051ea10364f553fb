/**
 * OpenAI Chat Completions for the scripted server, as spoken by most local servers too.
 * Formats: https://platform.openai.com/docs/api-reference/chat and https://platform.openai.com/docs/api-reference/chat-streaming
 */
import { asObject, asObjects, asText, type JsonObject, parseOrKeep, textBlocks } from "./json-value.ts";
import { openaiError } from "./openai-error.ts";
import { type Answer, cutIntoPieces, type Frame, type Protocol } from "./protocol.ts";
import { joinNeighbours, type RequestView, type ViewMessage, viewMessage } from "./request-view.ts";

const FINISH_REASONS = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
};

export const openaiChat: Protocol = {
  name: "openai-chat",
  matches: (path) => /\/chat\/completions$/.test(path),
  view,
  stream,
  complete(answer) {
    const message = {
      role: "assistant",
      content: answer.text === "" ? null : answer.text,
      ...(answer.reasoning !== "" && { reasoning_content: answer.reasoning }),
      ...(answer.toolCalls.length > 0 && { tool_calls: answer.toolCalls.map(wireCall) }),
    };
    const choice = { index: 0, message, logprobs: null, finish_reason: FINISH_REASONS[answer.finishReason] };
    return { ...head(answer, "chat.completion"), choices: [choice], usage: usage(answer) };
  },
  error: openaiError,
};

function view({ body }: { readonly body: JsonObject }): RequestView {
  const messages = asObjects(body.messages);
  const isSystem = (message: JsonObject) => message.role === "system" || message.role === "developer";
  return {
    model: asText(body.model),
    stream: body.stream === true,
    system: messages
      .filter(isSystem)
      .flatMap((message) => textBlocks(message.content))
      .join("\n\n"),
    messages: joinNeighbours(messages.filter((message) => !isSystem(message)).map(viewOf)),
    tools: asObjects(body.tools).map((tool) => {
      const { name, description, parameters } = asObject(tool.function);
      return { name: asText(name), description: asText(description), inputSchema: parameters };
    }),
  };
}

function viewOf(message: JsonObject): ViewMessage {
  const text = textBlocks(message.content);
  if (message.role === "tool") {
    const result = { id: asText(message.tool_call_id), text: text.join("\n"), isError: false };
    return viewMessage("tool", { toolResults: [result] });
  }
  if (message.role !== "assistant") return viewMessage("user", { text });
  const reasoning = asText(message.reasoning_content);
  return viewMessage("assistant", {
    text,
    reasoning: reasoning === "" ? [] : [reasoning],
    toolCalls: asObjects(message.tool_calls).map((call) => {
      const { name, arguments: input } = asObject(call.function);
      return { id: asText(call.id), name: asText(name), input: parseOrKeep(asText(input)) };
    }),
  });
}

function stream(answer: Answer): readonly Frame[] {
  const frames: Frame[] = [];
  const push = (delta: JsonObject, isContent: boolean, finish: string | null = null) => {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    frames.push({ data: { ...head(answer, "chat.completion.chunk"), choices }, isContent });
  };
  push({ role: "assistant", content: "" }, false);
  for (const piece of cutIntoPieces(answer.reasoning)) push({ reasoning_content: piece }, true);
  for (const piece of cutIntoPieces(answer.text)) push({ content: piece }, true);
  for (const [index, call] of answer.toolCalls.entries()) {
    push({ tool_calls: [{ index, ...wireCall({ ...call, arguments: "" }) }] }, false);
    for (const piece of cutIntoPieces(call.arguments)) {
      push({ tool_calls: [{ index, function: { arguments: piece } }] }, true);
    }
  }
  push({}, false, FINISH_REASONS[answer.finishReason]);
  frames.push({
    data: { ...head(answer, "chat.completion.chunk"), choices: [], usage: usage(answer) },
    isContent: false,
  });
  frames.push({ data: "[DONE]", isContent: false });
  return frames;
}

function wireCall(call: Answer["toolCalls"][number]): JsonObject {
  return { id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } };
}

function head(answer: Answer, object: string): JsonObject {
  return { id: `chatcmpl-${answer.id}`, object, created: 0, model: answer.model };
}

function usage({ usage: { inputTokens, outputTokens, cachedInputTokens } }: Answer): JsonObject {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  };
}
