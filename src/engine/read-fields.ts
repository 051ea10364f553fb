/** Reads the fields of a front-matter block into a definition's values, with defaults, aliases and diagnostics. */
import { readAliases, readPaths, readTools } from "./field-lists.ts";
import { FIELDS, type FieldName, isExactSpelling, resolveFieldName, suggestFieldName } from "./field-names.ts";
import { type FieldContext, readBoolean, readChoice, readEffort, readModel, readText } from "./field-values.ts";
import { parseArguments } from "./parse-arguments.ts";
import { parseHooks } from "./parse-hooks.ts";
import type { Report } from "./report.ts";
import type { SkillDefinition, SkillKind } from "./types.ts";
import { toPlainRecord, toPlainValue, type YamlEntry, type YamlMap } from "./yaml-tree.ts";

/** The part of a definition that comes from its fields alone. */
export type FieldValues = Omit<
  SkillDefinition,
  "name" | "displayName" | "directoryName" | "description" | "hasInjectedCommands"
>;

/** What the fields say, before names and fallbacks are resolved. */
export interface SkillFields {
  /** As written. */
  readonly name?: { readonly text: string; readonly offset: number };
  readonly description?: string;
  readonly values: FieldValues;
}

export interface FieldsContext {
  readonly report: Report;
  /** The text that the tree's offsets refer to. */
  readonly block: string;
  readonly kind: SkillKind;
}

const CONTEXTS = { words: { inline: "inline", fork: "fork" }, fallback: "inline" } as const;
const SHELLS = { words: { bash: "bash", powershell: "powershell", pwsh: "powershell" }, fallback: "bash" } as const;
/** A command file is named by its file and is always active. */
const NOT_FOR_COMMANDS: ReadonlySet<FieldName> = new Set(["name", "paths"]);

/**
 * Reads all fields. Null means absent; of a repeated field the last one counts; a wrong value is reported and leaves
 * the default. Undefined, with an error in the report, when a field that restricts the skill cannot be read.
 */
