/** Decides whether a skill may be invoked: deny, ask, allow, and what needs no permission. Pure. */
import { matchWildcard } from "./match-wildcard.ts";
import { projectName } from "./name-lookup.ts";
import type { Invoker } from "./outcome.ts";
import type { PermissionRule, PermissionRules } from "./settings.ts";
import type { SourcedRule } from "./tool-policy.ts";
import { namesTool, parseRules } from "./tool-rules.ts";
import type { LoadedSkill, Skill } from "./types.ts";

export interface SkillDecision {
  readonly decision: "allow" | "ask" | "deny";
  /** One sentence for a person or a model. */
  readonly reason: string;
  /** The rule that decided, when one did, and where it comes from. */
  readonly rule?: string;
  readonly origin?: string;
}

export interface SkillPolicy {
  readonly rules: PermissionRules;
  /** Allow rules that the person agreed to in this session. They answer what an ask rule asks, but never a deny. */
  readonly grants: readonly string[];
  readonly by: Invoker;
}

/**
 * Deny rules hold for everybody, whatever the name in use. Of the rest a person who typed `/name` needs nothing: typing it
 * was the consent. For the model: what the person agreed to in this session, then ask rules, then allow rules; a skill
 * that grants nothing, hooks nothing, runs nothing and stays in the conversation needs no permission; others are asked about.
 */
export function decideSkill(skill: Skill, policy: SkillPolicy): SkillDecision {
  const denied = compileForbidding(policy.rules.deny)(skill);
  if (denied !== undefined) return decided("deny", `The rule ${denied.text} denies it.`, denied);
  if (policy.by === "user") return { decision: "allow", reason: "The user typed it." };

  const grants = policy.grants.map((text) => ({ text, origin: "your answer in this session" }));
  const granted = findAllowing(skill, grants);
  if (granted !== undefined) return decided("allow", `The user allowed ${granted.text}.`, granted);
  const asked = compileForbidding(policy.rules.ask)(skill);
  if (asked !== undefined) return decided("ask", `The rule ${asked.text} asks for a confirmation.`, asked);
  const allowed = findAllowing(skill, policy.rules.allow);
  if (allowed !== undefined) return decided("allow", `The rule ${allowed.text} allows it.`, allowed);

  const powers = listPowers(skill);
  if (powers.length === 0) return { decision: "allow", reason: "It only adds instructions to the conversation." };
  return { decision: "ask", reason: `The skill ${joinWords(powers)}.` };
}

function decided(decision: SkillDecision["decision"], reason: string, rule: SourcedRule): SkillDecision {
  return { decision, reason, rule: rule.text, origin: rule.origin };
}

/** What a skill does beyond adding text to the conversation, in words that follow "the skill". */
export function listPowers(skill: LoadedSkill): readonly string[] {
  const powers: string[] = [];
  if (skill.context === "fork") powers.push("runs an agent of its own");
  // Of an untrusted skill these are switched off.
  if (!skill.trusted) return powers;
  if (skill.allowedTools.length > 0) powers.push(`allows itself ${skill.allowedTools.join(", ")}`);
  if (skill.hooks !== undefined && Object.keys(skill.hooks).length > 0) powers.push("registers hooks");
  if (skill.hasInjectedCommands) powers.push("runs commands before it starts");
  return powers;
}

/**
 * Compiles rules that forbid, for use on many skills: the result names the rule that speaks of a skill. They reach far:
 * every name that leads to the skill counts, in any case, and a prefix is a prefix. A rule that cannot be read counts too
 * when it may have been meant for skills: better a skill too few than a skill too many.
 */
export function compileForbidding(given: readonly PermissionRule[]): (skill: Skill) => SourcedRule | undefined {
  const parsed = parseRules(given.map(toSourced));
  const broken = parsed.unreadable.find(({ text }) => /^\W*skill/i.test(text));
  const rules = parsed.rules
    .filter((rule) => namesTool(rule, "Skill", "forbid"))
    .map((rule) => ({ ...rule, specifier: foldName(rule.specifier ?? "*") }));
  if (rules.length === 0) return () => broken;
  return (skill) => {
    const names = [skill.callName, skill.qualifiedName, skill.name, skill.directoryName, ...skill.aliases];
    for (const name of [skill.displayName, projectName(skill)]) if (name !== undefined) names.push(name);
    const folded = names.map(foldName);
    const rule = rules.find(({ specifier }) => folded.some((name) => matchSpecifier(specifier, name, () => true)));
    return rule ?? broken;
  };
}

/**
 * Rules that allow reach no further than they say: only the names that are the skill's alone count, not aliases that any
 * author may claim, and a prefix ends where a word ends.
 */
function findAllowing(skill: Skill, given: readonly PermissionRule[]): SourcedRule | undefined {
  const { rules } = parseRules(given.map(toSourced));
  const atWordEnd = (rest: string): boolean => rest === "" || /^[^\p{L}\p{N}]/u.test(rest);
  return rules.find(
    (rule) =>
      namesTool(rule, "Skill", "allow") &&
      [skill.callName, skill.qualifiedName].some((name) => matchSpecifier(rule.specifier ?? "*", name, atWordEnd)),
  );
}

function toSourced(rule: PermissionRule): SourcedRule {
  return typeof rule === "string" ? { text: rule, origin: "permissions" } : rule;
}

/** `name`, `name:*` and `name *` (a prefix), or `*` anywhere. A leading `/` does not count. */
function matchSpecifier(specifier: string, name: string, acceptsRest: (rest: string) => boolean): boolean {
  const wanted = specifier.trim().replace(/^\//, "");
  const prefix = /^([^*]*[^*\s:])(?::| +)\*$/.exec(wanted)?.[1];
  if (prefix !== undefined) return name.startsWith(prefix) && acceptsRest(name.slice(prefix.length));
  return wanted.includes("*") ? matchWildcard(wanted, name) : wanted === name;
}

/** As names are looked up: accents composed, case gone. */
function foldName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
