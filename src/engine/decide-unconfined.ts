/** Decides about a command that is to run outside of the sandbox: a rule of its own kind must say so, or a person. */
import { escapeBashPattern, spellsOut } from "./bash-rule.ts";
import {
  allowsPart,
  bashRules,
  type CommandRequest,
  decideCommand,
  forbids,
  unsafeAssignments,
} from "./decide-command.ts";
import { allowBy, denyBy, type Finding, type ParsedPolicy } from "./finding.ts";

/** Stands in rules where a tool's name does: `Unsandboxed(git push:*)`. */
export const UNSANDBOXED = "Unsandboxed";

/** Longest command that a suggested rule spells out. */
const MAX_SUGGESTION = 300;

/**
 * Rules for the command itself hold as always, and no mode skips the question. What allows it are rules named `Unsandboxed`
 * of the person's own: not those of skills, and not those of a workspace's files, which would switch the sandbox off for
 * whoever works in it. Such a rule allows the command inside as well.
 */
export function decideUnconfined(request: CommandRequest, policy: ParsedPolicy): Finding {
  const { access } = request;
  const denied = bashRules(policy.deny, UNSANDBOXED, "forbid").find(
    (rule) => rule.specifier === undefined || forbids(rule, request),
  );
  if (denied) return denyBy(denied);
  const own = policy.personal.rules.filter(({ tool }) => tool.toLowerCase() === UNSANDBOXED.toLowerCase());
  const asShell = own.map((rule) => ({ ...rule, tool: request.tool }));
  const inside = decideCommand(request, {
    ...policy,
    allow: { ...policy.allow, rules: [...policy.allow.rules, ...asShell] },
  });
  if (inside.kind === "deny") return inside;
  const reason = "The command is to run outside of the sandbox.";
  if (inside.kind === "ask" && (inside.forced || inside.suggestions.length === 0)) {
    return { ...inside, reason: `${reason} ${inside.reason}`, forced: true };
  }
  const rules = bashRules({ rules: own, unreadable: [] }, UNSANDBOXED, "allow");
  const text = access.command.trim();
  const spelledOut = rules.find(({ pattern }) => pattern.matchesAll || spellsOut(pattern, text));
  const covering = access.parts.parts.map((part) =>
    rules.find(({ pattern }) => allowsPart(pattern, part, unsafeAssignments(part))),
  );
  const isCovered = access.parts.unclear.length === 0 && covering.every((rule) => rule !== undefined);
  const rule = spelledOut ?? (isCovered ? covering[0] : undefined);
  if (inside.kind === "allow" && rule !== undefined) return allowBy(rule);
  const canBeSaid = text !== "" && text.length <= MAX_SUGGESTION && !/[\r\n]/.test(text);
  return {
    kind: "ask",
    reason,
    suggestions: canBeSaid ? [`${UNSANDBOXED}(${escapeBashPattern(text)})`] : [],
    forced: true,
  };
}
