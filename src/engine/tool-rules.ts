/** Finds the rules that speak of a tool, and sorts out those that cannot be read. */
import { matchWildcard } from "./match-wildcard.ts";
import { parseRule } from "./permission-rules.ts";
import { canonicalToolName } from "./tool-names.ts";
import type { SourcedRule } from "./tool-policy.ts";

export interface ParsedRule extends SourcedRule {
  /** Canonical; may hold `*` in a rule that forbids. */
  readonly tool: string;
  /** Absent when the rule speaks of every call: `Tool` and `Tool(*)`. */
  readonly specifier?: string;
}

export interface ParsedRules {
  readonly rules: readonly ParsedRule[];
  readonly unreadable: readonly SourcedRule[];
}

/** Parses a list of rules, in order. */
export function parseRules(sources: readonly SourcedRule[]): ParsedRules {
  const rules: ParsedRule[] = [];
  const unreadable: SourcedRule[] = [];
  for (const source of sources) {
    const parsed = parseRule(source.text);
    if ("error" in parsed) {
      unreadable.push(source);
      continue;
    }
    const { specifier } = parsed;
    const isScoped = specifier !== undefined && specifier !== "*";
    rules.push({ ...source, tool: canonicalToolName(parsed.tool), ...(isScoped && { specifier }) });
  }
  return { rules, unreadable };
}

/**
 * True when the rule names the tool. `mcp__server` and `mcp__server__*` name all tools of a server. Other `*` are for
 * rules that forbid: a rule that allows must not reach a tool that did not exist when it was written.
 */
export function namesTool(rule: ParsedRule, tool: string, use: "allow" | "forbid"): boolean {
  const name = rule.tool.toLowerCase();
  const wanted = tool.toLowerCase();
  if (name === wanted) return true;
  const server = /^(mcp__[^*]+?)(?:__\*)?$/.exec(name)?.[1];
  if (server !== undefined && wanted.startsWith(`${server}__`)) return true;
  if (!name.includes("*")) return false;
  const allowed = use === "forbid" || /^mcp__[^*]+__/.test(name);
  return allowed && matchWildcard(name, wanted);
}
