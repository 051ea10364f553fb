/** Reads a permission rule: `Tool` or `Tool(specifier)`. */
import { trimUnescaped } from "./trim-unescaped.ts";

export type ParsedRuleText = { readonly tool: string; readonly specifier?: string } | { readonly error: string };

/** The specifier is everything between the first parenthesis and the last, which must end the rule. Never throws. */
export function parseRule(text: string): ParsedRuleText {
  const trimmed = text.trim();
  const open = trimmed.indexOf("(");
  const tool = (open < 0 ? trimmed : trimmed.slice(0, open)).trim();
  if (!/^[A-Za-z*][\w*.:-]*$/.test(tool)) return { error: `"${text}" does not begin with the name of a tool.` };
  if (open < 0) return { tool };
  if (!trimmed.endsWith(")")) return { error: `"${text}" has no closing parenthesis at its end.` };
  const specifier = trimUnescaped(trimmed.slice(open + 1, -1));
  if (specifier === "")
    return { error: `"${text}" has nothing between its parentheses; "${tool}" alone means every call.` };
  return { tool, specifier };
}
