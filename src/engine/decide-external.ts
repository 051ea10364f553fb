/** Decides about tools whose effects lie outside files and commands, such as MCP tools and web pages, by their rules alone. */
import { allowBy, askBy, denyBy, type Finding, type ParsedPolicy } from "./finding.ts";
import { matchWildcard } from "./match-wildcard.ts";
import { namesTool, type ParsedRule } from "./tool-rules.ts";

/** `specifiers`: the texts that stand between a rule's parentheses when it means this call. */
export function decideExternal(
  { tool, specifiers }: { readonly tool: string; readonly specifiers: readonly string[] },
  policy: ParsedPolicy,
): Finding {
  const speaks = (rule: ParsedRule, use: "allow" | "forbid") =>
    namesTool(rule, tool, use) && matchSpecifiers(rule.specifier, specifiers);
  const denied = policy.deny.rules.find((rule) => speaks(rule, "forbid"));
  if (denied) return denyBy(denied);
  const asked = policy.ask.rules.find((rule) => speaks(rule, "forbid"));
  if (asked) return askBy(asked);
  const allowed = policy.allow.rules.find((rule) => speaks(rule, "allow"));
  if (allowed) return allowBy(allowed);
  const [narrowest] = specifiers;
  const suggestion = narrowest === undefined ? tool : `${tool}(${narrowest})`;
  return { kind: "ask", reason: `No rule allows ${suggestion}.`, suggestions: [suggestion], forced: false };
}

function matchSpecifiers(pattern: string | undefined, specifiers: readonly string[]): boolean {
  return pattern === undefined || specifiers.some((specifier) => matchWildcard(pattern, specifier));
}
