/**
 * Anthropic Messages for the scripted server.
 * Formats: https://platform.claude.com/docs/en/api/messages and https://platform.claude.com/docs/en/build-with-claude/streaming
 */
import { asObjects, asText, type JsonObject, parseOrKeep, textBlocks } from "./json-value.ts";
import { type Answer, cutIntoPieces, type Frame, type Protocol } from "./protocol.ts";
import { joinNeighbours, type RequestView, type ViewMessage, viewMessage } from "./request-view.ts";

const STOP_REASONS = { stop: "end_turn", "tool-calls": "tool_use", length: "max_tokens", "content-filter": "refusal" };

/** Stands for the signature with which the real API seals a thinking block. */
const SIGNATURE = "scripted-signature";

export const anthropic: Protocol = {
  name: "anthropic",
  matches: (path) => /\/messages$/.test(path),
  view,
  stream,
  complete(answer) {
    return {
      ...head(answer),
      content: blocks(answer).map(({ whole }) => whole),
      ...tail(answer),
      usage: usage(answer),
    };
  },
  error(status, message) {
    return {
      type: "error",
      error: { type: ERROR_TYPES.get(status) ?? "api_error", message },
      request_id: "req_scripted",
    };
  },
};

const ERROR_TYPES: ReadonlyMap<number, string> = new Map([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [529, "overloaded_error"],
]);

function view({ body }: { readonly body: JsonObject }): RequestView {
  return {
    model: asText(body.model),
    stream: body.stream === true,
    system: textBlocks(body.system).join("\n\n"),
    messages: joinNeighbours(asObjects(body.messages).flatMap(viewOf)),
    tools: asObjects(body.tools).map((tool) => ({
      name: asText(tool.name),
      description: asText(tool.description),
      inputSchema: tool.input_schema,
    })),
  };
}

/** Tool results travel inside of user messages here; the view gives them a message of their own, in their place. */
function viewOf(message: JsonObject): readonly ViewMessage[] {
  const role = message.role === "assistant" ? "assistant" : "user";
  if (typeof message.content === "string") return [viewMessage(role, { text: [message.content] })];
  return asObjects(message.content).map((block) => {
    switch (block.type) {
      case "text":
        return viewMessage(role, { text: [asText(block.text)] });
      case "thinking":
        return viewMessage(role, { reasoning: [asText(block.thinking)] });
      case "tool_use":
        return viewMessage(role, {
          toolCalls: [{ id: asText(block.id), name: asText(block.name), input: block.input }],
        });
      case "tool_result":
        return viewMessage("tool", {
          toolResults: [
            {
              id: asText(block.tool_use_id),
              text: textBlocks(block.content).join("\n"),
              isError: block.is_error === true,
            },
          ],
        });
      default:
        return viewMessage(role, {});
    }
  });
}

interface Block {
  readonly start: JsonObject;
  readonly deltas: readonly JsonObject[];
  /** Ends the deltas without being content of its own. */
  readonly seal?: JsonObject;
  readonly whole: JsonObject;
}

function blocks(answer: Answer): readonly Block[] {
  const list: Block[] = [];
  if (answer.reasoning !== "") {
    list.push({
      start: { type: "thinking", thinking: "", signature: "" },
      deltas: cutIntoPieces(answer.reasoning).map((thinking) => ({ type: "thinking_delta", thinking })),
      seal: { type: "signature_delta", signature: SIGNATURE },
      whole: { type: "thinking", thinking: answer.reasoning, signature: SIGNATURE },
    });
  }
  if (answer.text !== "") {
    list.push({
      start: { type: "text", text: "" },
      deltas: cutIntoPieces(answer.text).map((text) => ({ type: "text_delta", text })),
      whole: { type: "text", text: answer.text },
    });
  }
  for (const call of answer.toolCalls) {
    const named = { type: "tool_use", id: call.id, name: call.name };
    list.push({
      start: { ...named, input: {} },
      deltas: cutIntoPieces(call.arguments).map((part) => ({ type: "input_json_delta", partial_json: part })),
      whole: { ...named, input: parseOrKeep(call.arguments) },
    });
  }
  return list;
}

function stream(answer: Answer): readonly Frame[] {
  const frames: Frame[] = [];
  const push = (type: string, fields: JsonObject, isContent = false) =>
    frames.push({ event: type, data: { type, ...fields }, isContent });
  const message = { ...head(answer), content: [], stop_reason: null, stop_sequence: null, usage: usage(answer) };
  push("message_start", { message });
  push("ping", {});
  for (const [index, block] of blocks(answer).entries()) {
    push("content_block_start", { index, content_block: block.start });
    for (const delta of block.deltas) push("content_block_delta", { index, delta }, true);
    if (block.seal !== undefined) push("content_block_delta", { index, delta: block.seal });
    push("content_block_stop", { index });
  }
  push("message_delta", { delta: tail(answer), usage: { output_tokens: answer.usage.outputTokens } });
  push("message_stop", {});
  return frames;
}

function head(answer: Answer): JsonObject {
  return { id: `msg_${answer.id}`, type: "message", role: "assistant", model: answer.model };
}

function tail(answer: Answer): JsonObject {
  return { stop_reason: STOP_REASONS[answer.finishReason], stop_sequence: null };
}

function usage({ usage: { inputTokens, outputTokens, cachedInputTokens } }: Answer): JsonObject {
  return {
    input_tokens: inputTokens - cachedInputTokens,
    cache_read_input_tokens: cachedInputTokens,
    cache_creation_input_tokens: 0,
    output_tokens: outputTokens,
  };
}
