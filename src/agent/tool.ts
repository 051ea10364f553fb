/** The contract of a tool: what it is called, what it takes, what it would touch, and what it gives back. */
import type { z } from "zod";
import type { Outcome, Shell, Skill, TouchKind } from "../engine/index.ts";

/** What a call would do, for the permission decision. Paths are absolute. */
export type ToolAccess =
  | { readonly kind: "read"; readonly paths: readonly string[] }
  | { readonly kind: "write"; readonly paths: readonly string[] }
  /** `unconfined`: outside of the sandbox, where there is one. */
  | { readonly kind: "command"; readonly command: string; readonly unconfined?: boolean }
  /**
   * Something outside the machine's files and commands, such as an MCP tool or a web page. Decided by rules that name the
   * tool, or the tool with one of `specifiers` (such as `domain:example.com`; `*` in the rule spans anything).
   */
  | { readonly kind: "external"; readonly specifiers: readonly string[] }
  /** Decided elsewhere: skills by the skill session. */
  | { readonly kind: "none" };

/** A skill outcome that the loop still has to apply to the conversation after the tool results. */
export type InlineOutcome = Extract<Outcome, { kind: "inline" }>;
export type ForkOutcome = Extract<Outcome, { kind: "fork" }>;

export interface ToolContext {
  /** Absolute working directory of the session. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly shell: Shell;
  /** Files read in this session by path, so that Edit and Write can refuse to overwrite what was never seen. */
  readonly filesRead: Map<string, { readonly mtimeMs: number }>;
  /**
   * Whether a file met on the way (by Glob, Grep, GitDiff) may be shown; the gate sets it, so that a search of a directory
   * does not show a file that a rule keeps from Read. Absent: every file.
   */
  readonly mayRead?: (path: string) => boolean;
  /** Invokes a skill for the model; a fork is run to its end by the host. Absent where skills are not available. */
  readonly skills?: {
    invoke(name: string, args: string): Promise<Outcome>;
    /** Skills that the model may invoke and that fit the words best, best first. */
    search(words: string): Promise<readonly Skill[]>;
    runFork(outcome: ForkOutcome, args: string): Promise<{ readonly text: string; readonly isError: boolean }>;
  };
}

export interface ToolResult {
  /** What the model reads. */
  readonly text: string;
  readonly isError: boolean;
  /** Files that were read, written or edited with success. */
  readonly touched: readonly { readonly path: string; readonly kind: TouchKind }[];
  /** Set by the Skill tool for an inline skill: its text follows the tool results as a user message. */
  readonly inline?: InlineOutcome;
}

export interface Tool<Input = unknown> {
  /** Canonical name, such as `Read`. */
  readonly name: string;
  /** Other accepted spellings, such as `read_file`. */
  readonly aliases: readonly string[];
  /** Static text for the model. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  access(input: Input, context: { readonly cwd: string }): ToolAccess;
  /** Never throws for bad input or a failing operation: that is a result with `isError`. Rejects only on abort. */
  execute(input: Input, context: ToolContext): Promise<ToolResult>;
}
