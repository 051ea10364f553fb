/** `skills lint --format text`: each finding with its lines, and a summary, for people. */
import { formatDiagnostic } from "../engine/index.ts";
import { countSeverity, type LintReport } from "./lint-report.ts";
import type { Palette } from "./palette.ts";
import { printableText } from "./printable-text.ts";

/** Ends in a line break. Pure. */
export function formatLintText(report: LintReport, palette: Palette): string {
  const findings = report.diagnostics.map((diagnostic) => {
    const [head = "", ...rest] = printableText(formatDiagnostic(diagnostic, { cwd: report.cwd })).split("\n");
    const paint = { error: palette.red, warning: palette.yellow, info: palette.dim }[diagnostic.severity];
    return `${[paint(head), ...rest.map(palette.dim)].join("\n")}\n\n`;
  });
  return `${findings.join("")}${summary(report)}\n`;
}

function summary(report: LintReport): string {
  const parts = [
    counted(countSeverity(report, "error"), "error"),
    counted(countSeverity(report, "warning"), "warning"),
    counted(countSeverity(report, "info"), "note"),
  ];
  return `${counted(report.files, "file")} checked: ${parts.join(", ")}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
