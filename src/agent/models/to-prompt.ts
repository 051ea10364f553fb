/** The history of a conversation in the form that the providers' packages take. */
import type { ModelMessage } from "ai";
import type { Prompt } from "./model.ts";
import { CACHE_BREAKPOINT } from "./step-options.ts";

type PromptMessage = Prompt[number];
type Part<Role extends PromptMessage["role"]> = Exclude<
  Extract<PromptMessage, { role: Role }>["content"],
  string
>[number];
type ToolResult = Extract<Part<"tool">, { type: "tool-result" }>;

/** Puts the system text first, unless it is empty. Throws for messages that this agent never writes, such as files. */
export function toPrompt(system: string, messages: readonly ModelMessage[]): Prompt {
  const first: Prompt = system === "" ? [] : [{ role: "system", content: system, providerOptions: CACHE_BREAKPOINT }];
  return [...first, ...messages.map(toPromptMessage)];
}

function toPromptMessage(message: ModelMessage): PromptMessage {
  const { providerOptions } = message;
  const options = providerOptions === undefined ? {} : { providerOptions };
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content, ...options };
    case "user":
      return { role: "user", content: toParts(message.content, toTextPart), ...options };
    case "assistant":
      return { role: "assistant", content: toParts(message.content, toAssistantPart), ...options };
    case "tool":
      return { role: "tool", content: message.content.map(toToolResult), ...options };
    default:
      return message satisfies never;
  }
}

/** A plain text is one part; parts of empty text are left out, for providers refuse them. */
function toParts<Source extends { readonly type: string }, Target extends { readonly type: string }>(
  content: string | readonly Source[],
  convert: (part: Source) => Target,
): (Target | TextPart)[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.filter((part) => !isEmptyText(part)).map(convert);
}

type TextPart = Extract<Part<"user">, { type: "text" }>;

function isEmptyText(part: {
  readonly type: string;
  readonly text?: string;
  readonly providerOptions?: unknown;
}): boolean {
  return part.type === "text" && part.text === "" && part.providerOptions === undefined;
}

function toTextPart(part: UserPart): TextPart {
  if (part.type !== "text") throw unsupported("user", part.type);
  return { type: "text", text: part.text, ...optionsOf(part) };
}

type UserPart = Exclude<Extract<ModelMessage, { role: "user" }>["content"], string>[number];
type AssistantPart = Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string>[number];
type ToolPart = Extract<ModelMessage, { role: "tool" }>["content"][number];

function toAssistantPart(part: AssistantPart): Part<"assistant"> {
  switch (part.type) {
    case "text":
    case "reasoning":
      return { type: part.type, text: part.text, ...optionsOf(part) };
    case "tool-call": {
      const { toolCallId, toolName, input } = part;
      return { type: "tool-call", toolCallId, toolName, input, ...optionsOf(part) };
    }
    default:
      throw unsupported("assistant", part.type);
  }
}

function toToolResult(part: ToolPart): ToolResult {
  if (part.type !== "tool-result") throw unsupported("tool", part.type);
  const { toolCallId, toolName, output } = part;
  if (output.type !== "text" && output.type !== "error-text") throw unsupported("tool", output.type);
  return { type: "tool-result", toolCallId, toolName, output, ...optionsOf(part) };
}

function optionsOf<Options>(part: { readonly providerOptions?: Options }): { providerOptions?: Options } {
  return part.providerOptions === undefined ? {} : { providerOptions: part.providerOptions };
}

function unsupported(role: string, type: string): Error {
  return new Error(`a message of role ${role} holds a part of type ${type}, which this agent cannot send`);
}
