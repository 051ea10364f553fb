/** Reads strict JSON and keeps where each value was written, so that a mistake in a manifest can be pointed at. */

/** A value, the offset in UTF-16 units at which it begins, and the one behind it. */
export type JsonNode = { readonly offset: number; readonly end: number } & (
  | { readonly kind: "object"; readonly members: readonly JsonMember[] }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" }
);

export interface JsonMember {
  readonly key: string;
  /** Where the key begins. */
  readonly offset: number;
  readonly value: JsonNode;
}

export type ParsedJson =
  | { readonly kind: "value"; readonly node: JsonNode }
  | { readonly kind: "invalid"; readonly offset: number; readonly message: string };

/** Deeper nesting is refused, so that a hostile file cannot exhaust the stack. */
const MAX_DEPTH = 200;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these in a string.
const SOUND = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;

/** Accepts what `JSON.parse` accepts, up to 200 levels deep; a byte order mark in front is passed over. Never throws. */
export function parseJson(text: string): ParsedJson {
  let at = text.startsWith("\uFEFF") ? 1 : 0;

  const skipBlanks = () => {
    while (at < text.length && " \t\r\n".includes(text.charAt(at))) at += 1;
  };
  const fail = (expected: string): never => {
    throw new Unexpected(at, `Expected ${expected}, found ${nameFound(text, at)}.`);
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const readString = (what: string): string => {
    const found = take(STRING);
    if (found !== undefined) return JSON.parse(found) as string;
    if (text.charAt(at) !== '"') return fail(what);
    at = endOfSoundPart(text, at + 1);
    return fail(text.charAt(at) === "\\" ? "an escape such as `\\n` or `\\u0041`" : "the string to be closed");
  };
  /** Reads `item`s between commas up to `close`; the opening bracket is still ahead. */
  const readList = (close: string, item: () => void) => {
    at += 1;
    skipBlanks();
    if (text.charAt(at) === close) {
      at += 1;
      return;
    }
    for (;;) {
      skipBlanks();
      item();
      skipBlanks();
      const next = text.charAt(at);
      if (next !== "," && next !== close) fail(`\`,\` or \`${close}\``);
      at += 1;
      if (next === close) return;
    }
  };
  const readMember = (depth: number): JsonMember => {
    const offset = at;
    const key = readString("a name in double quotes");
    skipBlanks();
    if (text.charAt(at) !== ":") fail("`:`");
    at += 1;
    return { key, offset, value: readValue(depth) };
  };
  const readValue = (depth: number): JsonNode => {
    skipBlanks();
    const offset = at;
    if (depth > MAX_DEPTH) throw new Unexpected(at, `Values are nested more than ${MAX_DEPTH} levels deep.`);
    switch (text.charAt(at)) {
      case "{": {
        const members: JsonMember[] = [];
        readList("}", () => members.push(readMember(depth + 1)));
        return { kind: "object", offset, end: at, members };
      }
      case "[": {
        const items: JsonNode[] = [];
        readList("]", () => items.push(readValue(depth + 1)));
        return { kind: "array", offset, end: at, items };
      }
      case '"': {
        const value = readString("a string");
        return { kind: "string", offset, end: at, value };
      }
      default: {
        const literal = take(LITERAL) ?? fail("a JSON value");
        const place = { offset, end: at };
        if (literal === "null") return { kind: "null", ...place };
        if (literal === "true" || literal === "false") return { kind: "boolean", ...place, value: literal === "true" };
        return { kind: "number", ...place, value: Number(literal) };
      }
    }
  };

  try {
    const node = readValue(0);
    skipBlanks();
    if (at < text.length) fail("the end of the file");
    return { kind: "value", node };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    return { kind: "invalid", offset: error.offset, message: error.message };
  }
}

/** Where the inside of a string stops being one: at a control character, an unknown escape or the end of the text. */
function endOfSoundPart(text: string, start: number): number {
  SOUND.lastIndex = start;
  return start + (SOUND.exec(text)?.[0].length ?? 0);
}

function nameFound(text: string, at: number): string {
  const character = text.charAt(at);
  if (character === "") return "the end of the file";
  if (character === "\n" || character === "\r") return "a line break";
  if (character < " ") return "a control character";
  const word = /^[\p{L}\p{N}_$-]{1,30}/u.exec(text.slice(at, at + 60))?.[0];
  return `\`${word ?? Array.from(text.slice(at, at + 2))[0]}\``;
}

/** Leaves the nested readers; never seen outside. */
class Unexpected extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}
