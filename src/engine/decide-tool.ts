/** Decides whether a tool call may run: deny before ask before allow, whatever the source of a rule. Pure. */
import { decideCommand } from "./decide-command.ts";
import { decideExternal } from "./decide-external.ts";
import { decidePaths } from "./decide-paths.ts";
import { decideUnconfined } from "./decide-unconfined.ts";
import { askBy, denyBy, type Finding, type ParsedPolicy, parsePolicy } from "./finding.ts";
import type { SourcedRule, ToolDecision, ToolPolicy, ToolRequest } from "./tool-policy.ts";
import { namesTool, type ParsedRules } from "./tool-rules.ts";

/** Whoever calls it resolves links beforehand, so that the same input always gives the same decision. */
export function decideTool(request: ToolRequest, policy: ToolPolicy): ToolDecision {
  return applyMode(request.tool, findDecision(request, parsePolicy(policy)), policy);
}

/** Rules that speak of the whole tool come first; what they leave open depends on what the call would do. */
function findDecision(request: ToolRequest, policy: ParsedPolicy): Finding {
  const whole = (rules: ParsedRules) =>
    rules.rules.find((rule) => rule.specifier === undefined && namesTool(rule, request.tool, "forbid"));
  const denied = whole(policy.deny);
  if (denied) return denyBy(denied);
  // Skills have their own decision, which knows their names and properties.
  if (request.access.kind === "none") return { kind: "allow", reason: `${request.tool} decides by its own rules.` };
  const specific = findByAccess(request, policy);
  if (specific.kind === "deny") return specific;
  const [broken] = [...policy.deny.unreadable, ...policy.ask.unreadable];
  if (broken) {
    const reason = `The rule ${broken.text} (${broken.origin}) cannot be read, so everything is asked about until it is mended.`;
    return { kind: "ask", reason, by: broken, suggestions: [], forced: true };
  }
  const asked = whole(policy.ask);
  return asked ? askBy(asked) : specific;
}

function findByAccess({ tool, access }: ToolRequest, policy: ParsedPolicy): Finding {
  switch (access.kind) {
    case "read":
    case "write":
      return decidePaths({ tool, kind: access.kind, paths: access.paths }, policy);
    case "command":
      return access.unconfined ? decideUnconfined({ tool, access }, policy) : decideCommand({ tool, access }, policy);
    case "external":
      return decideExternal({ tool, specifiers: access.specifiers }, policy);
    case "none":
      return { kind: "allow", reason: "" };
    default:
      return access satisfies never;
  }
}

/** `bypass` skips questions, `dont-ask` and a session without a person turn them into refusals. */
function applyMode(tool: string, finding: Finding, policy: ToolPolicy): ToolDecision {
  if (finding.kind !== "ask") return toDecision(finding.kind, finding.reason, finding.by);
  if (policy.mode === "bypass" && !finding.forced) return toDecision("allow", "The permission mode is bypass.");
  if (policy.isInteractive && policy.mode !== "dont-ask") {
    return { ...toDecision("ask", finding.reason, finding.by), suggestions: finding.suggestions };
  }
  const why = policy.mode === "dont-ask" ? "the permission mode is dont-ask" : "nobody can be asked in this session";
  const reason = `${finding.reason} ${tool} was not run: ${why}. ${describeRemedy(finding)}`;
  return { ...toDecision("deny", reason, finding.by), suggestions: finding.suggestions };
}

function describeRemedy(finding: Extract<Finding, { kind: "ask" }>): string {
  if (finding.suggestions.length === 0) {
    return finding.by === undefined
      ? "No rule can allow this; it needs an interactive session, or --permission-mode bypass."
      : `The rule ${finding.by.text} stands in the way; it needs an interactive session, or the rule has to go.`;
  }
  return describeRules(finding.suggestions);
}

/** How to allow a call by rules: flags that can be pasted into a shell. */
export function describeRules(rules: readonly string[]): string {
  const flags = rules.map((rule) => `--allow ${quoteForShell(rule)}`).join(" ");
  return `To allow it: ${flags}, or the same under permissions.allow in the settings.`;
}

function quoteForShell(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

function toDecision(decision: ToolDecision["decision"], reason: string, by?: SourcedRule): ToolDecision {
  return { decision, reason, suggestions: [], ...(by !== undefined && { rule: by.text, origin: by.origin }) };
}