export function readFields(root: YamlMap, context: FieldsContext): SkillFields | undefined {
  const { report, block } = context;
  const { fields, extra } = sortEntries(root, context);

  function read<Value>(field: FieldName, reader: (node: YamlEntry["value"], context: FieldContext) => Value) {
    const entry = fields.get(field);
    return entry && reader(entry.value, { field, report, block });
  }
  const text = (field: FieldName) => read(field, readText);

  const allowedTools = readRestriction("allowed-tools", fields, context);
  const disallowedTools = readRestriction("disallowed-tools", fields, context);
  if (allowedTools === undefined || disallowedTools === undefined) return undefined;
  const values: Writable<FieldValues> = {
    aliases: read("aliases", readAliases) ?? [],
    arguments: read("arguments", parseArguments) ?? [],
    context: read("context", (node, field) => readChoice(node, CONTEXTS, field)) ?? "inline",
    allowedTools,
    disallowedTools,
    userInvocable: read("user-invocable", (node, field) => readBoolean(node, true, field)) ?? true,
    modelInvocable: !read("disable-model-invocation", (node, field) => readBoolean(node, false, field)),
    paths: read("paths", readPaths) ?? [],
    shell: read("shell", (node, field) => readChoice(node, SHELLS, field)) ?? "bash",
    extra,
  };
  // One by one, not by spreading: with thousands of skills that is a third of the work.
  set(values, "whenToUse", text("when_to_use"));
  set(values, "argumentHint", text("argument-hint"));
  set(values, "agent", text("agent"));
  set(values, "model", read("model", readModel));
  set(values, "effort", read("effort", readEffort));
  set(values, "hooks", read("hooks", parseHooks));
  set(values, "license", text("license"));
  set(values, "compatibility", text("compatibility"));
  set(values, "metadata", read("metadata", readMetadata));
  const result: Writable<SkillFields> = { values };
  const name = text("name");
  if (name !== undefined) result.name = { text: name, offset: fields.get("name")?.value.start ?? 0 };
  set(result, "description", text("description"));
  reportHiddenComments(fields, report);
  return result;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Sets a property unless the value is undefined: absent means absent. */
function set<Target, Key extends keyof Target>(target: Target, key: Key, value: Target[Key] | undefined): void {
  if (value !== undefined) target[key] = value;
}

interface SortedEntries {
  readonly fields: ReadonlyMap<FieldName, YamlEntry>;
  readonly extra: Readonly<Record<string, unknown>>;
}

function sortEntries(root: YamlMap, { report, kind }: FieldsContext): SortedEntries {
  const fields = new Map<FieldName, YamlEntry>();
  const extra: Record<string, unknown> = Object.create(null);
  // `Name: …` above `name: …` is another tool's key: a spelling in other case counts only where no exact one does.
  const exact = new Set(root.entries.map(({ key }) => (isExactSpelling(key) ? resolveFieldName(key) : undefined)));
  for (const entry of root.entries) {
    const named = resolveFieldName(entry.key);
    const field = named !== undefined && exact.has(named) && !isExactSpelling(entry.key) ? undefined : named;
    if (field === undefined) {
      if (entry.key in extra) reportDuplicate(entry, entry.key, report);
      else reportUnknown(entry, exact, report);
      extra[entry.key] = toPlainValue(entry.value);
    } else if (kind === "command" && NOT_FOR_COMMANDS.has(field)) {
      report.add({
        code: "ignored-field",
        severity: "info",
        message: `\`${field}\` has no effect in a command file, which is named by its file and always active.`,
        hint: "To use it, make the command a skill: a directory with a SKILL.md.",
        offset: entry.start,
      });
    } else {
      if (fields.has(field)) reportDuplicate(entry, field, report);
      fields.set(field, entry);
    }
  }
  return { fields, extra };
}

function reportDuplicate(entry: YamlEntry, name: string, report: Report): void {
  report.add({
    code: "duplicate-field",
    severity: "warning",
    message: `${quoteKey(name)} is given more than once; this one, the last, counts.`,
    hint: "Remove the others.",
    offset: entry.start,
  });
}

function reportUnknown(entry: YamlEntry, given: ReadonlySet<FieldName | undefined>, report: Report): void {
  const suggested = suggestFieldName(entry.key);
  const near = given.has(suggested) ? undefined : suggested;
  report.add({
    code: "unknown-field",
    severity: "info",
    message: `${quoteKey(entry.key)} is not a field of a skill; it is kept and has no effect.`,
    ...(near === undefined ? {} : { hint: `Did you mean \`${near}\`?` }),
    offset: entry.start,
  });
}

function quoteKey(key: string): string {
  return `\`${key.length > 60 ? `${key.slice(0, 59)}…` : key}\``;
}

/** YAML drops ` # …` from an unquoted text, which few authors of prose expect. */
function reportHiddenComments(fields: ReadonlyMap<FieldName, YamlEntry>, report: Report): void {
  for (const [field, { value }] of fields) {
    if (FIELDS[field] !== "text" || value.kind !== "scalar" || value.comment === undefined) continue;
    report.add({
      code: "comment-in-value",
      severity: "info",
      message: `\`${field}\` ends before \`#\`: YAML takes the rest of the line as a comment.`,
      hint: "If it belongs to the text, put the whole value in quotes.",
      offset: value.start,
    });
  }
}

/** Tools of a field that restricts: absent is the empty list, unreadable is undefined. */
function readRestriction(
  field: "allowed-tools" | "disallowed-tools",
  fields: ReadonlyMap<FieldName, YamlEntry>,
  { report, block }: FieldsContext,
): readonly string[] | undefined {
  const entry = fields.get(field);
  if (entry === undefined) return [];
  const read = readTools(entry.value, { field, report, block });
  switch (read.kind) {
    case "absent":
      return [];
    case "unreadable":
      report.add({
        code: "unreadable-tools",
        severity: "error",
        message: `\`${field}\` cannot be read as a list of tools, and the skill must not run without it.`,
        hint: `Write \`${field}: Read, Bash(git diff *)\`, or one \`- tool\` a line.`,
        offset: read.offset,
        frame: true,
      });
      return undefined;
    case "items":
      if (read.items.length === 0 && field === "allowed-tools") {
        report.add({
          code: "empty-allowed-tools",
          severity: "warning",
          message: "An empty `allowed-tools` does not restrict anything: it means the same as leaving the field out.",
          hint: "Name the tools the skill needs, or take tools away with `disallowed-tools`.",
          offset: entry.value.start,
        });
      }
      return read.items;
    default:
      return read satisfies never;
  }
}

function readMetadata(
  node: YamlEntry["value"],
  { report }: FieldContext,
): Readonly<Record<string, unknown>> | undefined {
  if (node.kind === "map") return toPlainRecord(node);
  if (node.kind === "scalar" && node.value === null) return undefined;
  report.add({
    code: "wrong-type",
    severity: "warning",
    message: "`metadata` must be a map of keys to values; it is ignored.",
    hint: "Write one `  key: value` a line below `metadata:`.",
    offset: node.start,
  });
  return undefined;
}
