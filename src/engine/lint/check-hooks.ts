/** Finds hooks that can never fire because of their matcher. */
import { HOOK_EVENTS, isHookEventName } from "../hook-events.ts";
import { type ParsedMatcher, parseHookMatcher } from "../hook-matcher.ts";
import { nearNames } from "../near-names.ts";
import type { LintCheck, LintFinding } from "./lint-check.ts";
import { offsetInField } from "./lint-subject.ts";

/** The subjects that events with a closed set of them can bring. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ["startup", "resume", "clear", "compact"],
  SessionEnd: ["clear", "exit", "other"],
  PreCompact: ["manual", "auto"],
  PostCompact: ["manual", "auto"],
};

/** Faults in how hooks are written are the parser's; here is what can be written and is still useless. */
export const checkHooks: LintCheck = (subject, { tools, compilePattern }) => {
  const findings: LintFinding[] = [];
  for (const [event, groups] of Object.entries(subject.definition.hooks ?? {})) {
    if (!isHookEventName(event)) continue;
    for (const { matcher } of groups) {
      if (matcher === undefined || matcher.trim() === "" || matcher.trim() === "*") continue;
      const { matched } = HOOK_EVENTS[event];
      const subjects = matched === "tool_name" ? tools : SUBJECTS[event];
      const fault =
        matched === undefined
          ? ignored(event, matcher)
          : judgeMatcher({
              event,
              matcher,
              subjects,
              isTool: matched === "tool_name",
              parsed: parse(matcher, compilePattern),
            });
      if (fault !== undefined)
        findings.push({ ...fault, where: "fields", offset: offsetInField(subject, "hooks", matcher) });
    }
  }
  return findings;
};

type Fault = Omit<LintFinding, "where" | "offset">;

/** Undefined for an expression that cannot be tried out. */
function parse(matcher: string, compilePattern: Parameters<typeof parseHookMatcher>[1] | undefined): ParsedMatcher {
  return parseHookMatcher(matcher, compilePattern ?? (() => ({ kind: "pattern", test: () => true })));
}

function ignored(event: string, matcher: string): Fault {
  return {
    code: "hook-matcher-ignored",
    severity: "warning",
    message: `\`${event}\` has nothing to match, so the hook runs whatever its matcher ${quote(matcher)} says.`,
    hint: "Leave the matcher out.",
  };
}

interface MatcherCase {
  readonly event: string;
  readonly matcher: string;
  readonly subjects: readonly string[] | undefined;
  readonly isTool: boolean;
  readonly parsed: ParsedMatcher;
}

function judgeMatcher({ event, matcher, subjects, isTool, parsed }: MatcherCase): Fault | undefined {
  if (parsed.kind === "error") {
    return {
      code: "invalid-hook-matcher",
      severity: "error",
      message: `The matcher ${quote(matcher)} of a \`${event}\` hook cannot be read: ${parsed.message}.`,
      hint: "Write tool names such as `Edit|Write`, or a regular expression without look-around.",
    };
  }
  if (subjects === undefined || parsed.kind === "all") return undefined;
  // Tools of MCP servers are not known here.
  if (isTool && /mcp/i.test(matcher)) return undefined;
  const fits =
    parsed.kind === "names" ? parsed.names.some((name) => subjects.includes(name)) : subjects.some(parsed.test);
  if (fits) return undefined;
  const near = parsed.kind === "names" ? parsed.names.flatMap((name) => nearNames(name, subjects, 1))[0] : undefined;
  return {
    code: "hook-never-fires",
    severity: "warning",
    message: `The matcher ${quote(matcher)} fits ${isTool ? "no tool" : `none of ${subjects.join(", ")}`}, so this \`${event}\` hook never runs.`,
    hint:
      near === undefined
        ? `It is compared with ${subjects.join(", ")}; case counts.`
        : `Did you mean \`${near}\`? Case counts.`,
  };
}

function quote(matcher: string): string {
  return `\`${matcher.length > 80 ? `${matcher.slice(0, 79)}…` : matcher}\``;
}
