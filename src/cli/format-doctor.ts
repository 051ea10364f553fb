/** Formats what `skillful doctor` has found, for people. */
import type { IgnoredSetting, ReportedModel, ReportedSetting, SetupReport } from "../agent/index.ts";
import { formatDiagnostic } from "../engine/index.ts";
import type { Palette } from "./palette.ts";
import { printableText } from "./printable-text.ts";
import { relativeFile } from "./relative-file.ts";
import { wrapText } from "./wrap-text.ts";

export interface DoctorFormat {
  readonly palette: Palette;
  readonly columns: number;
  /** Of the program. */
  readonly version: string;
}

type Row = readonly [head: string, text: string];

/** Sections of two columns; ends with a line that says whether all is well. */
export function formatDoctor(report: SetupReport, format: DoctorFormat): string {
  const { palette, version } = format;
  const { effective, ignored } = report.settings;
  const set = effective.filter(({ level }) => level !== "default");
  const defaults = effective.filter(({ level }) => level === "default");
  const { cwd } = report.workspace;
  const title = `Skillful ${version}, Node ${report.node}, ${report.platform}`;
  const sections = [
    `${palette.bold(title)}\n${formatRows(overview(report), format)}`,
    section("Settings in effect", [...set.map((it) => settingRow(it, cwd)), ...defaultsRow(defaults)], format),
    section(
      "Ignored",
      ignored.map((it) => ignoredRow(it, cwd)),
      format,
    ),
    section("Hooks", hookRows(report), format),
    formatProblems(report, format),
  ];
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

function overview(report: SetupReport): readonly Row[] {
  const { workspace, model, permissionMode, shell, sandbox, listing, places } = report;
  const { trusted, because, root, cwd } = workspace;
  const { used, budget, skills, cut } = listing;
  const cuts = [
    ...(cut.shortened > 0 ? [`${cut.shortened} shortened`] : []),
    ...(cut.namesOnly > 0 ? [`${cut.namesOnly} by name only`] : []),
    ...(cut.unlisted > 0 ? [`${cut.unlisted} not listed`] : []),
  ];
  return [
    ["workspace", `${root} (${trusted ? "trusted" : "not trusted"}: ${because})`],
    ...(cwd === root ? [] : [["directory", cwd] as const]),
    ["model", describeModel(model)],
    ["permissions", `mode ${permissionMode}`],
    ["shell", shell ?? "none is installed"],
    ["sandbox", sandbox.remedy === undefined ? sandbox.text : `${sandbox.text} (${sandbox.remedy})`],
    ["skills", describeSkills(report)],
    [
      "listing",
      `${count(used)} of ${count(budget)} characters for ${skills} skills${cuts.length > 0 ? `: ${cuts.join(", ")}` : ""}`,
    ],
    ["state", `${places.state.path} (${places.state.origin})`],
    ["managed", `${places.managed.path} (${places.managed.origin})`],
  ];
}

function describeModel(model: ReportedModel): string {
  switch (model.kind) {
    case "unusable":
      return "none that can be used, see the problems";
    case "chosen": {
      const { id, because, address, keyVariable, contextWindow } = model;
      const facts = [
        ...(address === undefined ? [] : [`at ${address}`]),
        ...(keyVariable === undefined ? [] : [`key from ${keyVariable}`]),
        ...(contextWindow === undefined ? [] : [`${count(contextWindow)} tokens`]),
      ];
      return `${id}: ${[because, ...facts].join("; ")}`;
    }
    default:
      return model satisfies never;
  }
}

function describeSkills({ skills, problems }: SetupReport): string {
  const counts = skills.map(({ source, states }) => {
    const each = Object.entries(states).map(([state, number]) => `${number} ${state}`);
    return `${source} ${each.join(", ")}`;
  });
  const broken = problems.filter(({ path }) => path.endsWith(".md")).length;
  const about = broken === 0 ? "" : `; ${broken} ${broken === 1 ? "problem" : "problems"} in skill files`;
  return `${counts.length === 0 ? "none" : counts.join("; ")}${about}`;
}

function settingRow({ key, name, value, origin }: ReportedSetting, cwd: string): Row {
  return [name === undefined ? key : `${key}.${name}`, `${show(value)} (${relativeFile(origin, cwd)})`];
}

function defaultsRow(defaults: readonly ReportedSetting[]): readonly Row[] {
  if (defaults.length === 0) return [];
  return [["by default", defaults.map(({ key, value }) => `${key} ${show(value)}`).join(", ")]];
}

function ignoredRow(setting: IgnoredSetting, cwd: string): Row {
  const [head, text] = settingRow(setting, cwd);
  const by = setting.by === undefined ? "" : relativeFile(setting.by, cwd);
  switch (setting.why) {
    case "untrusted":
      return [head, `${text}: the workspace is not trusted`];
    case "personal":
      return [head, `${text}: no workspace may say it`];
    case "overridden":
      return [head, `${text}: ${by} counts instead`];
    case "repeated":
      return [head, `${text}: ${by} says the same`];
    default:
      return setting.why satisfies never;
  }
}

function hookRows({ hooks, workspace }: SetupReport): readonly Row[] {
  return hooks.map(({ event, matcher, type, runs, origin }) => [
    matcher === undefined ? event : `${event} ${matcher}`,
    `${type} ${runs} (${relativeFile(origin, workspace.cwd)})`,
  ]);
}

function formatProblems({ problems, workspace }: SetupReport, format: DoctorFormat): string {
  const { palette } = format;
  const shown = problems.filter(({ severity }) => severity !== "info");
  if (shown.length === 0) return palette.green("All is well.");
  const texts = shown.map((problem) => {
    const [head = "", ...rest] = printableText(formatDiagnostic(problem, { cwd: workspace.cwd })).split("\n");
    const paint = problem.severity === "error" ? palette.red : palette.yellow;
    return [paint(head), ...rest.map(palette.dim)].join("\n");
  });
  const errors = shown.filter(({ severity }) => severity === "error").length;
  const warnings = shown.length - errors;
  const sum = [
    ...(errors > 0 ? [`${errors} ${errors === 1 ? "error" : "errors"}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? "warning" : "warnings"}`] : []),
  ];
  return `${palette.bold("Problems")}\n${texts.join("\n")}\n\n${sum.join(", ")}`;
}

function section(title: string, rows: readonly Row[], format: DoctorFormat): string {
  return rows.length === 0 ? "" : `${format.palette.bold(title)}\n${formatRows(rows, format)}`;
}

const MAX_HEAD = 32;

function formatRows(rows: readonly Row[], { columns }: DoctorFormat): string {
  const width = Math.min(MAX_HEAD, Math.max(...rows.map(([head]) => head.length)));
  return rows
    .map(([head, text]) => wrapText(`  ${head.padEnd(width)}  ${printableText(text).replaceAll("\n", " ")}`, columns))
    .join("\n");
}

function show(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
