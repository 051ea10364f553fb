/** Keeps messages of our own (listings, skill bodies) at their place in a history that the caller owns. */
import type { ModelMessage } from "ai";

/** Marks a message as ours. Providers ignore options under a name that is not theirs. */
const MARK = "skillful";

export interface Insertions {
  /** Puts a user message behind the caller's first `after` messages, behind what was put there before. */
  insert(text: string, after: number): void;
  /** The caller's messages with ours among them; messages of ours that are there already are not doubled. */
  apply(messages: readonly ModelMessage[]): ModelMessage[];
  /** How many of these messages are the caller's own. */
  count(messages: readonly ModelMessage[]): number;
  clear(): void;
}

/**
 * Creates an empty set of insertions. A message inserted once comes back at the same place in every later call, so that
 * each request begins with the messages of the one before and a provider's prompt cache holds.
 */
export function createInsertions(): Insertions {
  let inserted: { readonly after: number; readonly message: ModelMessage }[] = [];
  const own = (messages: readonly ModelMessage[]) => messages.filter((message) => !isInserted(message));
  return {
    insert(text, after) {
      const message: ModelMessage = { role: "user", content: text, providerOptions: { [MARK]: { inserted: true } } };
      inserted.push({ after, message });
    },
    apply(messages) {
      const callers = own(messages);
      const result: ModelMessage[] = [];
      for (let index = 0; index <= callers.length; index++) {
        for (const entry of inserted) if (entry.after === index) result.push(entry.message);
        const message = callers[index];
        if (message !== undefined) result.push(message);
      }
      return result;
    },
    count: (messages) => own(messages).length,
    clear() {
      inserted = [];
    },
  };
}

function isInserted(message: ModelMessage): boolean {
  return message.providerOptions?.[MARK]?.inserted === true;
}
