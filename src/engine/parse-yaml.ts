/** Parses a front-matter block with the `yaml` library, bounded in nesting, size and alias expansion. */
import { type Alias, type ErrorCode, isAlias, isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";
import { NO_FIELDS, type YamlEntry, type YamlMap, type YamlNode } from "./yaml-tree.ts";

export interface YamlProblem {
  readonly code: "invalid-yaml" | "yaml-too-complex";
  readonly message: string;
  /** Offset in the parsed text. */
  readonly offset: number;
  /** The library's own code, when it found the problem. */
  readonly cause?: ErrorCode;
}

export type ParsedYaml =
  | { readonly kind: "map"; readonly root: YamlMap }
  | { readonly kind: "error"; readonly problem: YamlProblem };

/** UTF-16 units. Far above any real block that needs this parser; keeps the worst input within a second or two. */
const MAX_BLOCK_LENGTH = 64 * 1024;
/** Levels. The parser recurses, and running out of stack inside it can end the whole process. */
const MAX_NESTING = 64;
/** Nodes that aliases may add to the tree. */
const MAX_ALIASED_NODES = 1000;

/**
 * Parses one YAML 1.2 document whose top is a map. Repeated keys are kept as repeated entries. An empty document is an
 * empty map. Never throws.
 */
export function parseYaml(text: string): ParsedYaml {
  if (text.length > MAX_BLOCK_LENGTH) {
    return failed("yaml-too-complex", `front-matter block is longer than ${MAX_BLOCK_LENGTH / 1024} KiB`, 0);
  }
  const deep = tooDeepAt(text);
  if (deep !== undefined) {
    return failed("yaml-too-complex", `values are nested more than ${MAX_NESTING} levels deep`, deep);
  }
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "error" });
  const error = document.errors[0];
  if (error !== undefined) {
    const problem = failedProblem("invalid-yaml", clause(error.message), error.pos[0]);
    return { kind: "error", problem: { ...problem, cause: error.code } };
  }
  const top = document.contents;
  if (top === null || (isScalar(top) && top.value === null)) {
    return { kind: "map", root: NO_FIELDS };
  }
  if (!isMap(top)) {
    return failed("invalid-yaml", "front matter must be made of `key: value` lines", top.range?.[0] ?? 0);
  }
  const converter = createConverter(text);
  const root = converter.convert(top, 0);
  if (converter.problem() !== undefined || root.kind !== "map") {
    return { kind: "error", problem: converter.problem() ?? failedProblem("invalid-yaml", "not a map", 0) };
  }
  return { kind: "map", root };
}

function failed(code: YamlProblem["code"], message: string, offset: number): ParsedYaml {
  return { kind: "error", problem: failedProblem(code, message, offset) };
}

function failedProblem(code: YamlProblem["code"], message: string, offset: number): YamlProblem {
  return { code, message, offset };
}

