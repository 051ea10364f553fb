/** A model request in one shape for every protocol, so that tests can assert on it without knowing which one was spoken. */

export interface ViewToolCall {
  readonly id: string;
  readonly name: string;
  /** Parsed arguments, or the raw text when it is not JSON. */
  readonly input: unknown;
}

export interface ViewToolResult {
  /** Id of the call; for Google, which may send none, the function's name. */
  readonly id: string;
  readonly text: string;
  /** Only Anthropic's protocol marks errors; false elsewhere. */
  readonly isError: boolean;
}

/** Neighbours of one role are one message here, because the protocols differ in how far they join them. */
export interface ViewMessage {
  readonly role: "user" | "assistant" | "tool";
  /** The text blocks in order. */
  readonly text: readonly string[];
  readonly reasoning: readonly string[];
  readonly toolCalls: readonly ViewToolCall[];
  readonly toolResults: readonly ViewToolResult[];
}

export interface ViewTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

export interface RequestView {
  readonly model: string;
  readonly stream: boolean;
  /** The system text; several blocks are joined by an empty line. */
  readonly system: string;
  readonly messages: readonly ViewMessage[];
  readonly tools: readonly ViewTool[];
}

/** A message with the given parts; whatever is left out is empty. */
export function viewMessage(role: ViewMessage["role"], parts: Partial<Omit<ViewMessage, "role">>): ViewMessage {
  return { role, text: [], reasoning: [], toolCalls: [], toolResults: [], ...parts };
}

/** Joins neighbours of one role and drops messages that hold nothing. */
export function joinNeighbours(messages: readonly ViewMessage[]): readonly ViewMessage[] {
  const joined: ViewMessage[] = [];
  for (const message of messages) {
    const { role, text, reasoning, toolCalls, toolResults } = message;
    if (text.length + reasoning.length + toolCalls.length + toolResults.length === 0) continue;
    const last = joined.at(-1);
    if (last?.role !== role) {
      joined.push(message);
      continue;
    }
    joined[joined.length - 1] = {
      role,
      text: [...last.text, ...text],
      reasoning: [...last.reasoning, ...reasoning],
      toolCalls: [...last.toolCalls, ...toolCalls],
      toolResults: [...last.toolResults, ...toolResults],
    };
  }
  return joined;
}
