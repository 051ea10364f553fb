/** Decides about a shell command line: every part must be allowed, and no part forbidden. */
import {
  type BashPattern,
  escapeBashPattern,
  matchBashPattern,
  mayMatchBashPattern,
  parseBashPattern,
  spellsOut,
} from "./bash-rule.ts";
import { listHarmlessReads, listRedirectedFiles } from "./command-files.ts";
import type { CommandPart } from "./command-parts.ts";
import { isCriticalRemoval } from "./critical-removal.ts";
import { decidePaths } from "./decide-paths.ts";
import { hasEscapeOption } from "./escape-option.ts";
import { allowBy, askBy, denyBy, type Finding, type ParsedPolicy, strictest } from "./finding.ts";
import { listNamedPaths, type NamedPath, type NamedPaths, writesUnknown } from "./named-paths.ts";
import { mayMeetPathRule } from "./path-rule.ts";
import { mayBeProtected, protectedReason } from "./protected-path.ts";
import { isSafeAssignment } from "./safe-assignment.ts";
import type { ShellWord } from "./shell-analysis.ts";
import type { ResolvedAccess } from "./tool-policy.ts";
import { namesTool, type ParsedRule, type ParsedRules } from "./tool-rules.ts";

export interface CommandRequest {
  readonly tool: string;
  readonly access: Extract<ResolvedAccess, { kind: "command" }>;
}

type BashRule = ParsedRule & { readonly pattern: BashPattern };

/** Longest command that a suggested rule spells out. */
const MAX_SUGGESTION = 300;

export function decideCommand(request: CommandRequest, policy: ParsedPolicy): Finding {
  const { access } = request;
  const deny = bashRules(policy.deny, request.tool, "forbid");
  const ask = bashRules(policy.ask, request.tool, "forbid");

  const denied = deny.find((rule) => forbids(rule, request));
  if (denied) return denyBy(denied);
  const files = decideFiles(request, policy);
  if (files.kind === "deny") return files;
  const asked = ask.find((rule) => forbids(rule, request));
  if (asked) return askBy(asked);
  const doubt = findDoubt(request, [...deny, ...ask], policy);
  if (doubt) return doubt;

  const allow = bashRules(policy.allow, request.tool, "allow");
  const spelledOut = allow.find((rule) => rule.pattern.matchesAll || spellsOut(rule.pattern, access.command));
  if (spelledOut) return files.kind === "ask" && files.suggestions.length === 0 ? files : allowBy(spelledOut);
  const [unclear] = access.parts.unclear;
  if (unclear !== undefined) {
    const reason = `The command cannot be judged part by part: it has ${unclear}.`;
    const ask: Finding = { kind: "ask", reason, suggestions: suggestCommand(access.command.trim()), forced: false };
    return strictest([files, ask]) ?? ask;
  }
  const parts = access.parts.parts.map((part) => decidePart(part, request, allow, policy));
  return strictest([files, ...parts]) ?? files;
}

export function bashRules(rules: ParsedRules, tool: string, use: "allow" | "forbid"): readonly BashRule[] {
  return rules.rules
    .filter((rule) => namesTool(rule, tool, use))
    .map((rule) => ({ ...rule, pattern: parseBashPattern(rule.specifier) }));
}

/** A whole-tool rule that forbids has been looked at before; here only rules with a specifier speak. */
export function forbids(rule: BashRule, { access }: CommandRequest): boolean {
  if (rule.specifier === undefined) return false;
  if (rule.pattern.matchesAll || spellsOut(rule.pattern, access.command)) return true;
  return access.parts.parts.some((part) => part.forbiddable.some((form) => matchBashPattern(rule.pattern, form)));
}

