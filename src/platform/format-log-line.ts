/** Formats one line of log: `LEVEL message key=value …`. */
import type { LogLevel, LogValue } from "../engine/index.ts";

/**
 * One line without a line end, whatever the values hold. Text with blanks, quotes or control characters is quoted as JSON,
 * and so is empty text; a list is `[a b]`, its elements under the same rule.
 */
export function formatLogLine(
  level: LogLevel,
  message: string,
  fields: Readonly<Record<string, LogValue>> = {},
): string {
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${formatValue(value)}`);
  return `${level.toUpperCase()} ${message}${pairs.join("")}`;
}

/** Besides blanks and quotes: everything that a terminal might act on. */
const NEEDS_QUOTES = /[\s"\p{Cc}\p{Cf}]/u;

function formatValue(value: LogValue): string {
  switch (typeof value) {
    case "string":
      return formatText(value);
    case "number":
    case "boolean":
      return String(value);
    case "object":
      return `[${value.map((element) => formatText(element)).join(" ")}]`;
    default:
      return value satisfies never;
  }
}

function formatText(text: string): string {
  if (text !== "" && !NEEDS_QUOTES.test(text)) return text;
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escapeUnit);
}

function escapeUnit(char: string): string {
  return char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
