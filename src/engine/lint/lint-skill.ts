/** Runs all checks on one file and turns what they find into diagnostics, in the order of the file. */
import { formatCodeFrame } from "../code-frame.ts";
import { createReport } from "../report.ts";
import type { Diagnostic, DiagnosticSeverity } from "../types.ts";
import { checkBody } from "./check-body.ts";
import { checkCommands } from "./check-commands.ts";
import { checkDescription } from "./check-description.ts";
import { checkHooks } from "./check-hooks.ts";
import { checkNames } from "./check-names.ts";
import { checkPaths } from "./check-paths.ts";
import { checkPlaceholders } from "./check-placeholders.ts";
import { checkPortable } from "./check-portable.ts";
import { checkReferences } from "./check-references.ts";
import { checkTools } from "./check-tools.ts";
import type { LintCheck, LintFacts, LintFinding } from "./lint-check.ts";
import type { LintReading, LintSubject } from "./lint-subject.ts";

/** More findings of one file help nobody. */
const MAX_FINDINGS = 100;

const CHECKS: readonly LintCheck[] = [
  checkNames,
  checkDescription,
  checkPaths,
  checkTools,
  checkHooks,
  checkPlaceholders,
  checkReferences,
  checkCommands,
  checkBody,
];

/** What is only a note to who uses a skill is worth a warning to its author. */
const AUTHOR_SEVERITY: ReadonlyMap<string, DiagnosticSeverity> = new Map([["illegal-name", "warning"]]);

export interface LintOptions extends LintFacts {
  /** Also hold the file to the open standard, strictly. */
  readonly portable?: boolean;
}

/**
 * All that is wrong with a file: what its reading reported, then what the checks find. Every diagnostic has a place, and a
 * code frame when the file is text. Pure; never throws.
 */
export function lintSkill(reading: LintReading, options: LintOptions = {}): readonly Diagnostic[] {
  const { subject, text } = reading;
  const checks = options.portable ? [...CHECKS, checkPortable] : CHECKS;
  const findings = subject === undefined ? [] : checks.flatMap((check) => check(subject, options));
  const read = reading.diagnostics.map((diagnostic) => complete(diagnostic, text));
  const all = [...read, ...(subject === undefined ? [] : report(subject, findings))].sort(byPlace);
  const shown = all.slice(0, MAX_FINDINGS);
  const [last] = shown.slice(-1);
  if (last === undefined || all.length <= MAX_FINDINGS) return shown;
  const message = `There are ${all.length - MAX_FINDINGS} more findings in this file.`;
  // An error must not be among what is left out without a word.
  const severity = all.slice(MAX_FINDINGS).some((diagnostic) => diagnostic.severity === "error") ? "error" : "info";
  return [...shown, { code: "too-many-findings", severity, path: last.path, line: 1, column: 1, message }];
}

function report(subject: LintSubject, findings: readonly LintFinding[]): readonly Diagnostic[] {
  const { file, text, block, blockLine, body, bodyLine } = subject;
  const fields = createReport({ path: file.path, text, block, blockLine });
  const prose = createReport({ path: file.path, text, block: body, blockLine: bodyLine });
  for (const { where, ...finding } of findings.slice(0, MAX_FINDINGS)) {
    (where === "fields" ? fields : prose).add({ ...finding, frame: true });
  }
  // What is beyond the limit is counted, without the work of showing it.
  const rest = findings.slice(MAX_FINDINGS).map(({ code, severity, message }) => ({
    code,
    severity,
    message,
    path: file.path,
    line: Number.MAX_SAFE_INTEGER,
  }));
  return [...fields.diagnostics, ...prose.diagnostics, ...rest];
}

/** A problem of the file as a whole is shown at its beginning. */
function complete(diagnostic: Diagnostic, text: string): Diagnostic {
  const { line = 1, column = 1, code, severity } = diagnostic;
  const frame = diagnostic.frame ?? (text === "" ? undefined : formatCodeFrame(text, line, column));
  return {
    ...diagnostic,
    severity: AUTHOR_SEVERITY.get(code) ?? severity,
    line,
    column,
    ...(frame === undefined ? {} : { frame }),
  };
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
