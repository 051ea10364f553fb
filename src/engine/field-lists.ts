/** Reads list fields, which people write as YAML lists, as comma lists and as blank-separated words. */
import { expandBraces } from "./expand-braces.ts";
import { type FieldContext, reportRepaired, textOfNode } from "./field-values.ts";
import { isLegalName } from "./skill-name.ts";
import { type SplitOptions, splitList } from "./split-list.ts";
import type { YamlList, YamlNode } from "./yaml-tree.ts";

/** Patterns of one skill after braces are expanded. */
export const MAX_PATTERNS = 1000;

export type ListRead =
  | { readonly kind: "items"; readonly items: readonly string[] }
  | { readonly kind: "absent" }
  /** Something in it is not text, so nobody knows what the author listed. Not yet reported. */
  | { readonly kind: "unreadable"; readonly offset: number };

interface ListShape extends SplitOptions {
  /** Items of a YAML list may themselves hold several, separated by commas. */
  readonly splitItems: boolean;
}

const TOOLS: ListShape = { parentheses: true, blanks: true, splitItems: true };
const WORDS: ListShape = { parentheses: false, blanks: true, splitItems: false };
const PATTERNS: ListShape = { parentheses: false, blanks: false, splitItems: false };

/** Reads `allowed-tools` or `disallowed-tools`. Parentheses hold a rule together: `Bash(git add *), Read` is two. */
export function readTools(node: YamlNode, context: FieldContext): ListRead {
  return readList(node, TOOLS, context);
}

/** Reads a list of words, such as argument names in their short form. */
export function readWords(node: YamlNode, context: FieldContext): ListRead {
  return readList(node, WORDS, context);
}

/** Reads `aliases`: a leading `/` is dropped, and so is, with a warning, what could not be called. */
export function readAliases(node: YamlNode, context: FieldContext): readonly string[] {
  const read = readList(node, WORDS, context);
  if (read.kind === "absent") return [];
  if (read.kind === "unreadable") {
    reportNotAList(context, read.offset);
    return [];
  }
  const aliases = new Set<string>();
  for (const item of read.items) {
    const alias = item.replace(/^\/+/, "").normalize("NFC");
    if (isLegalName(alias)) aliases.add(alias);
    else {
      context.report.add({
        code: "illegal-alias",
        severity: "warning",
        message: `The alias ${JSON.stringify(item.slice(0, 80))} cannot be called and is ignored.`,
        hint: "Use up to 64 letters, digits, `-`, `_` and `.`, not beginning with `-` or `.`.",
        offset: node.start,
      });
    }
  }
  return [...aliases];
}

/**
 * Reads `paths` as gitignore patterns with their braces expanded. A list of nothing but `**` means always, which is the
 * empty list. A leading `./` is dropped: patterns are relative to the working directory anyway.
 */
export function readPaths(node: YamlNode, context: FieldContext): readonly string[] {
  const read = readList(node, PATTERNS, context);
  if (read.kind === "absent") return [];
  if (read.kind === "unreadable") {
    reportNotAList(context, read.offset);
    return [];
  }
  const patterns: string[] = [];
  let complete = true;
  for (const item of read.items) {
    const room = MAX_PATTERNS - patterns.length;
    const expanded = room > 0 ? expandBraces(item, room) : { patterns: [], truncated: true };
    for (const pattern of expanded.patterns) {
      const relative = pattern.trim().replace(/^(!?)(?:\.\/+)+/, "$1");
      if (relative !== "" && relative !== "!") patterns.push(relative);
    }
    complete &&= !expanded.truncated;
  }
  if (!complete) {
    context.report.add({
      code: "too-many-patterns",
      severity: "warning",
      message: `\`paths\` stands for more than ${MAX_PATTERNS} patterns; only the first ${patterns.length} are used.`,
      hint: "Use wildcards in place of some of the `{a,b}` groups.",
      offset: node.start,
    });
  }
  return patterns.every((pattern) => pattern === "**") ? [] : patterns;
}

/** Says that a list field holds something else, and that it counts as absent. */
export function reportNotAList(context: FieldContext, offset: number): void {
  context.report.add({
    code: "wrong-type",
    severity: "warning",
    message: `\`${context.field}\` must be a list of texts; it is ignored.`,
    hint: `Write \`${context.field}: one, two\`, or one \`- item\` a line below \`${context.field}:\`.`,
    offset,
  });
}

function readList(node: YamlNode, shape: ListShape, context: FieldContext): ListRead {
  if (node.kind === "list") return readItems(node, shape, context);
  const read = textOfNode(node, context.block);
  switch (read.kind) {
    case "absent":
      return read;
    case "unreadable":
      return { kind: "unreadable", offset: node.start };
    case "text":
      if (node.kind === "map" && !node.flow) return { kind: "unreadable", offset: node.start };
      if (read.repaired) reportRepaired(context, node.start, read.text);
      return { kind: "items", items: splitList(read.text, shape) };
    default:
      return read satisfies never;
  }
}

function readItems(list: YamlList, shape: ListShape, context: FieldContext): ListRead {
  if (shape.parentheses && list.flow && list.items.some((item) => hasOpenParenthesis(item, context.block))) {
    // `[Bash(a, b), Read]`: YAML cuts at every comma; the text as written is split by our own rule instead.
    const written = context.block.slice(list.start + 1, list.end - 1);
    reportRepaired(context, list.start, `[${written}]`);
    return { kind: "items", items: splitList(written, { parentheses: true, blanks: false }) };
  }
  const items: string[] = [];
  for (const item of list.items) {
    const read = textOfNode(item, context.block);
    if (read.kind === "absent") continue;
    if (read.kind === "unreadable") return { kind: "unreadable", offset: item.start };
    if (read.repaired) reportRepaired(context, item.start, read.text);
    const text = read.text.trim();
    if (shape.splitItems) items.push(...splitList(text, { ...shape, blanks: false }));
    else if (text !== "") items.push(text);
  }
  return { kind: "items", items };
}

function hasOpenParenthesis(item: YamlNode, block: string): boolean {
  const text = block.slice(item.start, item.end);
  return text.includes("(") && text.lastIndexOf("(") > text.lastIndexOf(")");
}