/** What must be asked about in every mode: a forbidding rule that may be meant, and removals that nobody means. */
function findDoubt({ access }: CommandRequest, rules: readonly BashRule[], policy: ParsedPolicy): Finding | undefined {
  const scoped = rules.filter((rule) => rule.specifier !== undefined);
  const [unclear] = [...access.parts.unclear, ...access.parts.unseen];
  const [first] = scoped;
  const forms = access.parts.parts.flatMap((part) => part.forbiddable);
  if (forms.some((form) => isCriticalRemoval(form, policy))) {
    return { kind: "ask", reason: "The command removes a directory that is needed.", suggestions: [], forced: true };
  }
  const suspect = scoped.find((rule) => forms.some((form) => mayMatchBashPattern(rule.pattern, form)));
  if (suspect) return doubtAbout(suspect, "parts of the command are only known when it runs");
  if (first && unclear !== undefined) return doubtAbout(first, `the command has ${unclear}`);
  return undefined;
}

function doubtAbout(rule: ParsedRule, why: string): Finding {
  const reason = `The rule ${rule.text} (${rule.origin}) may be meant: ${why}.`;
  return { kind: "ask", reason, by: rule, suggestions: [], forced: true };
}

/** Redirections, and protected files among the arguments of commands that write. */
function decideFiles({ access }: CommandRequest, policy: ParsedPolicy): Finding {
  const { files, unknown } = listRedirectedFiles(access.parts, policy.cwd);
  const findings = files.map((file) =>
    decidePaths(
      { tool: file.access === "read" ? "Read" : "Edit", kind: file.access, paths: [resolved(file.path, access)] },
      policy,
    ),
  );
  // Of what commands such as cat read, only what a rule forbids counts here: a rule for the command may allow the rest.
  const reads = access.parts.parts.flatMap((part) => listHarmlessReads(part, access.parts.parts, policy.cwd) ?? []);
  const readFindings = reads.map((path) => decideRead([path], access, policy));
  findings.push(...readFindings.filter((finding) => finding.kind !== "allow" && finding.by !== undefined));
  const [target] = unknown;
  if (target !== undefined) {
    const reason = `It is not known which file the redirection to ${target} means.`;
    findings.push({ kind: "ask", reason, suggestions: suggestCommand(access.command.trim()), forced: false });
  }
  const named = listNamedPaths(access.parts, policy);
  findings.push(...forbidNamed(named, access, policy));
  const protections = named.paths.filter(({ mayWrite }) => mayWrite).map(protection);
  const reason =
    named.isComplete || !named.writes
      ? protections.find((it) => it !== undefined)
      : "it names too many files to look at each";
  if (reason !== undefined) {
    const text = `The command may write a protected file, which always needs a confirmation: ${reason}.`;
    findings.push({ kind: "ask", reason: text, suggestions: [], forced: false });
  }
  return strictest(findings) ?? { kind: "allow", reason: "It opens no file." };
}

function protection({ path, isGlob }: NamedPath): string | undefined {
  if (!isGlob) return protectedReason(path);
  return mayBeProtected(path) ? `${path} may be a file that configures programs that run later` : undefined;
}

/** What rules with a path say of words that may be files: they hold however a command comes to the file. */
function forbidNamed(
  { paths, isComplete }: NamedPaths,
  access: CommandRequest["access"],
  policy: ParsedPolicy,
): readonly Finding[] {
  const scoped = (rules: ParsedRules, kinds: readonly string[]) => ({
    ...rules,
    rules: rules.rules.filter(
      (rule) => rule.specifier !== undefined && kinds.some((kind) => namesTool(rule, kind, "forbid")),
    ),
  });
  const forbidding = (kinds: readonly string[]) => ({
    ...policy,
    deny: scoped(policy.deny, kinds),
    ask: scoped(policy.ask, kinds),
  });
  const policies = { read: forbidding(["Read"]), write: forbidding(["Read", "Edit", "Write"]) };
  const all = [...policies.write.deny.rules, ...policies.write.ask.rules];
  const [first] = all;
  if (first === undefined) return [];
  if (!isComplete) return [doubtAbout(first, "the command names too many files")];
  const [unseen] = access.parts.unseen;
  if (unseen !== undefined) return [doubtAbout(first, `the command has ${unseen}`)];
  return paths.flatMap(({ path, isGlob, access: use }): readonly Finding[] => {
    const { deny, ask } = policies[use];
    if (!isGlob) {
      const request = { tool: use === "read" ? "Read" : "Edit", kind: use, paths: [resolved(path, access)] };
      const finding = decidePaths(request, policies[use]);
      return finding.kind !== "allow" && finding.by !== undefined ? [finding] : [];
    }
    const rule = [...deny.rules, ...ask.rules].find(({ specifier = "", base = policy.cwd }) =>
      mayMeetPathRule(specifier, path, { cwd: policy.cwd, home: policy.home, base }),
    );
    return rule ? [doubtAbout(rule, `${path} may be a file that it forbids`)] : [];
  });
}

