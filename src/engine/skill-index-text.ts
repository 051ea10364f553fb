/** The text of a skill index: one row for each file, with what the file was read as; read back with every value checked. */
import { EMPTY_LIST } from "./detach-strings.ts";
import { isDiagnostic, isKeepable, isValidField, REQUIRED_FIELDS } from "./skill-index-values.ts";
import type { Diagnostic, SkillDefinition } from "./types.ts";

/** What a file was read as; of the body nothing is left. */
export type ReadFile =
  | { readonly kind: "skill"; readonly definition: SkillDefinition; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/** A file as it was when it was read. */
export interface KeptFile {
  readonly identity: string;
  readonly read: ReadFile;
}

/** A row whose values are not checked yet: most of the work is done only for files that are still the same. */
export interface StoredRow {
  readonly identity: string;
  /** Fields that differ from `DEFAULTS`; null for a refused file. */
  readonly fields: unknown;
  readonly diagnostics: unknown;
}

/** Raised whenever a row, or what a file is read as, changes its meaning within one version of the package. */
const FORMAT = 1;

/** In the order in which reading a file sets them, so that a skill prints the same wherever it came from. */
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
} as const satisfies Partial<SkillDefinition>;

/** The rows by name of the file below its root. Files that a text cannot hold without loss are left out. */
export function formatIndex(files: ReadonlyMap<string, KeptFile>): string {
  const rows = [...files].map(([name, { identity, read }]) => {
    const fields = read.kind === "skill" ? changedFields(read.definition) : null;
    return read.diagnostics.length === 0 ? [name, identity, fields] : [name, identity, fields, read.diagnostics];
  });
  return JSON.stringify([FORMAT, ...rows]);
}

/** Whether `formatIndex` and `parseIndex` would give the same value back. */
export function canKeep(read: ReadFile): boolean {
  if (read.kind === "refused") return true;
  const { extra, metadata, hooks } = read.definition;
  return [extra, metadata, hooks].every(isKeepable);
}

/** The rows of a text. None when there is no text, or when it is not an index of this format. */
export function parseIndex(text: string | undefined): ReadonlyMap<string, StoredRow> {
  const rows = new Map<string, StoredRow>();
  if (text === undefined) return rows;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // A damaged index costs the time that it would have saved, and nothing else.
    return rows;
  }
  if (!Array.isArray(parsed) || parsed[0] !== FORMAT) return rows;
  for (let at = 1; at < parsed.length; at += 1) {
    const row: unknown = parsed[at];
    if (!Array.isArray(row)) continue;
    const [name, identity, fields, diagnostics] = row;
    if (typeof name === "string" && typeof identity === "string") rows.set(name, { identity, fields, diagnostics });
  }
  return rows;
}

/** What the file at a path was read as; undefined when a value of the row cannot be one that a reading gave. */
export function readRow({ fields, diagnostics = EMPTY_LIST }: StoredRow, path: string): ReadFile | undefined {
  if (!Array.isArray(diagnostics) || !diagnostics.every((one) => isDiagnostic(one, path))) return undefined;
  if (fields === null) return diagnostics.length === 0 ? undefined : { kind: "refused", diagnostics };
  const definition = toDefinition(fields);
  return definition && { kind: "skill", definition, diagnostics };
}

function changedFields(definition: SkillDefinition): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(definition)) {
    // A loaded skill also says where it was found, which is not for the index to say.
    if (isValidField(key, value) && !isDefault(key, value)) changed[key] = value;
  }
  return changed;
}

function isDefault(key: string, value: unknown): boolean {
  if (key === "extra") return Object.keys(value as object).length === 0;
  if (key === "hasInjectedCommands") return value === false;
  const standard = (DEFAULTS as Readonly<Record<string, unknown>>)[key];
  return Array.isArray(standard)
    ? Array.isArray(value) && value.length === 0
    : standard !== undefined && value === standard;
}

function toDefinition(fields: unknown): SkillDefinition | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  const definition: Record<string, unknown> = { ...DEFAULTS, extra: {} };
  for (const key of Object.keys(fields)) {
    const value = (fields as Record<string, unknown>)[key];
    if (!isValidField(key, value)) return undefined;
    definition[key] = value;
  }
  for (const key of REQUIRED_FIELDS) if (!(key in definition)) return undefined;
  definition.hasInjectedCommands ??= false;
  return definition as unknown as SkillDefinition;
}
