/** Reads the YAML that most front matter is made of, many times faster than a whole YAML parser. */
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from "./yaml-tree.ts";

/*
 * Loading thousands of skills would spend most of its time in the YAML parser, on blocks that need almost none of YAML.
 * This reader knows keys with values of one line, texts in `|` and `>` blocks, texts that go on over indented lines,
 * and one level of lists and maps of such values. At the first sign of anything else it gives up, so that it can only
 * ever say what the whole parser says; a property test and the corpus hold it to that.
 */

const KEY = /([A-Za-z_][A-Za-z0-9_-]{0,99}):(?=[ \n]|$)/y;
const NOT_TEXT = /^(?:null|true|false)$/i;
const INTEGER = /^(?:0|[1-9][0-9]{0,14})$/;
/** Begins like a number and cannot be one: `1.0.0`, `2025-06-30`, `10m`, `5 Whys`. */
const NUMBER_LIKE_TEXT = /^[0-9](?:[0-9]*\.[0-9]+\.[0-9]+|[0-9]{3}-[0-9]{2}-[0-9]{2}|.*[^-0-9A-Fa-fxo.+_ ].*)$/;
/** What a plain text may begin with here; YAML allows more, with exceptions that are not worth their cost. */
const PLAIN_START =
  /^[A-Za-z_$(/<\u00A1-\u167F\u1681-\u1FFF\u2010-\u2027\u2030-\u2FFF\u3001-\uD7FF\u{10000}-\u{10FFFF}]/u;

/** A position in the block that moves line by line. */
interface Cursor {
  readonly text: string;
  /** Offset of the line at hand. */
  at: number;
}

/** The same tree as `parseYaml` gives, or undefined when the block holds anything but the simple forms. Never throws. */
export function parseSimpleYaml(text: string): YamlMap | undefined {
  if (text.includes("\t")) return undefined;
  const cursor: Cursor = { text, at: 0 };
  const entries = readEntries(cursor, 0);
  if (entries === undefined || entries.length === 0 || cursor.at < text.length) return undefined;
  return { kind: "map", flow: false, entries, start: entries[0]?.start ?? 0, end: text.length };
}

/** Entries at one indentation, up to the first line that is indented less; undefined when a line is not simple. */
function readEntries(cursor: Cursor, indent: number): YamlEntry[] | undefined {
  const { text } = cursor;
  const entries: YamlEntry[] = [];
  while (skipBlankLines(cursor)) {
    const found = indentAt(cursor);
    if (found < indent) break;
    const start = cursor.at + indent;
    if (found > indent) return undefined;
    if (text[start] === "#") {
      if (indent > 0) return undefined;
      cursor.at = lineEnd(text, start) + 1;
      continue;
    }
    KEY.lastIndex = start;
    const key = KEY.exec(text)?.[1];
    if (key === undefined) return undefined;
    const value = readValue(cursor, start + key.length + 1, indent);
    if (value === undefined) return undefined;
    entries.push({ key, start, value });
  }
  return entries;
}

/** The value that begins behind a key's colon; moves to the line after it. */
function readValue(cursor: Cursor, from: number, indent: number): YamlNode | undefined {
  const { text } = cursor;
  const end = lineEnd(text, from);
  let start = from;
  while (start < end && text[start] === " ") start++;
  cursor.at = end + 1;
  if (start === end) return readNested(cursor, start, indent);
  const first = text[start];
  if (first === "|" || first === ">") return readBlockText(cursor, start, { end, indent });
  if (first === "[") return isContinued(cursor, indent) ? undefined : readFlowList(text, start, end);
  if (isContinued(cursor, indent)) return readLongText(cursor, start, { end, indent });
  return readScalar(text, start, end);
}

/** What stands below a key without a value on its line: a list, a map (at the top level only) or nothing. */
function readNested(cursor: Cursor, at: number, indent: number): YamlNode | undefined {
  const { text } = cursor;
  const nothing: YamlScalar = { kind: "scalar", value: null, start: at, end: at };
  if (!skipBlankLines(cursor)) return nothing;
  const inner = indentAt(cursor);
  const start = cursor.at + inner;
  // A list may stand at the indentation of its key.
  if (inner >= indent && text.startsWith("- ", start)) return readItems(cursor, inner, indent);
  if (inner <= indent) return text.startsWith("-", start) ? undefined : nothing;
  if (indent > 0) return undefined;
  const entries = readEntries(cursor, inner);
  if (entries === undefined || indentOfNext(cursor) > indent) return undefined;
  return { kind: "map", flow: false, entries, start, end: cursor.at };
}

function readItems(cursor: Cursor, inner: number, indent: number): YamlNode | undefined {
  const { text } = cursor;
  const items: YamlNode[] = [];
  const listStart = cursor.at + inner;
  while (skipBlankLines(cursor)) {
    const found = indentAt(cursor);
    const isItem = found === inner && text.startsWith("- ", cursor.at + inner);
    if (!isItem && found <= indent && text[cursor.at + found] !== "-") break;
    if (!isItem) return undefined;
    let start = cursor.at + inner + 2;
    const end = lineEnd(text, start);
    while (start < end && text[start] === " ") start++;
    cursor.at = end + 1;
    const item = start < end ? readScalar(text, start, end) : undefined;
    if (item === undefined) return undefined;
    items.push(item);
  }
  return { kind: "list", flow: false, items, start: listStart, end: cursor.at };
}

/** One line of plain or quoted text without escapes. */
function readScalar(text: string, start: number, lineEndAt: number): YamlScalar | undefined {
  const end = endOfText(text, start, lineEndAt);
  const written = text.slice(start, end);
  const quote = written[0];
  if (quote === '"' || quote === "'") {
    const inner = written.slice(1, -1);
    const isSimple = written.length > 1 && written.at(-1) === quote && !inner.includes(quote) && !inner.includes("\\");
    return isSimple ? { kind: "scalar", value: inner, start, end } : undefined;
  }
  if (INTEGER.test(written)) return { kind: "scalar", value: Number(written), start, end };
  if (NOT_TEXT.test(written)) {
    return isCoreWord(written) ? { kind: "scalar", value: coreValue(written), start, end } : undefined;
  }
  if (!(PLAIN_START.test(written) || NUMBER_LIKE_TEXT.test(written)) || !isPlain(written)) return undefined;
  return { kind: "scalar", value: written, start, end };
}

/** YAML knows `true`, `True` and `TRUE`, and takes `tRUE` for text. */
function isCoreWord(word: string): boolean {
  return word === word.toLowerCase() || word === word.toUpperCase() || /^[A-Z][a-z]+$/.test(word);
}

function coreValue(word: string): boolean | null {
  const folded = word.toLowerCase();
  return folded === "null" ? null : folded === "true";
}

/** Holds neither the end of a key nor the start of a comment. */
function isPlain(written: string): boolean {
  return !written.includes(": ") && !written.includes(" #") && !written.endsWith(":") && !written.includes("\uFEFF");
}

/** A plain text that goes on over indented lines, which are joined by blanks. */
function readLongText(
  cursor: Cursor,
  start: number,
  line: { readonly end: number; readonly indent: number },
): YamlScalar | undefined {
  const { text } = cursor;
  const first = text.slice(start, endOfText(text, start, line.end));
  if (!PLAIN_START.test(first) || !isPlain(first)) return undefined;
  const parts = [first];
  let end = start + first.length;
  while (isContinued(cursor, line.indent)) {
    const from = cursor.at + indentAt(cursor);
    const until = lineEnd(text, from);
    const part = text.slice(from, endOfText(text, from, until));
    if (!/^[A-Za-z0-9("'`/]/.test(part) || !isPlain(part)) return undefined;
    parts.push(part);
    end = from + part.length;
    cursor.at = until + 1;
  }
  // A blank line inside a text is a line break, which is left to the whole parser.
  return indentOfNext(cursor) > line.indent ? undefined : { kind: "scalar", value: parts.join(" "), start, end };
}

/** A `|` or `>` text whose lines are all indented alike. */
function readBlockText(
  cursor: Cursor,
  start: number,
  line: { readonly end: number; readonly indent: number },
): YamlScalar | undefined {
  const { text } = cursor;
  const header = text.slice(start, line.end).trimEnd();
  if (header.length > 2 || (header.length === 2 && header[1] !== "-")) return undefined;
  const isFolded = header[0] === ">";
  const inner = indentAt(cursor);
  if (inner <= line.indent || isBlankLine(cursor)) return undefined;
  let value = "";
  let breaks = 0;
  while (cursor.at < text.length) {
    const end = lineEnd(text, cursor.at);
    if (isBlankLine(cursor)) {
      if (end > cursor.at) return undefined;
      breaks++;
    } else {
      const found = indentAt(cursor);
      if (found <= line.indent) break;
      if (found < inner || (isFolded && found > inner)) return undefined;
      if (value !== "") value += isFolded ? (breaks === 0 ? " " : "\n".repeat(breaks)) : "\n".repeat(breaks + 1);
      value += text.slice(cursor.at + inner, end);
      breaks = 0;
    }
    cursor.at = end + 1;
  }
  return {
    kind: "scalar",
    value: header.length === 1 ? `${value}\n` : value,
    start,
    end: Math.min(cursor.at, text.length),
  };
}

/** `[a, "b", c]` on one line. */
function readFlowList(text: string, start: number, lineEndAt: number): YamlNode | undefined {
  const end = endOfText(text, start, lineEndAt);
  if (text[end - 1] !== "]") return undefined;
  const items: YamlScalar[] = [];
  for (let at = start + 1; at < end - 1; ) {
    let itemStart = at;
    while (text[itemStart] === " ") itemStart++;
    let itemEnd = itemStart;
    while (itemEnd < end - 1 && text[itemEnd] !== ",") itemEnd++;
    // Brackets, braces, quotes and colons have meanings inside a flow list that this reader does not look into.
    const written = text.slice(itemStart, endOfText(text, itemStart, itemEnd));
    const isQuoted = /^(?:"[^"]*"|'[^']*')$/.test(written);
    if (!isQuoted && /["'[\]{}:]/.test(written)) return undefined;
    const item = written === "" ? undefined : readScalar(text, itemStart, itemEnd);
    if (item === undefined) return undefined;
    items.push(item);
    at = itemEnd + 1;
    if (itemEnd < end - 1 && at === end - 1) return undefined;
  }
  return { kind: "list", flow: true, items, start, end };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Where a text that ends at `end` or before ends without the blanks behind it. */
function endOfText(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && text[last - 1] === " ") last--;
  return last;
}

function indentAt({ text, at }: Cursor): number {
  let end = at;
  while (text[end] === " ") end++;
  return end - at;
}

function isBlankLine(cursor: Cursor): boolean {
  const after = cursor.text[cursor.at + indentAt(cursor)];
  return after === undefined || after === "\n";
}

/** Moves past blank lines; false at the end of the text. */
function skipBlankLines(cursor: Cursor): boolean {
  while (cursor.at < cursor.text.length && isBlankLine(cursor)) cursor.at = lineEnd(cursor.text, cursor.at) + 1;
  return cursor.at < cursor.text.length;
}

/** Whether the very next line is indented more, and so belongs to the value above it. */
function isContinued(cursor: Cursor, indent: number): boolean {
  return cursor.at < cursor.text.length && !isBlankLine(cursor) && indentAt(cursor) > indent;
}

/** Indentation of the next line that is not blank; -1 at the end. Moves there. */
function indentOfNext(cursor: Cursor): number {
  return skipBlankLines(cursor) ? indentAt(cursor) : -1;
}
