/** Reads the JSON of a settings file and keeps the place of every value, so that a mistake can be pointed at. */
import { type DocumentNode, type MemberNode, type ObjectNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import type { Diagnostic } from "../engine/index.ts";

export interface Place {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

export type SettingsJson =
  | { readonly kind: "object"; readonly root: ObjectNode }
  | { readonly kind: "invalid"; readonly diagnostic: Diagnostic };

/** Parses strict JSON whose top is an object. Anything else is one diagnostic with line, column and code frame. */
export function parseSettingsJson(text: string, path: string): SettingsJson {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  let document: DocumentNode;
  try {
    document = parse(source, { mode: "json" });
    JSON.parse(source);
  } catch (error) {
    return { kind: "invalid", diagnostic: syntaxDiagnostic({ source, path, error }) };
  }
  if (document.body.type === "Object") return { kind: "object", root: document.body };
  return {
    kind: "invalid",
    diagnostic: {
      code: "settings-syntax",
      severity: "error",
      path,
      ...placeOf(document.body),
      message: "a settings file holds one JSON object",
      hint: 'Write it as { "model": "…", "permissions": { "allow": [] } }.',
    },
  };
}

/** Where a value begins. */
export function placeOf(node: ValueNode | MemberNode): Place {
  return { line: node.loc.start.line, column: node.loc.start.column };
}

/** The key of a member; strict JSON has no other keys than strings. */
export function memberName(member: MemberNode): string {
  return member.name.type === "String" ? member.name.value : member.name.name;
}

/** The plain value of a node. A key such as `__proto__` becomes an ordinary own property. */
export function plainValue(node: ValueNode): unknown {
  switch (node.type) {
    case "Object":
      return Object.fromEntries(node.members.map((member) => [memberName(member), plainValue(member.value)]));
    case "Array":
      return node.elements.map((element) => plainValue(element.value));
    case "String":
    case "Number":
    case "Boolean":
      return node.value;
    default:
      // `null`; the other node types are JSON5's and cannot come from a strict parse.
      return null;
  }
}

interface SyntaxFailure {
  readonly source: string;
  readonly path: string;
  readonly error: unknown;
}

function syntaxDiagnostic({ source, path, error }: SyntaxFailure): Diagnostic {
  const offset = offsetOf(source, error) ?? controlCharacterOffset(source);
  const place = placeAt(source, offset);
  const { message, hint } = explain(source, offset);
  return { code: "settings-syntax", severity: "error", path, ...place, message, hint, frame: frameOf(source, place) };
}

function offsetOf(source: string, error: unknown): number | undefined {
  if (!(error instanceof Error) || !("offset" in error) || typeof error.offset !== "number") return undefined;
  // At the end of the input the parser points at the last thing it understood.
  const end = source.trimEnd().length;
  const isOpenedLast = error.offset === end - 1 && /[[{]/.test(source.charAt(error.offset));
  return isOpenedLast || error.message.startsWith("Unexpected end of input") ? end : error.offset;
}

/** What the position-keeping parser lets pass and JSON does not: a raw line break or control character in a string. */
function controlCharacterOffset(source: string): number {
  let inString = false;
  for (let index = 0; index < source.length; index++) {
    const character = source.charAt(index);
    if (inString && character < " ") return index;
    if (character === "\\" && inString) index += 1;
    else if (character === '"') inString = !inString;
  }
  return source.length;
}

/** Says what stands at the offset, what was expected there, and how to mend the most common slips. */
function explain(source: string, offset: number): { readonly message: string; readonly hint: string } {
  const found = source.charAt(offset);
  const before = source.slice(0, offset).trimEnd().slice(-1);
  if (found === "") {
    return {
      message: source.trim() === "" ? "the file is empty; expected a JSON object" : "the file ends too early",
      hint: source.trim() === "" ? "Write {} for no settings." : 'Close what is open: a missing }, ] or ".',
    };
  }
  if (found < " ") {
    return { message: "a line break or control character inside of a string", hint: "Write \\n, or close the string." };
  }
  if (found === "/" || found === "#") {
    return { message: `expected JSON, found ${quote(found)}`, hint: "JSON has no comments; remove them." };
  }
  if (before === "," && (found === "}" || found === "]")) {
    return { message: `expected another entry after the comma, found ${quote(found)}`, hint: "Remove the comma." };
  }
  if (found === "'") {
    return { message: "expected a double quote, found a single one", hint: 'Write strings as "text".' };
  }
  if ((before === "{" || before === ",") && /[\p{L}_$]/u.test(found)) {
    return {
      message: `expected a value or a name in double quotes, found ${quote(wordAt(source, offset))}`,
      hint: "Put names and texts in double quotes; bare words are true, false and null.",
    };
  }
  if (/["\p{L}\p{N}[{-]/u.test(found) && /["\p{L}\p{N}\]}]/u.test(before)) {
    return {
      message: `expected a comma or a colon before ${quote(wordAt(source, offset))}`,
      hint: "Separate entries by commas, and a name from its value by a colon.",
    };
  }
  return {
    message: `did not expect ${quote(wordAt(source, offset))} here`,
    hint: "Check quotes, commas and brackets.",
  };
}

function wordAt(source: string, offset: number): string {
  return /^[\p{L}\p{N}_$-]{1,30}/u.exec(source.slice(offset))?.[0] ?? source.charAt(offset);
}

function quote(text: string): string {
  return `\`${text}\``;
}

function placeAt(source: string, offset: number): Place {
  const before = source.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
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
