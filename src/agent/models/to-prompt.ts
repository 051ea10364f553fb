/** The history of a conversation in the form that the providers' packages take. */
import type { LanguageModelV3Message, LanguageModelV3Prompt } from "@ai-sdk/provider";
import type { ModelMessage, TextPart } from "./message.ts";
import { CACHE_BREAKPOINT } from "./step-options.ts";

/** Puts the system text first, unless it is empty. */
export function toPrompt(system: string, messages: readonly ModelMessage[]): LanguageModelV3Prompt {
  const rest = messages.map(toPromptMessage);
  return system === "" ? rest : [{ role: "system", content: system, providerOptions: CACHE_BREAKPOINT }, ...rest];
}

function toPromptMessage(message: ModelMessage): LanguageModelV3Message {
  switch (message.role) {
    case "user":
      return { role: "user", content: toParts(message.content) };
    case "assistant":
      return { role: "assistant", content: toParts(message.content) };
    case "tool":
      return message;
    default:
      return message satisfies never;
  }
}

/** A plain text is one part. Providers refuse parts of empty text, so only those that carry something else are kept. */
function toParts<Part extends { readonly type: string }>(
  content: string | readonly (Part | TextPart)[],
): (Part | TextPart)[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.filter((part) => !isEmptyText(part));
}

function isEmptyText(part: {
  readonly type: string;
  readonly text?: string;
  readonly providerOptions?: unknown;
}): boolean {
  return part.type === "text" && part.text === "" && part.providerOptions === undefined;
}
