/** `skills lint --format json`: one object with counts and every finding, for programs. */
import { countSeverity, type LintReport } from "./lint-report.ts";
import { formatPrintableJson } from "./printable-json.ts";

/** Paths are absolute. Ends in a line break. Pure. */
export function formatLintJson(report: LintReport): string {
  const value = {
    files: report.files,
    errors: countSeverity(report, "error"),
    warnings: countSeverity(report, "warning"),
    notes: countSeverity(report, "info"),
    diagnostics: report.diagnostics,
  };
  return `${formatPrintableJson(value, 2)}\n`;
}
