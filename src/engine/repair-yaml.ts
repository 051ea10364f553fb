/** Quotes top-level one-line values that YAML cannot read, or that it would read as something else. */
import { FIELDS, type FieldShape, resolveFieldName } from "./field-names.ts";
import { parseSimpleYaml } from "./parse-simple-yaml.ts";
import { parseYaml } from "./parse-yaml.ts";
import { splitList } from "./split-list.ts";

export interface Repair {
  readonly key: string;
  /** 0-based line in the block. */
  readonly line: number;
  /** Offset of the value in the repaired text. */
  readonly offset: number;
  /** How the value is written correctly, as in `description: "a: b"`. */
  readonly corrected: string;
}

export interface RepairedYaml {
  /** Has the same number of lines as what was given. */
  readonly yaml: string;
  readonly repairs: readonly Repair[];
}

const KEY_LINE = /^([\p{L}_][\p{L}\p{N}_-]*|"[^"\\]*"|'[^']*')([ \t]*:)(?:[ \t]+(.*))?$/u;
/** `key:value` without the blank; only trusted for known fields, as `https:` and `12:30` look the same. */
const GLUED_LINE = /^([A-Za-z_][\w-]*):([^\s:/].*)$/;
const BLOCK_HEADER = /^[|>][-+0-9]*(?:[ \t]+#.*)?$/;
/** Fields made of prose keep a ` #…`; for all others it is a comment, as YAML has it. */
const PROSE: ReadonlySet<string> = new Set(["description", "when_to_use", "argument-hint", "compatibility", "license"]);

/**
 * Repairs a block that YAML refuses. Only lines `key: value` at the top level are touched, and only where the value
 * ends on its line beyond doubt: what stands in lists, nested maps and block texts is left alone, and so is a quote or
 * bracket that the line leaves open, because what follows may belong to it. Each repaired line becomes a quoted text
 * (or a bracketed list of quoted texts). The result need not parse. Pure.
 */
export function repairYaml(yaml: string): RepairedYaml {
  const lines = yaml.split("\n");
  const repaired: string[] = [];
  const repairs: Repair[] = [];
  let offset = 0;
  for (let index = 0; index < lines.length; ) {
    const entry = readEntry(lines, index);
    const replacement = repairEntry(entry, yaml);
    const written = replacement === undefined ? entry.lines : replacement.lines;
    if (replacement?.key !== undefined) {
      const corrected = written[0] ?? "";
      const value = corrected.indexOf(":") + 2;
      repairs.push({ key: replacement.key, line: index, offset: offset + value, corrected });
    }
    repaired.push(...written);
    for (const line of written) offset += line.length + 1;
    index += entry.lines.length;
  }
  return { yaml: repaired.join("\n"), repairs };
}

/** A top-level key line with the lines that belong to it, or one line of anything else. */
interface Entry {
  readonly lines: readonly string[];
  readonly key?: string;
  readonly value?: string;
}

function readEntry(lines: readonly string[], start: number): Entry {
  const first = lines[start] ?? "";
  const glued = GLUED_LINE.exec(first);
  const gluedKey = glued?.[1];
  const match = KEY_LINE.exec(first);
  const key =
    match?.[1]?.replace(/^["']|["']$/g, "") ?? (gluedKey && resolveFieldName(gluedKey) ? gluedKey : undefined);
  if (key === undefined) return { lines: [first] };
  const value = (match ? match[3] : glued?.[2])?.trim() ?? "";
  let end = start + 1;
  // Lines belong to the key while they are indented, blank or a comment, or continue a quote that opened here.
  while (end < lines.length && (/^(?:[ \t]|$)/.test(lines[end] ?? "") || /^-(?:[ \t]|$)/.test(lines[end] ?? ""))) end++;
  const own = lines.slice(start, end);
  while (own.length > 1 && own[own.length - 1] === "") own.pop();
  if (own.length === 1 && opensQuote(value) && closingQuote(value) === -1) {
    const last = quoteEnd(lines, start, value.charAt(0));
    if (last !== undefined) return { lines: lines.slice(start, last + 1), key, value };
  }
  return { lines: own, key, value };
}

function repairEntry(entry: Entry, yaml: string): { key: string; lines: string[] } | undefined {
  const { key, value, lines } = entry;
  const first = lines[0];
  if (key === undefined || value === undefined || value === "" || first === undefined) return undefined;
  if (lines.length > 1) {
    return opensQuote(value) && closingQuote(value) === -1 ? indentQuoted(key, lines) : undefined;
  }
  const field = resolveFieldName(key);
  const shape: FieldShape | undefined = field === undefined ? undefined : FIELDS[field];
  const prefix = /^[^:]*:/.exec(first)?.[0] ?? `${key}:`;
  const hasBlank = /^[^:]*:[ \t]/.test(first);
  if (hasBlank && isReadable(`${prefix} ${value}`, yaml)) return undefined;
  if (BLOCK_HEADER.test(value)) return undefined;
  const replacement = repairValue(value, {
    shape,
    prose: field !== undefined && PROSE.has(field),
    cosmetic: field === "argument-hint",
  });
  return replacement === undefined ? undefined : { key, lines: [`${prefix} ${replacement}`] };
}

interface ValueTraits {
  readonly shape: FieldShape | undefined;
  readonly prose: boolean;
  /** A field that is only shown: any reading is better than losing the skill. */
  readonly cosmetic: boolean;
}

function repairValue(value: string, traits: ValueTraits): string | undefined {
  if (opensQuote(value)) {
    const end = closingQuote(value);
    if (end === -1) return traits.cosmetic ? JSON.stringify(value) : undefined;
    const inner = value.slice(1, end);
    // Either an escape that YAML does not know, which is taken literally, or text after the closing quote.
    return JSON.stringify(end === value.length - 1 ? inner : value);
  }
  const text = traits.prose ? value : stripComment(value);
  if (!traits.cosmetic && opensFlow(text) && !isBalanced(text)) return undefined;
  if (isListShape(traits.shape) && text.startsWith("[") && text.endsWith("]")) {
    const items = splitList(text.slice(1, -1), { parentheses: traits.shape === "tools", blanks: false });
    return `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;
  }
  if (traits.shape === "boolean" || traits.shape === "map" || traits.shape === "hooks") return undefined;
  return JSON.stringify(text);
}

/** A quoted text may go on at column 0 in other YAML parsers; one blank before each line makes it plain YAML. */
function indentQuoted(key: string, lines: readonly string[]): { key: string; lines: string[] } | undefined {
  if (!lines.slice(1).some((line) => /^[^ \t]/.test(line))) return undefined;
  return { key, lines: lines.map((line, index) => (index === 0 || line === "" ? line : ` ${line}`)) };
}

/** Index of the line that ends with the closing quote; undefined when a key line or the end of the block comes first. */
function quoteEnd(lines: readonly string[], start: number, quote: string): number | undefined {
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (KEY_LINE.test(line)) return undefined;
    const at = closingQuote(`${quote}${line}`);
    if (at !== -1) return line.slice(at).trim() === "" ? index : undefined;
  }
  return undefined;
}

/** Whether YAML reads a line on its own. An alias whose anchor stands elsewhere in the block is in order. */
function isReadable(line: string, yaml: string): boolean {
  const alias = /:[ \t]+\*([^\s,[\]{}]+)[ \t]*$/.exec(line)?.[1];
  if (alias !== undefined) return yaml.includes(`&${alias}`);
  return parseSimpleYaml(line) !== undefined || parseYaml(line).kind === "map";
}

function opensQuote(value: string): boolean {
  return value.startsWith('"') || value.startsWith("'");
}

function opensFlow(value: string): boolean {
  return value.startsWith("[") || value.startsWith("{");
}

function isListShape(shape: FieldShape | undefined): boolean {
  return shape === "tools" || shape === "paths" || shape === "names" || shape === "arguments";
}

/** Offset of the quote that closes the one at the start, or -1. */
function closingQuote(value: string): number {
  const quote = value.charAt(0);
  for (let at = 1; at < value.length; at++) {
    if (quote === '"' && value[at] === "\\") at++;
    else if (quote === "'" && value[at] === "'" && value[at + 1] === "'") at++;
    else if (value[at] === quote) return at;
  }
  return -1;
}

/** Every bracket and brace closes on the line, in order. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const character of text) {
    if (character === "[") open.push("]");
    else if (character === "{") open.push("}");
    else if ((character === "]" || character === "}") && open.pop() !== character) return false;
  }
  return open.length === 0;
}

function stripComment(value: string): string {
  const comment = /[ \t]#/.exec(value);
  return (comment ? value.slice(0, comment.index) : value).trimEnd();
}
