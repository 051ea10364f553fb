/** Formats skills and their states for `skills list`: a table for people, JSON for programs. */
import {
  DEFAULT_PRECEDENCE,
  type Diagnostic,
  type EngineSettings,
  type Skill,
  type SkillEntry,
  type SkillSource,
  skillVisibility,
} from "../engine/index.ts";
import type { Palette } from "./palette.ts";
import { printableLine } from "./printable-text.ts";

export interface SkillsReport {
  readonly skills: readonly SkillEntry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly settings: EngineSettings;
}

/** The value of `skills list --json`: the shape is part of the program's contract. */
export function skillsJson(report: SkillsReport): Record<string, unknown> {
  return {
    skills: report.skills.map(({ skill, state }) => ({
      name: skill.name,
      qualifiedName: skill.qualifiedName,
      source: skill.source,
      path: skill.path,
      description: skill.description,
      state,
      invocable: invocableBy(skill, report.settings),
      paths: skill.paths,
      aliases: skill.aliases,
      ...(skill.shadowedBy === undefined ? {} : { shadowedBy: skill.shadowedBy }),
    })),
    diagnostics: report.diagnostics.map(({ code, severity, path, line, column, message, hint }) => ({
      code,
      severity,
      path,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      message,
      ...(hint === undefined ? {} : { hint }),
    })),
  };
}

function invocableBy(skill: Skill, settings: EngineSettings): { readonly user: boolean; readonly model: boolean } {
  const { user, model } = skillVisibility(skill, settings);
  return { user, model };
}

const SOURCE_TITLES: Readonly<Record<SkillSource, string>> = {
  managed: "managed",
  project: "project",
  added: "added directories",
  user: "user",
  bundled: "bundled with the program",
  custom: "custom",
  nested: "nested",
  "bundled-plugin": "bundled plugins",
  plugin: "plugins",
  remote: "remote",
};

/** A table grouped by source; Without end of `columns`, as in a pipe, nothing is cut. Ends with a line of counts. */
export function formatSkillsTable(
  entries: readonly SkillEntry[],
  options: { readonly palette: Palette; readonly columns: number; readonly settings: EngineSettings },
): string {
  const { palette, settings } = options;
  if (entries.length === 0) return "no skills here; a skill is a directory with a SKILL.md in .claude/skills\n";
  const rows = entries.map((entry) => ({ entry, name: printableLine(entry.skill.callName, 60) }));
  const nameWidth = Math.min(40, Math.max(...rows.map(({ name }) => name.length)));
  const room = Math.max(20, options.columns - nameWidth - 15);
  const lines: string[] = [];
  for (const source of DEFAULT_PRECEDENCE) {
    const ofSource = rows.filter(({ entry }) => entry.skill.source === source);
    if (ofSource.length === 0) continue;
    if (lines.length > 0) lines.push("");
    lines.push(palette.bold(SOURCE_TITLES[source]));
    for (const { entry, name } of ofSource) {
      const why = explainState(entry, settings);
      const { description } = entry.skill;
      // Who may call it says nothing of what it is for.
      const { user, model } = skillVisibility(entry.skill, settings);
      const parts = entry.state === "active" && (user || model) ? [why, description] : [why ?? description];
      const text = printableLine(parts.filter((part) => part !== undefined).join(": "), room);
      const note = why === undefined ? text : palette.dim(text);
      lines.push(`  ${name.padEnd(nameWidth)}  ${paintState(entry, palette)}  ${note}`.trimEnd());
    }
  }
  lines.push("", palette.dim(countStates(entries)));
  return `${lines.join("\n")}\n`;
}

/** Why a skill cannot be called by everybody right now; undefined when it can. */
export function explainState({ skill, state }: SkillEntry, settings: EngineSettings): string | undefined {
  switch (state) {
    case "active":
      return explainInvocable(skill, settings);
    case "waiting":
      return `wakes when a file matches ${skill.paths.join(", ")}`;
    case "shadowed":
      return `${skill.shadowedBy ?? "another skill"} has the name; call this one ${skill.qualifiedName}`;
    case "disabled":
      return "switched off by the settings";
    case "refused":
      return "not loaded, see below";
    default:
      return state satisfies never;
  }
}

function explainInvocable(skill: Skill, settings: EngineSettings): string | undefined {
  const { user, model } = skillVisibility(skill, settings);
  if (user && model) return undefined;
  if (user) return "only you can call it";
  if (model) return "only the model can call it";
  return "nobody can call it: user-invocable is false and disable-model-invocation is true";
}

function paintState({ state }: SkillEntry, palette: Palette): string {
  const text = state.padEnd(8);
  switch (state) {
    case "active":
      return palette.green(text);
    case "waiting":
      return palette.cyan(text);
    case "shadowed":
    case "disabled":
      return palette.dim(text);
    case "refused":
      return palette.red(text);
    default:
      return state satisfies never;
  }
}

function countStates(entries: readonly SkillEntry[]): string {
  const counts = new Map<string, number>();
  for (const { state } of entries) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`);
  return `${entries.length} ${entries.length === 1 ? "skill" : "skills"}: ${parts.join(", ")}`;
}
