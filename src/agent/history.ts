/** The messages of one conversation: they are only appended, so that every request begins with the one before; a compaction is the exception. */
import type { ModelMessage } from "./models/message.ts";

export interface History {
  /** The messages so far; later appends do not change the array that was handed out. */
  messages(): readonly ModelMessage[];
  append(...messages: readonly ModelMessage[]): void;
  /** Puts a new start in the place of everything, for a compaction. */
  replace(messages: readonly ModelMessage[]): void;
  /** Empties the conversation, for `/clear`. */
  clear(): void;
}

/** Creates a history that starts with the given messages. */
export function createHistory(initial: readonly ModelMessage[] = []): History {
  let messages: readonly ModelMessage[] = [...initial];
  return {
    messages: () => messages,
    append(...added) {
      messages = [...messages, ...added];
    },
    replace(start) {
      messages = [...start];
    },
    clear() {
      messages = [];
    },
  };
}

/** A user message of plain text. */
export function userMessage(text: string): ModelMessage {
  return { role: "user", content: text };
}

/** An assistant message of plain text. Providers refuse an empty one, so the text must not be blank. */
export function assistantMessage(text: string): ModelMessage {
  return { role: "assistant", content: text };
}
