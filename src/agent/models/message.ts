/** The messages of a conversation, as far as this agent writes them. */
import type { SharedV3ProviderOptions } from "@ai-sdk/provider";

/** What only one provider understands, by its name; sent back to it as it came, such as the signature of a thought. */
export type ProviderOptions = SharedV3ProviderOptions;

interface Part {
  readonly providerOptions?: ProviderOptions;
}

export interface TextPart extends Part {
  readonly type: "text";
  readonly text: string;
}

export interface ReasoningPart extends Part {
  readonly type: "reasoning";
  readonly text: string;
}

export interface ToolCallPart extends Part {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

export interface ToolResultPart extends Part {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: { readonly type: "text" | "error-text"; readonly value: string };
}

export interface UserMessage {
  readonly role: "user";
  readonly content: string | TextPart[];
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: string | (TextPart | ReasoningPart | ToolCallPart)[];
}

export interface ToolMessage {
  readonly role: "tool";
  readonly content: ToolResultPart[];
}

/** Each is also a `ModelMessage` of the AI SDK, versions 6 and 7, which is why their lists are not read-only. */
export type ModelMessage = UserMessage | AssistantMessage | ToolMessage;
