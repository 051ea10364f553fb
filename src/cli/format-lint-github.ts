/** `skills lint --format github`: workflow commands, which GitHub shows beside the lines of a pull request. */
import type { Diagnostic, DiagnosticSeverity } from "../engine/index.ts";
import type { LintReport } from "./lint-report.ts";
import { relativeFile } from "./relative-file.ts";

const COMMANDS: Readonly<Record<DiagnosticSeverity, string>> = { error: "error", warning: "warning", info: "notice" };

/** One line for each finding; empty when there is none. Pure. */
export function formatLintGithub(report: LintReport): string {
  return report.diagnostics.map((diagnostic) => `${toCommand(diagnostic, report.cwd)}\n`).join("");
}

function toCommand({ code, severity, path, line, column, message, hint }: Diagnostic, cwd: string): string {
  const properties = [
    `file=${escapeProperty(relativeFile(path, cwd))}`,
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${escapeProperty(code)}`,
  ];
  const text = hint === undefined ? message : `${message} ${hint}`;
  return `::${COMMANDS[severity]} ${properties.join(",")}::${escapeData(text)}`;
}

/** A line break would end the command, and what follows could be another one. */
function escapeData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
