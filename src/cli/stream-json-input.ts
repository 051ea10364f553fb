/** `--input-format stream-json`: reads messages from lines of JSON, one session for all of them. */

import { createInterface } from "node:readline";
import { messageOf } from "../engine/index.ts";

export type InputLine =
  | { readonly kind: "message"; readonly text: string }
  /** `line` is 1-based. The line is skipped; the session goes on. */
  | { readonly kind: "malformed"; readonly line: number; readonly message: string; readonly hint: string };

const SHAPE = 'a line is {"type":"user","text":"…"}';

/** Reads one line; undefined for a blank one. */
export function parseInputLine(text: string, line: number): InputLine | undefined {
  // A byte order mark may open the input; it is not part of the JSON.
  const trimmed = text.replace(/^\ufeff/, "").trim();
  if (trimmed === "") return undefined;
  const malformed = (message: string): InputLine => ({
    kind: "malformed",
    line,
    message: `input line ${line}: ${message}`,
    hint: SHAPE,
  });
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch (error) {
    return malformed(`not JSON: ${messageOf(error)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return malformed("not an object");
  const { type, text: message } = value as { type?: unknown; text?: unknown };
  if (type !== "user") return malformed(`type is ${JSON.stringify(type) ?? "missing"}, expected "user"`);
  if (typeof message !== "string") return malformed("text is missing or not a string");
  if (message.trim() === "") return malformed("text is empty");
  return { kind: "message", text: message };
}

/** The lines of `input` in order, each read when the one before has been dealt with. Ends with the input or on abort. */
export async function* readInputLines(input: NodeJS.ReadableStream, signal: AbortSignal): AsyncGenerator<InputLine> {
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const close = () => reader.close();
  signal.addEventListener("abort", close, { once: true });
  try {
    let line = 0;
    for await (const text of reader) {
      if (signal.aborted) return;
      line += 1;
      const parsed = parseInputLine(text, line);
      if (parsed !== undefined) yield parsed;
    }
  } finally {
    signal.removeEventListener("abort", close);
    reader.close();
  }
}
