/** Decides about reading and writing files by path rules, the bounds of the workspace, and protected places. */
import { allowBy, askBy, denyBy, type Finding, type ParsedPolicy, strictest } from "./finding.ts";
import { formatPathRule, matchPathRule, type PathRuleUse } from "./path-rule.ts";
import { protectedReason } from "./protected-path.ts";
import { isWithin } from "./relative-to-root.ts";
import type { ResolvedPath } from "./tool-policy.ts";
import { namesTool, type ParsedRule } from "./tool-rules.ts";

export interface PathRequest {
  /** The tool that opens the file. For a file that a shell opens: Read or Edit. */
  readonly tool: string;
  readonly kind: "read" | "write";
  readonly paths: readonly ResolvedPath[];
}

/** Rules about paths are written for these tools, whichever tool opens the file. */
const READ_RULES = ["Read"];
const WRITE_RULES = ["Edit", "Write"];

/** The strictest finding over all paths. A call without paths is allowed. */
export function decidePaths(request: PathRequest, policy: ParsedPolicy): Finding {
  const findings = request.paths.map((path) => decidePath({ ...request, path }, policy));
  return strictest(findings) ?? { kind: "allow", reason: "It opens no file." };
}

interface OnePath extends Omit<PathRequest, "paths"> {
  readonly path: ResolvedPath;
}

function decidePath(request: OnePath, policy: ParsedPolicy): Finding {
  const { kind, path, tool } = request;
  // What may not be read may not be written either: an edit shows the text around it.
  const tools = [...READ_RULES, ...(kind === "write" ? WRITE_RULES : [])];
  const forbids = (rule: ParsedRule) =>
    rule.specifier === undefined
      ? namesTool(rule, tool, "forbid")
      : [tool, ...tools].some((name) => namesTool(rule, name, "forbid")) && speaksOf(rule, path, "forbid", policy);
  const denied = policy.deny.rules.find(forbids);
  if (denied) return denyBy(denied);
  const asked = policy.ask.rules.find(forbids);
  if (asked) return askBy(asked);

  const reason = kind === "write" ? (protectedReason(path.given) ?? protectedReason(path.real)) : undefined;
  if (reason !== undefined) {
    const text = `Writing ${path.given} always needs a confirmation: ${reason}.`;
    return { kind: "ask", reason: text, suggestions: [], forced: false };
  }
  // Of a link both ends must be allowed, each by its own right.
  const ends = [...new Set([path.given, path.real])];
  return strictest(ends.map((end) => decideEnd(request, end, policy))) ?? { kind: "allow", reason: "" };
}

/** What nothing forbids: a rule for the path, a place in the workspace, or the mode allows it. */
function decideEnd({ kind, tool, path }: OnePath, end: string, policy: ParsedPolicy): Finding {
  // Who may write a file may read it.
  const tools = [tool, ...WRITE_RULES, ...(kind === "read" ? READ_RULES : [])];
  const allowed = policy.allow.rules.find(
    (rule) =>
      rule.specifier !== undefined &&
      tools.some((name) => namesTool(rule, name, "allow")) &&
      speaksOf(rule, { given: end, real: end }, "allow", policy),
  );
  if (allowed) return allowBy(allowed);

  const shown = path.given === path.real ? end : `${path.given} (a link to ${path.real})`;
  const suggestions = [formatPathRule(kind === "read" ? "Read" : "Edit", end, policy.cwd)];
  const inWorkspace = policy.workspace.some((root) => isWithin(root, end));
  if (kind === "read") {
    if (inWorkspace) return { kind: "allow", reason: "It is in the workspace." };
    if (policy.readable.some((root) => isWithin(root, end))) return { kind: "allow", reason: "It belongs to a skill." };
    return { kind: "ask", reason: `Reading ${shown} leaves the workspace.`, suggestions, forced: false };
  }
  if (!inWorkspace)
    return { kind: "ask", reason: `Writing ${shown} leaves the workspace.`, suggestions, forced: false };
  if (policy.mode === "accept-edits") return { kind: "allow", reason: "The permission mode is accept-edits." };
  // A rule for the whole tool means the workspace; beyond it a rule has to name the place.
  const whole = policy.allow.rules.find(
    (rule) => rule.specifier === undefined && [tool, ...WRITE_RULES].some((name) => namesTool(rule, name, "allow")),
  );
  if (whole) return allowBy(whole);
  return { kind: "ask", reason: `No rule allows writing ${shown}.`, suggestions, forced: false };
}

function speaksOf(rule: ParsedRule, path: ResolvedPath, use: PathRuleUse, policy: ParsedPolicy): boolean {
  if (rule.specifier === undefined) return false;
  return matchPathRule(rule.specifier, path, {
    cwd: policy.cwd,
    home: policy.home,
    base: rule.base ?? policy.cwd,
    use,
  });
}
