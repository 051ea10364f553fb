/** Reads the JSON of a settings file and keeps the place of every value, so that a mistake can be pointed at. */
import { type Diagnostic, type JsonNode, parseJson } from "../engine/index.ts";

export interface Place {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

export type ObjectNode = Extract<JsonNode, { kind: "object" }>;
export type ArrayNode = Extract<JsonNode, { kind: "array" }>;

export type SettingsJson =
  | {
      readonly kind: "object";
      readonly root: ObjectNode;
      /** The place of an offset in the text, a byte order mark not counted. */
      readonly placeOf: (offset: number) => Place;
    }
  | { readonly kind: "invalid"; readonly diagnostic: Diagnostic };

/** Parses strict JSON whose top is an object. Anything else is one diagnostic with line, column and code frame. */
export function parseSettingsJson(text: string, path: string): SettingsJson {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const placeOf = createPlaceOf(source);
  const parsed = parseJson(source);
  if (parsed.kind === "invalid") {
    const place = placeOf(parsed.offset);
    const { message, hint } = explain(source, parsed);
    const frame = frameOf(source, place);
    return {
      kind: "invalid",
      diagnostic: { code: "settings-syntax", severity: "error", path, ...place, message, hint, frame },
    };
  }
  const root = parsed.node;
  if (root.kind === "object") return { kind: "object", root, placeOf };
  return {
    kind: "invalid",
    diagnostic: {
      code: "settings-syntax",
      severity: "error",
      path,
      ...placeOf(root.offset),
      message: "a settings file holds one JSON object",
      hint: 'Write it as { "model": "…", "permissions": { "allow": [] } }.',
    },
  };
}

/** The plain value of a node. A key such as `__proto__` becomes an ordinary own property. */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
    case "array":
      return node.items.map(plainValue);
    case "null":
      return null;
    default:
      return node.value;
  }
}

/** What the parser expected and found, with the way to mend the most common slips. */
function explain(
  source: string,
  { offset, message }: { readonly offset: number; readonly message: string },
): { readonly message: string; readonly hint: string } {
  if (source.trim() === "") {
    return { message: "the file is empty; expected a JSON object", hint: "Write {} for no settings." };
  }
  return {
    message: message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, ""),
    hint: hintFor({ found: source.charAt(offset), before: source.slice(0, offset).trimEnd().slice(-1), message }),
  };
}

interface Slip {
  /** The character at the place; empty at the end. */
  readonly found: string;
  /** The last one before that is not white space. */
  readonly before: string;
  readonly message: string;
}

function hintFor({ found, before, message }: Slip): string {
  if (message.startsWith("Expected an escape")) return "Write a backslash as two.";
  if (found === "") return 'Close what is open: a missing }, ] or ".';
  if (found < " ") return "Write \\n or \\t, or close the string.";
  if (found === "/" || found === "#") return "JSON has no comments; remove them.";
  if (before === "," && (found === "}" || found === "]")) return "Remove the comma before it.";
  if (found === "'") return 'Write strings as "text".';
  if (message.startsWith("Expected `:`")) return "Separate a name from its value by a colon.";
  if (message.startsWith("Expected `,`")) return "Separate entries by commas.";
  if (/[\p{L}_$]/u.test(found)) return "Put names and texts in double quotes; bare words are true, false and null.";
  return "Check quotes, commas and brackets.";
}

/** Finds the line of an offset in steps that halve, because a file may have many entries. */
function createPlaceOf(source: string): (offset: number) => Place {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** The line with a caret under the place, and the line above it. */
function frameOf(source: string, place: Place): string {
  const lines = source.split("\n");
  const width = String(place.line).length;
  const shown = [place.line - 1, place.line].filter((line) => line >= 1);
  const rows = shown.map(
    (line) => `${String(line).padStart(width)} | ${(lines[line - 1] ?? "").trimEnd().slice(0, 160)}`,
  );
  return [...rows, `${" ".repeat(width)} | ${" ".repeat(place.column - 1)}^`].join("\n");
}
