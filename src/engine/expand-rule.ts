/** Fills the `${…}` variables of a rule that a skill grants itself, so that the rule means the place they stand for. */
import { parseRule } from "./permission-rules.ts";
import { expandVariables, type TemplateVariables, VARIABLE_PATTERN, variableValues } from "./template-variables.ts";
import { canonicalToolName } from "./tool-names.ts";

/** White space would split a value into words, and a blank in front of `*` would make a prefix of it. */
const NEEDS_QUOTES = /\s/;

/**
 * A value is one piece of the rule, whatever characters it has: in a rule for commands it is quoted where the rule does
 * not quote it itself; in a rule for files an absolute path at the beginning starts at the root of the disk. A text that
 * is no rule is filled as it is. Pure.
 */
export function expandRule(text: string, variables: TemplateVariables): string {
  const rule = parseRule(text);
  if ("error" in rule || rule.specifier === undefined) return expandVariables(text, variables);
  const { tool, specifier } = rule;
  const filled =
    canonicalToolName(tool) === "Bash" ? expandQuoted(specifier, variables) : expandPath(specifier, variables);
  return `${tool}(${filled})`;
}

function expandQuoted(specifier: string, variables: TemplateVariables): string {
  const values = variableValues(variables);
  return specifier.replace(new RegExp(VARIABLE_PATTERN, "g"), (match, name: string, at: number) => {
    const value = values.get(name) ?? match;
    if (!NEEDS_QUOTES.test(value) || isQuoted(specifier.slice(0, at))) return value;
    return value.includes('"') ? `'${value}'` : `"${value}"`;
  });
}

function isQuoted(before: string): boolean {
  return /["']/.test(before.replace(/"[^"]*"|'[^']*'/g, ""));
}

function expandPath(specifier: string, variables: TemplateVariables): string {
  const filled = expandVariables(specifier, variables);
  return specifier.startsWith("${") && filled.startsWith("/") && !filled.startsWith("//") ? `/${filled}` : filled;
}
