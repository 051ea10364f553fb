/** Writes an explanation for people: one paragraph for each skill, the decisive line first. */
import { dirname } from "node:path";
import type { PatternVerdict } from "./activation.ts";
import type { Explanation, SkillExplanation } from "./explain.ts";
import type { NotLoaded } from "./not-loaded.ts";
import type { Diagnostic } from "./types.ts";
import { whyInert } from "./why-inert.ts";

/** Plain text without colours, each line ended. Pure. */
export function formatExplanation(explanation: Explanation): string {
  const heading = formatHeading(explanation);
  const isPath = explanation.kind === "path";
  const skills = explanation.skills.map((skill) => formatSkill(skill, isPath));
  const ignored = explanation.kind === "path" ? explanation.gitIgnoredRoots.map(formatGitIgnored) : [];
  return `${[heading, ...skills, ...explanation.notLoaded.map(formatNotLoaded), ...ignored].join("\n\n")}\n`;
}

function formatGitIgnored(root: string): string {
  return `not loaded: ${root}\n  git ignores the directory that holds it\n  hint: \`git check-ignore -v ${dirname(root)}\` names the rule`;
}

function formatNotLoaded({ path, diagnostics }: NotLoaded): string {
  return [`not loaded: ${path}`, ...diagnostics.flatMap(describeProblem)].join("\n");
}

function describeProblem({ line, column, message, hint }: Diagnostic): readonly string[] {
  const place = line === undefined ? "" : `line ${line}${column === undefined ? "" : `, column ${column}`}: `;
  return [`  ${place}${message}`, ...(hint === undefined ? [] : [`  hint: ${hint}`])];
}

function formatHeading(explanation: Explanation): string {
  switch (explanation.kind) {
    case "path": {
      const { path, relativePath, nestedRoots, skills } = explanation;
      if (relativePath === undefined) return `${path} lies outside the working directory: it activates nothing.`;
      const woken = skills.filter(({ state, patterns }) => state === "active" && patterns.length > 0).length;
      const roots = nestedRoots.length === 0 ? "" : ` It also brings in ${nestedRoots.join(", ")}.`;
      return `${relativePath} activates ${woken} of ${count(skills.length, "candidate")}.${roots}`;
    }
    case "name": {
      const { name, skills, notLoaded, isAmbiguous, suggestions } = explanation;
      if (isAmbiguous) return `${name} fits several skills, so it calls none of them.`;
      if (skills.length > 0) return `${name} is ${skills[0]?.skill.qualifiedName}.`;
      if (notLoaded.length > 0) return `There is no skill ${name}, but there is what was not loaded.`;
      return suggestions.length === 0
        ? `There is no skill ${name}.`
        : `There is no skill ${name}. Did you mean ${suggestions.join(", ")}?`;
    }
    default:
      return explanation satisfies never;
  }
}

function formatSkill(explanation: SkillExplanation, isPath: boolean): string {
  const { skill, patterns, powers, override } = explanation;
  const lines = [
    `${skill.callName}: ${describeState(explanation, isPath)}`,
    `  file: ${skill.path} (${skill.source}${skill.kind === "command" ? ", command file" : ""})`,
    ...patterns.map((verdict) => `  ${describeVerdict(verdict)}`),
    `  callable by: ${describeVisibility(explanation)}`,
    `  in the model's list: ${explanation.isListed ? "yes" : "no"}`,
    `  when the model calls it: ${describeModelCall(explanation)}`,
  ];
  if (override !== undefined) lines.push(`  setting: skills.overrides says ${override}`);
  if (powers.length > 0) lines.push(`  it ${powers.join("; it ")}`);
  const inert = whyInert(skill);
  if (inert !== undefined) lines.push(`  ${inert}: its hooks, grants and commands are off`);
  return lines.join("\n");
}

function describeState({ skill, state, patterns }: SkillExplanation, isPath: boolean): string {
  switch (state) {
    case "active":
      return isPath && patterns.length > 0 ? "becomes active by this file" : "active";
    case "waiting":
      return isPath
        ? "keeps waiting: its patterns do not select this file"
        : `waits for a file that matches ${skill.paths.join(", ")}`;
    case "shadowed":
      return `shadowed: ${skill.shadowedBy ?? "another skill"} has the name; call this one ${skill.qualifiedName}`;
    case "disabled":
      return "switched off by the setting skills.overrides";
    case "refused":
      return "not loaded";
    default:
      return state satisfies never;
  }
}

function describeModelCall({ permission, modelCall }: SkillExplanation): string {
  const decision = `${permission.decision}. ${permission.reason}`;
  if (modelCall.kind !== "refused" || permission.decision === "deny") return decision;
  return modelCall.code === "waiting" ? `refused while it waits, then ${decision}` : `refused. ${modelCall.message}`;
}

function describeVerdict(verdict: PatternVerdict): string {
  switch (verdict.kind) {
    case "selects":
    case "takes-back":
      return `${verdict.pattern}: ${verdict.kind === "selects" ? "selects" : "takes back"} ${verdict.at}${verdict.decisive ? " (decides)" : ""}`;
    case "no-match":
      return `${verdict.pattern}: does not match`;
    case "unreadable":
      return `${verdict.pattern}: cannot be read, ${verdict.reason}`;
    default:
      return verdict satisfies never;
  }
}

function describeVisibility({ visibility: { user, model, nameOnly } }: SkillExplanation): string {
  const who = user && model ? "the user and the model" : user ? "the user" : model ? "the model" : "nobody";
  return nameOnly && model ? `${who} (listed by name only)` : who;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
