/** Reads the `arguments` field: names for the words that a user types after a skill's name. */
import { readWords, reportNotAList } from "./field-lists.ts";
import { type FieldContext, textOfNode } from "./field-values.ts";
import type { SkillArgument } from "./types.ts";
import type { YamlMap, YamlNode } from "./yaml-tree.ts";

/** What `$name` in a body can refer to. A number would be `$1`, which already has a meaning. */
const ARGUMENT_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63}$/u;

/**
 * Parses names (`file, mode` or a YAML list), a list of `{name, description, required}`, or a map of names to
 * descriptions. What is not a usable name keeps its position under a warning, so that the others do not move: the
 * second name stays the second argument.
 */
export function parseArguments(node: YamlNode, context: FieldContext): readonly SkillArgument[] {
  const entries = readEntries(node, context);
  const seen = new Set<string>();
  const result: SkillArgument[] = [];
  for (const { argument, offset } of entries) {
    const name = argument.name;
    const problem = !ARGUMENT_NAME.test(name)
      ? "cannot be an argument's name"
      : seen.has(name)
        ? "is repeated"
        : undefined;
    if (problem !== undefined) {
      context.report.add({
        code: "invalid-argument",
        severity: "warning",
        message: `${JSON.stringify(name.slice(0, 80))} in \`arguments\` ${problem}; \`$${result.length}\` still stands for its value.`,
        hint: "Use letters, digits, `-` and `_`, beginning with a letter.",
        offset,
      });
    }
    seen.add(name);
    // The position is what matters; a name that cannot be written after `$` is replaced by its number.
    result.push(problem === undefined ? argument : { ...argument, name: `argument${result.length}` });
  }
  return result;
}

interface ArgumentEntry {
  readonly argument: SkillArgument;
  readonly offset: number;
}

function readEntries(node: YamlNode, context: FieldContext): readonly ArgumentEntry[] {
  if (node.kind === "list" && node.items.some((item) => item.kind === "map")) {
    return node.items.flatMap((item) => readItem(item, context));
  }
  if (node.kind === "map") {
    return node.entries.map(({ key, value, start }) => {
      const details = value.kind === "map" ? readDetails(value, context) : describe(textIn(value, context));
      return { argument: { ...details, name: bareName(key) }, offset: start };
    });
  }
  const read = readWords(node, context);
  switch (read.kind) {
    case "absent":
      return [];
    case "unreadable":
      reportNotAList(context, read.offset);
      return [];
    case "items":
      return read.items.map((item) => ({ argument: { name: bareName(item) }, offset: node.start }));
    default:
      return read satisfies never;
  }
}

function readItem(item: YamlNode, context: FieldContext): readonly ArgumentEntry[] {
  if (item.kind !== "map") {
    const text = textIn(item, context);
    return text === undefined ? [] : [{ argument: { name: bareName(text) }, offset: item.start }];
  }
  const named = item.entries.find(({ key }) => key.toLowerCase() === "name");
  const name = named && textIn(named.value, context);
  if (name !== undefined) {
    return [{ argument: { ...readDetails(item, context), name: bareName(name) }, offset: item.start }];
  }
  // `- file: what it is`
  return item.entries.map(({ key, value, start }) => ({
    argument: { ...describe(textIn(value, context)), name: bareName(key) },
    offset: start,
  }));
}

function readDetails(map: YamlMap, context: FieldContext): Omit<SkillArgument, "name"> {
  const entry = (wanted: string) => map.entries.findLast(({ key }) => key.toLowerCase() === wanted)?.value;
  const description = entry("description");
  const required = entry("required");
  const isRequired = required && textIn(required, context)?.toLowerCase();
  return {
    ...describe(description && textIn(description, context)),
    ...(isRequired === undefined ? {} : { required: ["true", "yes", "on", "1"].includes(isRequired) }),
  };
}

function describe(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}

function textIn(node: YamlNode, context: FieldContext): string | undefined {
  const read = textOfNode(node, context.block);
  const text = read.kind === "text" ? read.text.trim() : "";
  return text === "" ? undefined : text;
}

/** People write `$file`, `<file>` and `[file]` where the name is `file`. */
function bareName(text: string): string {
  const name = /^[$<[]{0,2}([^>\]]{0,80})[>\]]{0,2}$/.exec(text)?.[1] ?? text;
  return name.normalize("NFC");
}
