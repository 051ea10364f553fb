/**
 * Google Gemini `generateContent` for the scripted server.
 * Formats: https://ai.google.dev/api/generate-content and https://ai.google.dev/gemini-api/docs/function-calling
 */
import { asObject, asObjects, asText, type JsonObject, parseOrKeep, textBlocks } from "./json-value.ts";
import { type Answer, cutIntoPieces, type Frame, type Protocol } from "./protocol.ts";
import { joinNeighbours, type RequestView, type ViewMessage, viewMessage } from "./request-view.ts";

const FINISH_REASONS = { stop: "STOP", "tool-calls": "STOP", length: "MAX_TOKENS", "content-filter": "SAFETY" };

const TARGET = /\/models\/([^/:]+):(streamGenerateContent|generateContent)$/;

/** Stands for the signature with which the real API seals thoughts and calls; they have to come back with it. */
const SIGNATURE = "c2NyaXB0ZWQ=";

const ERROR_STATUSES: ReadonlyMap<number, string> = new Map([
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [429, "RESOURCE_EXHAUSTED"],
  [503, "UNAVAILABLE"],
]);

export const google: Protocol = {
  name: "google",
  matches: (path) => TARGET.test(path),
  view,
  stream,
  complete: (answer) => chunk(answer, contentParts(answer), FINISH_REASONS[answer.finishReason]),
  error: (code, message) => ({ error: { code, message, status: ERROR_STATUSES.get(code) ?? "INTERNAL" } }),
};

function view({ path, body }: { readonly path: string; readonly body: JsonObject }): RequestView {
  const [, model = "", method] = TARGET.exec(path) ?? [];
  return {
    model,
    stream: method === "streamGenerateContent",
    system: textBlocks(asObject(body.systemInstruction).parts).join("\n\n"),
    messages: joinNeighbours(asObjects(body.contents).flatMap(viewOf)),
    tools: asObjects(body.tools)
      .flatMap((group) => asObjects(group.functionDeclarations))
      .map((tool) => ({
        name: asText(tool.name),
        description: asText(tool.description),
        inputSchema: tool.parameters ?? tool.parametersJsonSchema,
      })),
  };
}

/** Tool results travel inside of user messages here; the view gives them a message of their own, in their place. */
function viewOf(content: JsonObject): readonly ViewMessage[] {
  const role = content.role === "model" ? "assistant" : "user";
  return asObjects(content.parts).map((part) => {
    if (part.functionCall !== undefined) {
      const { id, name, args } = asObject(part.functionCall);
      const call = { id: asText(id) || asText(name), name: asText(name), input: args };
      return viewMessage(role, { toolCalls: [call] });
    }
    if (part.functionResponse !== undefined) {
      const { id, name, response } = asObject(part.functionResponse);
      const value = asObject(response).content ?? response;
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return viewMessage("tool", { toolResults: [{ id: asText(id) || asText(name), text, isError: false }] });
    }
    const text = textBlocks([part]);
    return viewMessage(role, part.thought === true ? { reasoning: text } : { text });
  });
}

function contentParts(answer: Answer): readonly JsonObject[] {
  return [
    ...cutIntoPieces(answer.reasoning).map((text) => ({ text, thought: true })),
    ...cutIntoPieces(answer.text).map((text) => ({ text })),
    ...answer.toolCalls.map((call) => ({
      functionCall: { name: call.name, args: parseOrKeep(call.arguments) },
      thoughtSignature: SIGNATURE,
    })),
  ];
}

/** Calls come whole here, never in pieces. */
function stream(answer: Answer): readonly Frame[] {
  return [
    ...contentParts(answer).map((part) => ({ data: chunk(answer, [part]), isContent: true })),
    { data: chunk(answer, [{ text: "" }], FINISH_REASONS[answer.finishReason]), isContent: false },
  ];
}

function chunk(answer: Answer, parts: readonly JsonObject[], finishReason?: string): JsonObject {
  const { inputTokens, outputTokens, cachedInputTokens } = answer.usage;
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason !== undefined && { finishReason }) }],
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: outputTokens,
      cachedContentTokenCount: cachedInputTokens,
      totalTokenCount: inputTokens + outputTokens,
    },
    modelVersion: answer.model,
    responseId: answer.id,
  };
}
