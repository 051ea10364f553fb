/** Checks the values that a skill index holds, field by field: an index is data from a disk, whoever wrote it. */
import type { SkillDefinition } from "./types.ts";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isNumber: Check = (value) => typeof value === "number";
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value);
/** Every key must have a check; those behind `needed` must be there. */
const shaped =
  (checks: Readonly<Record<string, Check>>, needed: readonly string[]): Check =>
  (value) =>
    isRecord(value) &&
    needed.every((key) => Object.hasOwn(value, key)) &&
    Object.keys(value).every((key) => Object.hasOwn(checks, key) && checks[key]?.(value[key]) === true);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const recordOf =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value).every(check);

const isArgument = shaped({ name: isText, description: isText, required: isFlag }, ["name"]);
const isHandler = shaped(
  {
    type: oneOf("command", "http", "prompt"),
    command: isText,
    url: isText,
    headers: recordOf(isText),
    prompt: isText,
    timeout: isNumber,
    once: isFlag,
  },
  ["type"],
);
const isMatcher = shaped({ matcher: isText, hooks: listOf(isHandler) }, ["hooks"]);
const isEffortLevel = oneOf("low", "medium", "high", "xhigh", "max");

const FIELD_CHECKS: Readonly<Record<keyof SkillDefinition, Check>> = {
  name: isText,
  displayName: isText,
  directoryName: isText,
  aliases: isTexts,
  description: isText,
  whenToUse: isText,
  argumentHint: isText,
  arguments: listOf(isArgument),
  context: oneOf("inline", "fork"),
  agent: isText,
  model: isText,
  effort: (value) => isEffortLevel(value) || isNumber(value),
  allowedTools: isTexts,
  disallowedTools: isTexts,
  userInvocable: isFlag,
  modelInvocable: isFlag,
  paths: isTexts,
  hooks: recordOf(listOf(isMatcher)),
  shell: oneOf("bash", "powershell"),
  hasInjectedCommands: isFlag,
  license: isText,
  compatibility: isText,
  metadata: isRecord,
  extra: isRecord,
};
const CHECKS: ReadonlyMap<string, Check> = new Map(Object.entries(FIELD_CHECKS));

/** Whether a definition may hold this value under this key. */
export function isValidField(key: string, value: unknown): boolean {
  return CHECKS.get(key)?.(value) === true;
}

const isDiagnosticShape = shaped(
  {
    code: isText,
    severity: oneOf("error", "warning", "info"),
    path: isText,
    line: isNumber,
    column: isNumber,
    message: isText,
    hint: isText,
    frame: isText,
  },
  ["code", "severity", "path", "message"],
);

/** Whether the value is a diagnostic of the file at the path. */
export function isDiagnostic(value: unknown, path: string): boolean {
  return isDiagnosticShape(value) && (value as { readonly path: unknown }).path === path;
}

/** Whether JSON gives the value back as it is: it knows no infinity, no `-0` and nothing that is no number. */
export function isKeepable(value: unknown): boolean {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      return value === null || Object.values(value).every(isKeepable);
    default:
      return typeof value === "string" || typeof value === "boolean" || value === undefined;
  }
}
