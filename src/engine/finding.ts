/** What permission rules say of a call, before the mode of the session has its say. */
import type { SourcedRule, ToolPolicy } from "./tool-policy.ts";
import { type ParsedRules, parseRules } from "./tool-rules.ts";

/** A policy with its rules parsed, grants among those that allow. */
export interface ParsedPolicy extends Omit<ToolPolicy, "allow" | "ask" | "deny" | "grants"> {
  readonly allow: ParsedRules;
  readonly ask: ParsedRules;
  readonly deny: ParsedRules;
  /** Those of the rules that allow which stand neither in a file of a workspace nor in a skill. */
  readonly personal: ParsedRules;
}

export function parsePolicy(policy: ToolPolicy): ParsedPolicy {
  return {
    ...policy,
    allow: parseRules([...policy.allow, ...policy.grants]),
    ask: parseRules(policy.ask),
    deny: parseRules(policy.deny),
    personal: parseRules(policy.allow.filter(({ base }) => base === undefined)),
  };
}

export type Finding =
  | { readonly kind: "deny" | "allow"; readonly reason: string; readonly by?: SourcedRule }
  | {
      readonly kind: "ask";
      readonly reason: string;
      /** The rule that decided. */
      readonly by?: SourcedRule;
      /** Rules that would allow it; empty when only a person can. */
      readonly suggestions: readonly string[];
      /** True when the bypass mode does not skip the question either. */
      readonly forced: boolean;
    };

export function denyBy(rule: SourcedRule): Finding {
  return { kind: "deny", reason: `Denied by the rule ${rule.text} (${rule.origin}).`, by: rule };
}

export function askBy(rule: SourcedRule): Finding {
  const reason = `The rule ${rule.text} (${rule.origin}) asks for a confirmation.`;
  return { kind: "ask", reason, by: rule, suggestions: [], forced: true };
}

export function allowBy(rule: SourcedRule): Finding {
  return { kind: "allow", reason: `Allowed by the rule ${rule.text} (${rule.origin}).`, by: rule };
}

/** The strictest of several findings: any deny, else the questions as one, else what allows, a rule before anything else. */
export function strictest(findings: readonly Finding[]): Finding | undefined {
  const denied = findings.find((finding) => finding.kind === "deny");
  if (denied) return denied;
  const asks = findings.filter((finding) => finding.kind === "ask");
  const [first] = asks;
  if (!first) return findings.find(({ by }) => by !== undefined) ?? findings[0];
  const hopeless = asks.find((ask) => ask.suggestions.length === 0);
  return {
    ...(asks.find((ask) => ask.forced) ?? hopeless ?? first),
    suggestions: hopeless ? [] : [...new Set(asks.flatMap((ask) => ask.suggestions))],
    forced: asks.some((ask) => ask.forced),
  };
}