/** Library messages begin with a capital and may end in a full stop; ours are clauses. */
function clause(message: string): string {
  const text = message.replace(/\.$/, "");
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/**
 * Offset of the place where nesting passes the limit, if any. It counts every bracket and every leading `-`, `?` and
 * indentation step, also those inside text, so it may only err towards refusing.
 */
function tooDeepAt(text: string): number | undefined {
  let flow = 0;
  const indents: number[] = [];
  for (let lineStart = 0; lineStart < text.length; ) {
    const newline = text.indexOf("\n", lineStart);
    const lineEnd = newline === -1 ? text.length : newline;
    let at = lineStart;
    let indent: number | undefined;
    let markers = 0;
    for (; at < lineEnd; at++) {
      const character = text.charAt(at);
      if (character === " " || character === "\t") continue;
      indent ??= at - lineStart;
      if (!"-?:".includes(character) || !/^[ \t\n]?$/.test(text.charAt(at + 1))) break;
      markers++;
    }
    if (indent !== undefined) {
      while (indents.length > 0 && (indents[indents.length - 1] ?? 0) >= indent) indents.pop();
      indents.push(indent);
    }
    if (indents.length + markers > MAX_NESTING) return lineStart;
    for (; at < lineEnd; at++) {
      const character = text[at];
      if (character === "[" || character === "{") {
        if (++flow > MAX_NESTING) return at;
      } else if ((character === "]" || character === "}") && flow > 0) flow--;
    }
    lineStart = lineEnd + 1;
  }
  return undefined;
}

/** Copies the library's nodes to our tree, following aliases up to the limit. */
function createConverter(text: string) {
  /** The library would search the whole document for each alias. */
  const anchors = new Map<string, Node>();
  let aliased = 0;
  let problem: YamlProblem | undefined;

  function convert(node: Node | null, at: number, insideAlias = false): YamlNode {
    const [start, end] = node?.range ?? [at, at];
    if (insideAlias && ++aliased > MAX_ALIASED_NODES) {
      problem ??= failedProblem("yaml-too-complex", "aliases (`*name`) repeat too much content", at);
    }
    if (problem !== undefined || node === null) return { kind: "scalar", value: null, start, end };
    if (isAlias(node)) return followAlias(node);
    const { anchor } = node as { anchor?: string };
    if (anchor !== undefined && !insideAlias) anchors.set(anchor, node);
    const tagged = misreadTag(text, node);
    if (tagged !== undefined) return tagged;
    if (isMap(node)) {
      const entries: YamlEntry[] = [];
      for (const pair of node.items) {
        const key = pair.key as Node | null;
        const keyStart = key?.range?.[0] ?? start;
        if (isScalar(key) && key.anchor !== undefined && !insideAlias) anchors.set(key.anchor, key);
        const value = convert(pair.value as Node | null, key?.range?.[2] ?? keyStart, insideAlias);
        entries.push({ key: keyText(text, key), start: keyStart, value });
      }
      return { kind: "map", flow: node.flow === true, entries, start, end };
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => convert(item as Node | null, start, insideAlias));
      return { kind: "list", flow: node.flow === true, items, start, end };
    }
    const value = isScalar(node) ? scalarValue(node.value) : null;
    // Authors who quote a value or write a block know where it ends.
    const isPlain = isScalar(node) && node.type === "PLAIN" && /^[ \t]+#/.test(text.slice(end, end + 80));
    const comment = isPlain ? node.comment?.trim() : undefined;
    return { kind: "scalar", value, start, end, ...(comment ? { comment } : {}) };
  }

  function followAlias(alias: Alias): YamlNode {
    const at = alias.range?.[0] ?? 0;
    const target = anchors.get(alias.source);
    if (target === undefined) {
      problem ??= {
        ...failedProblem("invalid-yaml", `\`*${alias.source}\` has no anchor to refer to`, at),
        cause: "BAD_ALIAS",
      };
    }
    return convert(target ?? null, at, true);
  }

  return { convert: (node: Node, at: number) => convert(node, at), problem: () => problem };
}

function scalarValue(value: unknown): string | number | boolean | null {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return value;
    case "bigint":
      return Number(value);
    default:
      return value === null || value === undefined ? null : String(value);
  }
}

function keyText(text: string, key: Node | null): string {
  if (isScalar(key) && typeof key.value === "string") return key.value;
  const range = key?.range;
  return range ? text.slice(range[0], range[1]) : "";
}

/** A one-line value such as `!draft/**` that YAML takes for a type tag: the text as written, read as a string. */
function misreadTag(text: string, node: Node): YamlNode | undefined {
  const tag = (node as { tag?: string }).tag;
  const range = node.range;
  if (tag === undefined || !tag.startsWith("!") || !range) return undefined;
  const start = text.lastIndexOf(tag, range[0]);
  if (start === -1) return undefined;
  const value = text.slice(start, range[1]).trimEnd();
  if (value.includes("\n")) return undefined;
  return { kind: "scalar", value, start, end: range[1], misread: true };
}
