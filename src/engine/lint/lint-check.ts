/** The contract of one check: a pure function from a file and a few facts of the world to findings. */
import type { PatternCompiler } from "../hook-matcher.ts";
import type { DiagnosticSeverity } from "../types.ts";
import type { LintCode } from "./lint-codes.ts";
import type { LintSubject } from "./lint-subject.ts";

export interface LintFinding {
  readonly code: LintCode;
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  readonly hint?: string;
  /** What `offset` counts in: the text of the front matter, or the body. */
  readonly where: "fields" | "body";
  readonly offset: number;
}

/** What a check cannot know from the file alone. What is absent is not checked. */
export interface LintFacts {
  /** Names of the tools that there are, as the model calls them. */
  readonly tools?: readonly string[];
  /** Files of the working directory, relative to it, with `/` between names. */
  readonly treeFiles?: readonly string[];
  /** Those of the body's `referencedPaths` that exist. */
  readonly existing?: ReadonlySet<string>;
  /** For matchers that are regular expressions. */
  readonly compilePattern?: PatternCompiler;
}

/** Never throws. */
export type LintCheck = (subject: LintSubject, facts: LintFacts) => readonly LintFinding[];
