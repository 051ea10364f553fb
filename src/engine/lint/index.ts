/** The linter's surface inside the engine: finding files, checking them, and writing new ones that pass. */
export { type FoundLintFiles, findLintFiles, type LintFile, toLintFile } from "./find-lint-files.ts";
export { findSkillDirectories, type SkillDirectories } from "./find-skill-directories.ts";
export type { LintFacts } from "./lint-check.ts";
export { describeLintCode, LINT_CHECKS, PORTABLE_CHECKS, READER_CHECKS } from "./lint-codes.ts";
export { type LintWorld, lintFiles } from "./lint-files.ts";
export { type LintOptions, lintSkill } from "./lint-skill.ts";
export { type LintReading, readLintSubject } from "./lint-subject.ts";
export { loadTreeFiles } from "./load-tree-files.ts";
export { type NewSkill, newSkillText } from "./new-skill-text.ts";
export { portableNameFault } from "./portable-name.ts";
export { referencedPaths, topFolder } from "./referenced-paths.ts";
