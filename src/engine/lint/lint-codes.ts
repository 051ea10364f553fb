/** Every check of the linter by its code: the vocabulary of its output, of SARIF rules and of docs/lint.md. */

/** Checks that only the linter makes; the meaning in a few words. */
export const LINT_CHECKS = {
  "description-no-trigger": "The description does not say when to use the skill.",
  "description-too-vague": "The description is too short to choose by.",
  "hook-matcher-ignored": "A hook has a matcher on an event that has nothing to match.",
  "hook-never-fires": "The matcher of a hook fits nothing that its event can bring.",
  "invalid-hook-matcher": "The matcher of a hook cannot be read.",
  "invalid-path-pattern": "A pattern in paths cannot be used.",
  "long-body": "The body is so long that its reader loses the thread.",
  "missing-file": "The body refers to a file that does not exist.",
  "name-differs-from-directory": "The skill and its directory have different names.",
  "paths-match-nothing": "A pattern in paths matches no file of this workspace.",
  "paths-select-nothing": "No pattern in paths can select a file.",
  "too-many-findings": "The file has more findings than are shown.",
  "unfilled-placeholder": "A placeholder of the body is never filled.",
  "unknown-tool": "A list of tools names one that does not exist here.",
  "unreadable-file": "The file cannot be read.",
  "unreadable-rule": "An entry of a list of tools cannot be read as a rule.",
  "unsafe-argument": "An injected command puts an argument where it cannot be kept data.",
} as const;

/** Checks of `--portable`: the open standard's rules. */
export const PORTABLE_CHECKS = {
  "portable-command": "A command file is not a skill of the open standard.",
  "portable-compatibility": "The compatibility field breaks the open standard.",
  "portable-description": "The description breaks the open standard.",
  "portable-field": "A field is not one of the six of the open standard.",
  "portable-file-name": "The file is not called SKILL.md.",
  "portable-metadata": "The metadata field breaks the open standard.",
  "portable-name": "The name breaks the open standard.",
  "portable-tools": "The allowed-tools field breaks the open standard.",
  "portable-yaml": "The front matter is not valid for a strict YAML reader.",
} as const;

/** What reading the file may report, with and without the linter. */
export const READER_CHECKS = {
  "comment-in-value": "YAML takes the end of a value for a comment.",
  "description-too-long": "The description is longer than the listing shows.",
  "duplicate-field": "A field is given more than once.",
  "empty-allowed-tools": "An empty list of allowed tools restricts nothing.",
  "empty-body": "The skill has no instructions.",
  "ignored-field": "A field has no effect in a command file.",
  "illegal-alias": "An alias cannot be called.",
  "illegal-directory-name": "The directory's name cannot be called.",
  "illegal-name": "The name cannot be called.",
  "invalid-argument": "An argument has a name that cannot be used.",
  "invalid-boolean": "A value is neither yes nor no.",
  "invalid-context": "The context is neither inline nor fork.",
  "invalid-effort": "The effort is not a level or a number.",
  "invalid-model": "The model cannot be used.",
  "invalid-shell": "The shell is neither bash nor powershell.",
  "invalid-yaml": "The front matter is not YAML.",
  "malformed-hook": "A hook is not written as hooks are.",
  "missing-description": "There is no description.",
  "missing-frontmatter": "The file has no front matter.",
  "not-utf8": "The file is not UTF-8 text.",
  "invalid-utf8": "The file holds bytes that are not UTF-8.",
  "nul-bytes": "The file holds NUL bytes.",
  "repaired-value": "A value needs quotes and was read as if it had them.",
  "too-large": "The file is too large to be read.",
  "too-many-patterns": "The braces in paths stand for too many patterns.",
  "unclosed-frontmatter": "The front matter is never closed.",
  "unknown-field": "A field is not known.",
  "unknown-hook-event": "There is no hook event of that name.",
  "unknown-hook-field": "A field of a hook is not known.",
  "unreadable-tools": "A list of tools cannot be read.",
  "wrong-type": "A value has the wrong type.",
  "yaml-too-complex": "The front matter is too deep or too large.",
} as const;

export type LintCode = keyof typeof LINT_CHECKS | keyof typeof PORTABLE_CHECKS;

const SUMMARIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...LINT_CHECKS, ...PORTABLE_CHECKS, ...READER_CHECKS }),
);

/** What a code means in one sentence; undefined for codes of other parts of the program. */
export function describeLintCode(code: string): string | undefined {
  return SUMMARIES.get(code);
}
