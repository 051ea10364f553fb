/** Checks a model's arguments against a tool's schema, mends what is unmistakable, and words the rest for the model. */
import { z } from "zod";
import { messageOf } from "../engine/index.ts";
import type { Tool } from "./tool.ts";

export type ValidatedInput =
  | { readonly kind: "valid"; readonly input: unknown }
  /** `message` names the tool, each field, what was expected and what came. */
  | { readonly kind: "invalid"; readonly message: string };

const MAX_PROBLEMS = 5;
const MAX_SHOWN_VALUE = 60;

/** `raw`: parsed JSON, or text when it was not JSON. Never throws. */
export function validateInput(tool: Tool, raw: unknown): ValidatedInput {
  const parsed = typeof raw === "string" ? parseText(raw) : { kind: "value" as const, value: raw ?? {} };
  if (parsed.kind === "error") return invalid(tool, [parsed.problem]);
  if (typeof parsed.value !== "object" || parsed.value === null || Array.isArray(parsed.value)) {
    return invalid(tool, [`the arguments are ${describeValue(parsed.value)}, not an object`]);
  }
  const first = tool.input.safeParse(parsed.value);
  if (first.success) return { kind: "valid", input: first.data };
  const mended = tool.input.safeParse(mend(parsed.value, first.error.issues));
  if (mended.success) return { kind: "valid", input: mended.data };
  return invalid(
    tool,
    first.error.issues.map((issue) => describeIssue(issue, parsed.value)),
  );
}

function parseText(text: string): { kind: "value"; value: unknown } | { kind: "error"; problem: string } {
  if (text.trim() === "") return { kind: "value", value: {} };
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch (error) {
    return {
      kind: "error",
      problem: `the arguments are not valid JSON (${messageOf(error)})`,
    };
  }
}

/**
 * Numbers and booleans that came as text become what they say, and an optional field given as null is left out: small
 * models write these often, and there is only one thing that they can mean.
 */
function mend(value: object, issues: readonly z.core.$ZodIssue[]): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...value };
  for (const issue of issues) {
    const [field] = issue.path;
    if (issue.code !== "invalid_type" || issue.path.length !== 1 || typeof field !== "string") continue;
    const given = copy[field];
    if (given === null) delete copy[field];
    else if (
      typeof given === "string" &&
      /^(?:number|int)$/.test(issue.expected) &&
      /^-?\d+(?:\.\d+)?$/.test(given.trim())
    ) {
      copy[field] = Number(given);
    } else if (typeof given === "string" && issue.expected === "boolean" && /^(?:true|false)$/i.test(given.trim())) {
      copy[field] = given.trim().toLowerCase() === "true";
    }
  }
  return copy;
}

function invalid(tool: Tool, problems: readonly string[]): ValidatedInput {
  const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : "";
  return {
    kind: "invalid",
    message: `Invalid call of ${tool.name}: ${problems.slice(0, MAX_PROBLEMS).join("; ")}${more}. ${describeFields(tool)}`,
  };
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): string {
  const field = issue.path.length === 0 ? "the arguments" : issue.path.map(String).join(".");
  const given = valueAt(input, issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return `there is no parameter ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    case "invalid_type":
      if (given === undefined) return `${field} is missing (expected ${issue.expected})`;
      return `${field}: expected ${issue.expected}, got ${describeValue(given)}`;
    case "invalid_value":
      return `${field}: expected one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}, got ${describeValue(given)}`;
    case "too_small":
    case "too_big": {
      const bound = issue.code === "too_small" ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
      const what =
        issue.origin === "string" ? `${bound} characters` : issue.origin === "array" ? `${bound} items` : bound;
      return `${field}: expected ${what}, got ${describeValue(given)}`;
    }
    default:
      return `${field}: ${issue.message}, got ${describeValue(given)}`;
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value);
  return `${typeof value} ${text.length > MAX_SHOWN_VALUE ? `${text.slice(0, MAX_SHOWN_VALUE)}…` : text}`;
}

/** The parameters by name, optional ones marked, so that the next attempt can be right. */
function describeFields(tool: Tool): string {
  const schema = tool.input;
  if (!(schema instanceof z.ZodObject)) return "See the tool's schema.";
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  if (fields.length === 0) return "It takes no parameters.";
  const names = fields.map(([name, field]) => (field.safeParse(undefined).success ? `${name}?` : name));
  return `Parameters: ${names.join(", ")}.`;
}
