/** The terms of a permission decision: what is asked for, what was laid down, and what comes out. */
import type { CommandParts } from "./command-parts.ts";

/**
 * `default` asks for what no rule speaks of; `accept-edits` writes in the workspace without a question; `dont-ask` refuses
 * instead of asking; `bypass` does everything that no deny or ask rule stops.
 */
export type PermissionMode = "default" | "accept-edits" | "dont-ask" | "bypass";

export interface SourcedRule {
  /** `Tool` or `Tool(specifier)`. */
  readonly text: string;
  /** Where it comes from, for people: a settings file, `--deny`, a skill. */
  readonly origin: string;
  /**
   * Absolute directory that `Read(/…)` and `Edit(/…)` start from: that of the workspace's file which holds the rule. Absent
   * for the person's own rules, whose paths start at the working directory.
   */
  readonly base?: string;
}

/** A path with its links resolved; both ends count. Absolute. */
export interface ResolvedPath {
  readonly given: string;
  readonly real: string;
}

export type ResolvedAccess =
  | { readonly kind: "read" | "write"; readonly paths: readonly ResolvedPath[] }
  | {
      readonly kind: "command";
      readonly command: string;
      readonly parts: CommandParts;
      /** Real path of every absolute path that `listCommandPaths` names; one that is missing counts as outside. */
      readonly realPaths: ReadonlyMap<string, string>;
      /** Present when it is to run outside of the sandbox. */
      readonly unconfined?: true;
    }
  | { readonly kind: "external"; readonly specifiers: readonly string[] }
  | { readonly kind: "none" };

export interface ToolRequest {
  /** Canonical name. */
  readonly tool: string;
  readonly access: ResolvedAccess;
}

export interface ToolPolicy {
  readonly allow: readonly SourcedRule[];
  readonly ask: readonly SourcedRule[];
  readonly deny: readonly SourcedRule[];
  /** Rules that hold until the user's next message, given by the skills in use. They allow like any allow rule. */
  readonly grants: readonly SourcedRule[];
  readonly mode: PermissionMode;
  readonly cwd: string;
  readonly home: string;
  /** The working directory and added directories, each as given and as its real path. */
  readonly workspace: readonly string[];
  /** Directories that may be read but are not part of the workspace, such as those of skills; given and real. */
  readonly readable: readonly string[];
  /** False: nobody can be asked, so that what would ask is refused. */
  readonly isInteractive: boolean;
}

export interface ToolDecision {
  readonly decision: "allow" | "ask" | "deny";
  /** One sentence or more for a person or a model; for a refusal it says how to allow it. */
  readonly reason: string;
  /** The rule that decided, when one did. */
  readonly rule?: string;
  /** Where it comes from: that of the rule, or the hook that answered in place of one. */
  readonly origin?: string;
  /** The rules that together would allow the call; empty when no rule can. */
  readonly suggestions: readonly string[];
}
