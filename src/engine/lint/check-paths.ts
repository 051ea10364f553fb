/** Checks whether the patterns of `paths` can be read and match anything in this workspace. */
import { compileActivation } from "../activation.ts";
import { diagnosePathPatterns, parsePathPattern } from "../path-pattern.ts";
import type { LintCheck, LintFinding } from "./lint-check.ts";
import { findField, offsetInField } from "./lint-subject.ts";

/** A pattern without a file is worth a note, since the file may come; none that has one is worth a warning. */
export const checkPaths: LintCheck = (subject, { treeFiles }) => {
  const { paths } = subject.definition;
  if (paths.length === 0) return [];
  const place = findField(subject.root, "paths")?.start ?? 0;
  const findings: LintFinding[] = unreadablePatterns(subject.definition.paths, (pattern) =>
    offsetInField(subject, "paths", pattern),
  );
  const [unselective] = diagnosePathPatterns({ paths, path: subject.file.path }).filter(
    ({ code }) => code === "paths-select-nothing",
  );
  if (unselective !== undefined) {
    const { message, hint } = unselective;
    const base = {
      code: "paths-select-nothing",
      severity: "warning",
      message,
      where: "fields",
      offset: place,
    } as const;
    return [...findings, { ...base, ...(hint === undefined ? {} : { hint }) }];
  }
  if (treeFiles === undefined) return findings;
  const selective = paths.filter(isSelective);
  const unmatched = new Set(unmatchedPatterns(selective, treeFiles));
  const severity = unmatched.size === selective.length && !paths.includes("**") ? "warning" : "info";
  for (const pattern of unmatched) {
    findings.push({
      code: "paths-match-nothing",
      severity,
      message:
        severity === "warning" && selective.length === 1
          ? `The pattern \`${cut(pattern)}\` matches no file here, so the skill waits for a file that does not exist yet.`
          : `The pattern \`${cut(pattern)}\` matches no file here.`,
      hint: "Patterns are those of .gitignore and begin at the working directory: `src/**/*.ts`, or `*.ts` for any depth.",
      where: "fields",
      offset: offsetInField(subject, "paths", pattern),
    });
  }
  return findings;
};

function unreadablePatterns(patterns: readonly string[], offsetOf: (pattern: string) => number): LintFinding[] {
  return patterns.flatMap((pattern) => {
    const parsed = parsePathPattern(pattern);
    if (parsed.kind === "pattern") return [];
    return {
      code: "invalid-path-pattern",
      severity: "warning",
      message: `The pattern \`${cut(pattern)}\` cannot be used: ${parsed.reason}.`,
      hint: parsed.hint,
      where: "fields",
      offset: offsetOf(pattern),
    } as const;
  });
}

/** Patterns that select, except `**` alone, which is no condition. */
function isSelective(pattern: string): boolean {
  const parsed = parsePathPattern(pattern);
  return pattern !== "**" && parsed.kind === "pattern" && !parsed.pattern.negated;
}

/** One index over all patterns, each standing for itself, so that the files are looked at once. */
function unmatchedPatterns(patterns: readonly string[], files: readonly string[]): readonly string[] {
  const left = new Set(patterns);
  const index = compileActivation(patterns.map((pattern) => ({ paths: [pattern] })));
  for (const file of files) {
    for (const { paths } of index.match(file)) for (const pattern of paths) left.delete(pattern);
    if (left.size === 0) break;
  }
  return [...left];
}

function cut(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
