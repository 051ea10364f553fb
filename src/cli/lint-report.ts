/** What a run of the linter found: the one value that every output format of `skills lint` is made from. */
import type { Diagnostic, DiagnosticSeverity } from "../engine/index.ts";

export const LINT_FORMATS = ["text", "json", "github", "sarif"] as const;
export type LintFormat = (typeof LINT_FORMATS)[number];

export interface LintReport {
  /** Number of files checked. */
  readonly files: number;
  /** In the order in which they are shown. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute; paths below it are shown relative to it. */
  readonly cwd: string;
}

/** How many diagnostics there are of a severity. */
export function countSeverity({ diagnostics }: LintReport, severity: DiagnosticSeverity): number {
  return diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
}
