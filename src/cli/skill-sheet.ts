/** Formats one skill for `skills show`: where it comes from, what it may do, and what the model would be given. */
import {
  type EngineSettings,
  type Skill,
  type SkillDecision,
  type SkillPreview,
  type SkillState,
  whyInert,
} from "../engine/index.ts";
import type { Palette } from "./palette.ts";
import { printableLine, printableText } from "./printable-text.ts";
import { explainState } from "./skills-report.ts";
import { wrapText } from "./wrap-text.ts";

export interface SkillSheet {
  readonly skill: Skill;
  readonly state: SkillState;
  readonly args: string;
  readonly preview: SkillPreview;
  /** What becomes of a call by the model, by the permission rules. */
  readonly permission: SkillDecision;
  readonly settings: EngineSettings;
}

/** The value of `skills show --json`. */
export function skillSheetJson(sheet: SkillSheet): Record<string, unknown> {
  const { skill, state, args, preview, permission } = sheet;
  return {
    name: skill.name,
    callName: skill.callName,
    qualifiedName: skill.qualifiedName,
    source: skill.source,
    path: skill.path,
    state,
    trusted: skill.trusted,
    fields: {
      description: skill.description,
      whenToUse: skill.whenToUse,
      argumentHint: skill.argumentHint,
      arguments: skill.arguments,
      aliases: skill.aliases,
      context: skill.context,
      agent: skill.agent,
      model: skill.model,
      effort: skill.effort,
      allowedTools: skill.allowedTools,
      disallowedTools: skill.disallowedTools,
      userInvocable: skill.userInvocable,
      modelInvocable: skill.modelInvocable,
      paths: skill.paths,
      hooks: skill.hooks,
      shell: skill.shell,
      license: skill.license,
      compatibility: skill.compatibility,
      metadata: skill.metadata,
      extra: skill.extra,
    },
    permission,
    args,
    ...(preview.kind === "preview"
      ? { text: preview.text, commands: preview.commands }
      : { error: { message: preview.message } }),
  };
}

/** A table of what is set, then the text between two rules. Ends with a line break. */
export function formatSkillSheet(
  sheet: SkillSheet,
  options: { readonly palette: Palette; readonly columns: number },
): string {
  const { palette, columns } = options;
  const { skill, preview } = sheet;
  const rows = sheetRows(sheet);
  const width = Math.max(...rows.map(([label]) => label.length));
  const rule = palette.dim("─".repeat(Math.min(columns, 80)));
  const lines = [
    palette.bold(printableLine(skill.callName, columns)),
    wrapText(printableText(skill.description).trim(), columns),
    "",
    ...rows.map(([label, value]) => {
      // Painted after it is wrapped: styles take no room.
      const row = wrapText(`  ${label.padEnd(width)}  ${printableText(value)}`, columns);
      return `  ${palette.dim(row.slice(2, 2 + width))}${row.slice(2 + width)}`;
    }),
    "",
  ];
  if (preview.kind === "failed") return `${lines.join("\n")}${printableText(preview.message)}\n`;
  const title = `what the model is given${sheet.args === "" ? "" : ` for ${JSON.stringify(sheet.args)}`}`;
  return `${[...lines, palette.dim(title), rule, printableText(preview.text).trim(), rule].join("\n")}\n`;
}

function sheetRows({ skill, state, preview, permission, settings }: SkillSheet): (readonly [string, string])[] {
  const why = explainState({ skill, state }, settings);
  const inert = whyInert(skill);
  const when = (label: string, value: string | undefined): (readonly [string, string])[] =>
    value === undefined || value === "" ? [] : [[label, value]];
  const hooks = Object.entries(skill.hooks ?? {}).map(([event, matchers]) => `${event} (${matchers.length})`);
  const commands = preview.kind === "preview" ? preview.commands : [];
  return [
    ["state", why === undefined ? state : `${state}: ${why}`],
    [
      "source",
      inert === undefined ? skill.source : `${skill.source}; ${inert}: its hooks, grants and commands are off`,
    ],
    ["file", skill.path],
    ...when("typed as", skill.userInvocable ? `/${skill.callName} ${skill.argumentHint ?? ""}`.trimEnd() : undefined),
    ...when("also", [skill.qualifiedName, ...skill.aliases].filter((name) => name !== skill.callName).join(", ")),
    ...when("use when", skill.whenToUse),
    ...when("wakes for", skill.paths.join(", ")),
    ["runs", skill.context === "fork" ? `in a fork${skill.agent === undefined ? "" : ` as ${skill.agent}`}` : "inline"],
    ...when("model", skill.model),
    ...when("effort", skill.effort === undefined ? undefined : String(skill.effort)),
    ...when(skill.context === "fork" ? "has tools" : "grants", skill.allowedTools.join(", ")),
    ...when("takes away", skill.disallowedTools.join(", ")),
    ...when("hooks", hooks.join(", ")),
    ...when("commands", commands.join("; ")),
    ["permission", `${permission.decision} when the model calls it. ${permission.reason}`],
  ];
}
