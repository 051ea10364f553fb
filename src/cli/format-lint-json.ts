/** `skills lint --format json`: one object with counts and every finding, for programs. */
import { countSeverity, type LintReport } from "./lint-report.ts";

/** Paths are absolute. Ends in a line break. Pure. */
export function formatLintJson(report: LintReport): string {
  const value = {
    files: report.files,
    errors: countSeverity(report, "error"),
    warnings: countSeverity(report, "warning"),
    notes: countSeverity(report, "info"),
    diagnostics: report.diagnostics,
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
