/** Reads single values of front-matter fields: text, yes or no, one of a few words, a level of effort. */
import type { FieldName } from "./field-names.ts";
import type { Report } from "./report.ts";
import { stripControls } from "./strip-controls.ts";
import type { Effort } from "./types.ts";
import type { YamlNode } from "./yaml-tree.ts";

/** One field of one file. */
export interface FieldContext {
  readonly field: FieldName;
  readonly report: Report;
  /** The text that the offsets of nodes refer to. */
  readonly block: string;
}

const TRUE_WORDS: ReadonlySet<string> = new Set(["true", "yes", "on", "1"]);
const FALSE_WORDS: ReadonlySet<string> = new Set(["false", "no", "off", "0"]);
const EFFORT_LEVELS = ["low", "medium", "high", "xhigh", "max"] as const satisfies readonly Effort[];

/** What a node says when it is taken as text. */
export type NodeText =
  | { readonly kind: "text"; readonly text: string; readonly repaired: boolean }
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable" };

/**
 * The text of a node. Numbers and booleans are text as written (`0x10`, `1.10`), and so is a list or map on one line,
 * such as `[file-path]`, which is marked as repaired. Control characters other than tab and line break are removed.
 */
export function textOfNode(node: YamlNode, block: string): NodeText {
  switch (node.kind) {
    case "scalar": {
      if (node.value === null) return { kind: "absent" };
      const written = typeof node.value === "string" ? node.value : block.slice(node.start, node.end).trim();
      return { kind: "text", text: stripControls(written), repaired: node.misread === true };
    }
    case "list":
    case "map": {
      const written = block.slice(node.start, node.end).trim();
      if (!node.flow && (node.kind === "list" || written.includes("\n"))) return { kind: "unreadable" };
      return { kind: "text", text: stripControls(joinLines(written)), repaired: true };
    }
    default:
      return node satisfies never;
  }
}

/** Reads a text field. Absent for null and for blank text. A list written line by line is joined by commas. */
export function readText(node: YamlNode, context: FieldContext): string | undefined {
  const { field, report, block } = context;
  let read = textOfNode(node, block);
  if (node.kind === "list" && !node.flow) {
    const items = node.items.map((item) => textOfNode(item, block));
    const texts = items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
    if (texts.length === items.length) read = { kind: "text", text: texts.join(", "), repaired: true };
  }
  switch (read.kind) {
    case "absent":
      return undefined;
    case "unreadable":
      report.add({
        code: "wrong-type",
        severity: "warning",
        message: `\`${field}\` must be a text; it is ignored.`,
        hint: `Write it on one line, as in \`${field}: some text\`, or as an indented text below \`${field}: |\`.`,
        offset: node.start,
      });
      return undefined;
    case "text": {
      const text = read.text.trim();
      if (read.repaired) reportRepaired(context, node.start, text);
      return text === "" ? undefined : text;
    }
    default:
      return read satisfies never;
  }
}

/** Reads a yes-or-no field; a value that is neither leaves the default and a warning. */
export function readBoolean(node: YamlNode, fallback: boolean, context: FieldContext): boolean {
  const read = textOfNode(node, context.block);
  if (read.kind === "absent") return fallback;
  const word = read.kind === "text" ? read.text.trim().toLowerCase() : "";
  if (TRUE_WORDS.has(word)) return true;
  if (FALSE_WORDS.has(word)) return false;
  context.report.add({
    code: "invalid-boolean",
    severity: "warning",
    message: `\`${context.field}\` must be true or false; the default, ${fallback}, is used.`,
    hint: "Any of true, yes, on, 1 and false, no, off, 0 is understood.",
    offset: node.start,
  });
  return fallback;
}

/** Reads a field that takes one of a few words, in any case; another word leaves the default and a warning. */
export function readChoice<Choice extends string>(
  node: YamlNode,
  choices: { readonly words: Readonly<Record<string, Choice>>; readonly fallback: Choice },
  context: FieldContext,
): Choice {
  const text = readText(node, context);
  if (text === undefined) return choices.fallback;
  const words = new Map(Object.entries(choices.words));
  const choice = words.get(text.toLowerCase());
  if (choice !== undefined) return choice;
  const known = [...new Set(words.values())].map((word) => `\`${word}\``).join(" or ");
  context.report.add({
    code: `invalid-${context.field}`,
    severity: "warning",
    message: `\`${context.field}\` must be ${known}; the default, \`${choices.fallback}\`, is used.`,
    offset: node.start,
  });
  return choices.fallback;
}

/** Reads `effort`: a level, or a whole number of thinking tokens. */
export function readEffort(node: YamlNode, context: FieldContext): Effort | undefined {
  const word = readText(node, context)?.toLowerCase();
  if (word === undefined) return undefined;
  const level = EFFORT_LEVELS.find((known) => known === word);
  if (level !== undefined) return level;
  const amount = /^\d{1,9}$/.test(word) ? Number(word) : undefined;
  if (amount !== undefined) return amount;
  context.report.add({
    code: "invalid-effort",
    severity: "warning",
    message: "`effort` is neither a level nor a whole number; the session's effort is used.",
    hint: `Use one of ${EFFORT_LEVELS.join(", ")}, or a number of thinking tokens.`,
    offset: node.start,
  });
  return undefined;
}

/** Reads `model`: absent for `inherit`. A name with white space in it cannot be a model. */
export function readModel(node: YamlNode, context: FieldContext): string | undefined {
  const model = readText(node, context);
  if (model === undefined || model.toLowerCase() === "inherit") return undefined;
  if (!/\s/.test(model)) return model;
  context.report.add({
    code: "invalid-model",
    severity: "warning",
    message: "`model` is not the name of a model; the session's model is used.",
    hint: "Use a full id, `provider/model`, an alias such as `sonnet`, or `inherit`.",
    offset: node.start,
  });
  return undefined;
}

/** Says that a value was taken as written although YAML reads it as something else. */
export function reportRepaired(context: FieldContext, offset: number, text: string): void {
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  context.report.add({
    code: "repaired-value",
    severity: "info",
    message: `\`${context.field}\` was taken as the text it is written as; YAML reads it as something else.`,
    hint: `Put it in quotes: ${JSON.stringify(shown)}.`,
    offset,
  });
}

function joinLines(text: string): string {
  return text.includes("\n")
    ? text
        .split("\n")
        .map((line) => line.trim())
        .join(" ")
    : text;
}
