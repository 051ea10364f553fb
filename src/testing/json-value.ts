/** Reads untyped JSON without trusting its shape: what is not there or of another type is empty. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value when it is an object, else an empty one. */
export function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The objects of a list; empty for anything else. */
export function asObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** The value when it is a string, else an empty one. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of a string, or of the blocks of a list that have a `text`. */
export function textBlocks(value: unknown): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return asObjects(value).flatMap((block) => (typeof block.text === "string" ? [block.text] : []));
}

/** The parsed JSON, or the text itself when it is none. */
export function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
