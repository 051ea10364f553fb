/** The text of a skill index: one row for each file, with what the file was read as; read back with every value checked. */
import { EMPTY_LIST } from "./detach-strings.ts";
import { OPTIONAL_KEYS } from "./place-skill.ts";
import { isDiagnostic, isKeepable, isValidField } from "./skill-index-values.ts";
import type { Diagnostic, SkillDefinition } from "./types.ts";

/** What a file was read as; of the body nothing is left. */
export type ReadFile =
  | { readonly kind: "skill"; readonly definition: SkillDefinition; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/**
 * One file, its values not checked yet: name of the file below its root, identity of its stamp, then for a skill its name,
 * the name of its directory, its description and the other fields that differ from the defaults, for a refused file zeros;
 * at the end diagnostics, if there are any. Lists rather than objects, because they are read in half the time.
 */
export type StoredRow = readonly [name: string, identity: string, ...values: readonly unknown[]];

/** Raised whenever a row, or what a file is read as, changes its meaning within one version of the package. */
const FORMAT = 1;

const DEFAULTS = {
  aliases: EMPTY_LIST,
  arguments: EMPTY_LIST,
  context: "inline",
  allowedTools: EMPTY_LIST,
  disallowedTools: EMPTY_LIST,
  userInvocable: true,
  modelInvocable: true,
  paths: EMPTY_LIST,
  shell: "bash",
  hasInjectedCommands: false,
} as const satisfies Partial<SkillDefinition>;
const NO_FIELDS: Partial<SkillDefinition> = {};
const DEFAULT_ENTRIES: readonly (readonly [keyof typeof DEFAULTS, unknown])[] = Object.entries(DEFAULTS) as never;

/** The row of a file. Undefined when a text cannot hold what was read without loss. */
export function toRow(
  file: { readonly name: string; readonly identity: string },
  read: ReadFile,
): StoredRow | undefined {
  const diagnostics = read.diagnostics.length === 0 ? [] : [read.diagnostics];
  if (read.kind === "refused") return [file.name, file.identity, 0, 0, 0, 0, ...diagnostics];
  const { name, directoryName, description, extra, metadata, hooks } = read.definition;
  if (![extra, metadata, hooks].every(isKeepable)) return undefined;
  const others = otherFields(read.definition) ?? 0;
  return [file.name, file.identity, name, directoryName, description, others, ...diagnostics];
}

export function formatIndex(rows: readonly StoredRow[]): string {
  return JSON.stringify([FORMAT, ...rows]);
}

/** The rows of a text. None when there is no text, or when it is not an index of this format. */
export function parseIndex(text: string | undefined): readonly StoredRow[] {
  if (text === undefined) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // A damaged index costs the time that it would have saved, and nothing else.
    return [];
  }
  if (!Array.isArray(parsed) || parsed[0] !== FORMAT) return [];
  parsed.shift();
  return parsed.every(isRow) ? parsed : parsed.filter(isRow);
}

/** What the file at a path was read as; undefined when a value of the row cannot be one that a reading gave. */
export function readRow(row: StoredRow, path: string): ReadFile | undefined {
  const [, , name, directoryName, description, others, diagnostics = EMPTY_LIST] = row;
  if (!Array.isArray(diagnostics) || !diagnostics.every((one) => isDiagnostic(one, path))) return undefined;
  if (name === 0) {
    const isRefused =
      directoryName === 0 && description === 0 && diagnostics.some(({ severity }) => severity === "error");
    return isRefused ? { kind: "refused", diagnostics } : undefined;
  }
  if (typeof name !== "string" || typeof directoryName !== "string" || typeof description !== "string")
    return undefined;
  const fields = others === 0 ? NO_FIELDS : checkFields(others);
  if (fields === undefined) return undefined;
  // Overwriting in place: a second copy behind the first makes V8 keep the object as a hash table, several times as large.
  const definition = { name, directoryName, description, extra: {}, ...DEFAULTS };
  return { kind: "skill", definition: Object.assign(definition, fields), diagnostics };
}

function isRow(row: unknown): row is StoredRow {
  return Array.isArray(row) && typeof row[0] === "string" && typeof row[1] === "string";
}

function otherFields(definition: SkillDefinition): Readonly<Record<string, unknown>> | undefined {
  const fields: Record<string, unknown> = {};
  for (const [key, standard] of DEFAULT_ENTRIES) {
    const value = definition[key];
    if (Array.isArray(value) ? value.length > 0 : value !== standard) fields[key] = value;
  }
  for (const key of OPTIONAL_KEYS) if (definition[key] !== undefined) fields[key] = definition[key];
  if (Object.keys(definition.extra).length > 0) fields.extra = definition.extra;
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function checkFields(fields: unknown): Partial<SkillDefinition> | undefined {
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return undefined;
  for (const key of Object.keys(fields)) {
    if (!isValidField(key, (fields as Readonly<Record<string, unknown>>)[key])) return undefined;
  }
  return fields;
}