function decidePart(
  part: CommandPart,
  { access }: CommandRequest,
  allow: readonly BashRule[],
  policy: ParsedPolicy,
): Finding {
  const unsafe = unsafeAssignments(part);
  const rule = allow.find(({ pattern }) => allowsPart(pattern, part, unsafe));
  if (rule) return allowBy(rule);
  if (unsafe.length === 0) {
    if (part.effective.length === 0) return { kind: "allow", reason: "It sets variables of the script." };
    const reads = listHarmlessReads(part, access.parts.parts, policy.cwd);
    if (reads) return decideRead(reads, access, policy);
  }
  const words = [...part.assignments.map(({ text }) => ({ text, isLiteral: true })), ...part.words];
  return {
    kind: "ask",
    reason: `No rule allows the command ${words
      .map((word) => word.text)
      .join(" ")
      .slice(0, MAX_SUGGESTION)}.`,
    suggestions: suggestPart(part, words, unsafe) ?? suggestCommand(access.command.trim()),
    forced: false,
  };
}

/** The assignments in front of a command that may change what is executed. */
export function unsafeAssignments(part: CommandPart): readonly string[] {
  return part.assignments.filter((assignment) => !isSafeAssignment(assignment)).map(({ text }) => text);
}

/** Assignments that may change what is executed must be spelled out by the rule. */
export function allowsPart(pattern: BashPattern, part: CommandPart, unsafe: readonly string[]): boolean {
  const head = pattern.body.split("*")[0] ?? "";
  if (!unsafe.every((text) => head.includes(text))) return false;
  const hasWildcard = pattern.isPrefix || pattern.body.includes("*");
  if (hasWildcard && [part.words, part.effective].some((form) => hasEscapeOption(form, head))) return false;
  if (hasWildcard && (writesUnknown(part.words) || writesUnknown(part.effective))) return false;
  const withAssignments = [...part.assignments.map(({ text }) => ({ text, isLiteral: true })), ...part.words];
  // A name that only the shell knows could be anything, whatever the rule says of names.
  if (part.effective[0]?.isLiteral === false) return false;
  return [part.words, part.effective, withAssignments].some((form) => matchBashPattern(pattern, form));
}

function decideRead(paths: readonly string[], access: CommandRequest["access"], policy: ParsedPolicy): Finding {
  return decidePaths({ tool: "Read", kind: "read", paths: paths.map((path) => resolved(path, access)) }, policy);
}

function resolved(path: string, access: CommandRequest["access"]) {
  // A path that was not resolved counts as lying at the root of the disk, outside of everything.
  return { given: path, real: access.realPaths.get(path) ?? "/" };
}

/** The rule for exactly this part; undefined when a rule cannot say it. */
function suggestPart(
  part: CommandPart,
  words: readonly ShellWord[],
  unsafe: readonly string[],
): readonly string[] | undefined {
  const texts = words.map((word) => (/\s/.test(word.text) && word.isLiteral ? `"${word.text}"` : word.text));
  const pattern = parseBashPattern(escapeBashPattern(texts.join(" ")));
  return !pattern.matchesAll && allowsPart(pattern, part, unsafe) ? suggestCommand(texts.join(" ")) : undefined;
}

/** The rule for this text; the whole tool where that would be too long to read. */
function suggestCommand(text: string): readonly string[] {
  const rule = `Bash(${escapeBashPattern(text)})`;
  const isReadable = text.length <= MAX_SUGGESTION && !/[\r\n]/.test(text);
  return [isReadable && !parseBashPattern(escapeBashPattern(text)).matchesAll ? rule : "Bash"];
}
