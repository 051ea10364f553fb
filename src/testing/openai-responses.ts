/**
 * OpenAI Responses for the scripted server.
 * Formats: https://platform.openai.com/docs/api-reference/responses and https://platform.openai.com/docs/api-reference/responses-streaming
 */
import { asObjects, asText, type JsonObject, parseOrKeep, textBlocks } from "./json-value.ts";
import { openaiError } from "./openai-error.ts";
import { type Answer, cutIntoPieces, type Frame, type Protocol } from "./protocol.ts";
import { joinNeighbours, type RequestView, type ViewMessage, viewMessage } from "./request-view.ts";

export const openaiResponses: Protocol = {
  name: "openai-responses",
  matches: (path) => /\/responses$/.test(path),
  view,
  stream,
  complete: (answer) => finished(answer).response,
  error: openaiError,
};

function view({ body }: { readonly body: JsonObject }): RequestView {
  const input = typeof body.input === "string" ? [{ role: "user", content: body.input }] : asObjects(body.input);
  const isSystem = (item: JsonObject) => item.role === "system" || item.role === "developer";
  const system = input.filter(isSystem).flatMap((item) => textBlocks(item.content));
  return {
    model: asText(body.model),
    stream: body.stream === true,
    system: [...textBlocks(body.instructions), ...system].join("\n\n"),
    messages: joinNeighbours(input.filter((item) => !isSystem(item)).map(viewOf)),
    tools: asObjects(body.tools).map((tool) => ({
      name: asText(tool.name),
      description: asText(tool.description),
      inputSchema: tool.parameters,
    })),
  };
}

function viewOf(item: JsonObject): ViewMessage {
  switch (item.type) {
    case "function_call": {
      const input = parseOrKeep(asText(item.arguments));
      return viewMessage("assistant", { toolCalls: [{ id: asText(item.call_id), name: asText(item.name), input }] });
    }
    case "function_call_output": {
      const result = { id: asText(item.call_id), text: textBlocks(item.output).join("\n"), isError: false };
      return viewMessage("tool", { toolResults: [result] });
    }
    case "reasoning":
      return viewMessage("assistant", { reasoning: textBlocks(item.summary) });
    default:
      return viewMessage(item.role === "assistant" ? "assistant" : "user", { text: textBlocks(item.content) });
  }
}

interface Item {
  readonly added: JsonObject;
  readonly deltas: readonly { readonly type: string; readonly delta: string; readonly fields: JsonObject }[];
  readonly done: JsonObject;
}

function items(answer: Answer): readonly Item[] {
  const list: Item[] = [];
  if (answer.reasoning !== "") {
    const id = `rs_${answer.id}`;
    const item = { id, type: "reasoning", encrypted_content: "scripted-reasoning" };
    list.push({
      added: { ...item, summary: [] },
      deltas: cutIntoPieces(answer.reasoning).map((delta) => ({
        type: "response.reasoning_summary_text.delta",
        delta,
        fields: { item_id: id, summary_index: 0 },
      })),
      done: { ...item, summary: [{ type: "summary_text", text: answer.reasoning }] },
    });
  }
  if (answer.text !== "") {
    const id = `msg_${answer.id}`;
    const item = { id, type: "message", role: "assistant" };
    list.push({
      added: { ...item, status: "in_progress", content: [] },
      deltas: cutIntoPieces(answer.text).map((delta) => ({
        type: "response.output_text.delta",
        delta,
        fields: { item_id: id, content_index: 0, logprobs: [] },
      })),
      done: {
        ...item,
        status: "completed",
        content: [{ type: "output_text", text: answer.text, annotations: [], logprobs: [] }],
      },
    });
  }
  for (const call of answer.toolCalls) {
    const id = `fc_${call.id}`;
    const item = { id, type: "function_call", call_id: call.id, name: call.name };
    list.push({
      added: { ...item, status: "in_progress", arguments: "" },
      deltas: cutIntoPieces(call.arguments).map((delta) => ({
        type: "response.function_call_arguments.delta",
        delta,
        fields: { item_id: id },
      })),
      done: { ...item, status: "completed", arguments: call.arguments },
    });
  }
  return list;
}

function stream(answer: Answer): readonly Frame[] {
  const frames: Frame[] = [];
  const push = (type: string, fields: JsonObject, isContent = false) =>
    frames.push({ event: type, data: { type, sequence_number: frames.length, ...fields }, isContent });
  push("response.created", { response: { ...head(answer), status: "in_progress", output: [] } });
  for (const [index, item] of items(answer).entries()) {
    push("response.output_item.added", { output_index: index, item: item.added });
    if (item.added.type === "reasoning") {
      push("response.reasoning_summary_part.added", {
        item_id: item.added.id,
        output_index: index,
        summary_index: 0,
        part: { type: "summary_text", text: "" },
      });
    }
    for (const { type, delta, fields } of item.deltas) push(type, { ...fields, output_index: index, delta }, true);
    push("response.output_item.done", { output_index: index, item: item.done });
  }
  const { type, response } = finished(answer);
  push(type, { response });
  return frames;
}

/** The last event: `response.incomplete` where the answer was stopped, as the real API has it. */
function finished(answer: Answer): { readonly type: string; readonly response: JsonObject } {
  const common = { ...head(answer), output: items(answer).map(({ done }) => done), usage: usage(answer) };
  const reasons = {
    length: "max_output_tokens",
    "content-filter": "content_filter",
    stop: undefined,
    "tool-calls": undefined,
  };
  const reason = reasons[answer.finishReason];
  if (reason === undefined) {
    return { type: "response.completed", response: { ...common, status: "completed", incomplete_details: null } };
  }
  return { type: "response.incomplete", response: { ...common, status: "incomplete", incomplete_details: { reason } } };
}

function head(answer: Answer): JsonObject {
  return { id: `resp_${answer.id}`, object: "response", created_at: 0, model: answer.model, error: null };
}

function usage({ usage: { inputTokens, outputTokens, cachedInputTokens } }: Answer): JsonObject {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
