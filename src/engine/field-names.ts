/** The table of front-matter fields, and how the keys that people write map to it. */
import { editDistance } from "./near-names.ts";

/** What a field holds; decides how its value is read and how far a broken one may be repaired. */
export type FieldShape = "text" | "boolean" | "tools" | "paths" | "names" | "arguments" | "hooks" | "map";

/** Every known field by its documented (kebab-case, except `when_to_use`) name. */
export const FIELDS = {
  name: "text",
  description: "text",
  when_to_use: "text",
  "argument-hint": "text",
  arguments: "arguments",
  aliases: "names",
  context: "text",
  agent: "text",
  model: "text",
  effort: "text",
  "allowed-tools": "tools",
  "disallowed-tools": "tools",
  "user-invocable": "boolean",
  "disable-model-invocation": "boolean",
  paths: "paths",
  hooks: "hooks",
  shell: "text",
  license: "text",
  compatibility: "text",
  metadata: "map",
} as const satisfies Readonly<Record<string, FieldShape>>;

export type FieldName = keyof typeof FIELDS;

export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];

const BY_FOLDED_KEY: ReadonlyMap<string, FieldName> = new Map(FIELD_NAMES.map((name) => [foldKey(name), name]));

/** Keys that other products or other kinds of file use for one of our fields. */
const FOREIGN_KEYS: ReadonlyMap<string, FieldName> = new Map([
  ["tools", "allowed-tools"],
  ["globs", "paths"],
  ["glob", "paths"],
  ["alias", "aliases"],
  ["args", "arguments"],
  ["summary", "description"],
  ["usage", "argument-hint"],
]);

/**
 * The field a key stands for: `allowed-tools`, `allowed_tools` and `allowedTools` are one field, and so is any other
 * case, since a restriction must not be lost to a capital letter.
 */
export function resolveFieldName(key: string): FieldName | undefined {
  return BY_FOLDED_KEY.get(foldKey(key));
}

/** Tests whether a known key is spelled in kebab, snake or camel case, and not in capitals. */
export function isExactSpelling(key: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*$|^[a-z]+(?:_[a-z]+)*$|^[a-z]+(?:[A-Z][a-z]+)*$/.test(key);
}

/** The field that the writer of an unknown key most likely meant; undefined when nothing is near. */
export function suggestFieldName(key: string): FieldName | undefined {
  const folded = foldKey(key);
  const foreign = FOREIGN_KEYS.get(folded);
  if (foreign !== undefined) return foreign;
  // Short keys are near to everything, and long ones cannot be a typing error of ours.
  if (folded.length < 4 || folded.length > 30) return undefined;
  const allowed = folded.length < 8 ? 1 : 2;
  let best: FieldName | undefined;
  let bestDistance = allowed + 1;
  for (const [candidate, name] of BY_FOLDED_KEY) {
    const distance = editDistance(folded, candidate, allowed);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

function foldKey(key: string): string {
  return key.replace(/[-_]/g, "").toLowerCase();
}
