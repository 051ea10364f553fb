/** One conversation's view of the skills: what was listed, activated, found and granted. Interface only; see `create-session.ts`. */
import type { Abortable } from "./abort.ts";
import type { InvokeRequest, Outcome } from "./outcome.ts";
import type { SkillInUse } from "./put-back-skills.ts";
import type { ListingUse } from "./session-listing.ts";
import type { Diagnostic, Effort, Skill, SkillState } from "./types.ts";

export interface SessionOptions {
  /** Value of `${CLAUDE_SESSION_ID}`. Default: a random UUID from the engine's id source. */
  readonly sessionId?: string;
  /** Names the agent in logs; forks get their own. Default `main`. */
  readonly agentId?: string;
  /** Tokens. Sets the listing budget when `listing.budget` is absent, and bounds what a compaction puts back. */
  readonly contextWindow?: number;
  /** Value of `${CLAUDE_EFFORT}`. */
  readonly effort?: Effort;
  /** State from `save()`. */
  readonly state?: SessionState;
}

export type TouchKind = "read" | "write" | "edit";

export interface TouchResult {
  /** Skills found in nested roots by this call. */
  readonly discovered: readonly Skill[];
  /** Conditional skills that this call activated. */
  readonly activated: readonly Skill[];
  /** A complete `<system-reminder>` to put at the end of the tool's result, when there is something to announce. */
  readonly reminder?: string;
}

export interface SkillEntry {
  readonly skill: Skill;
  readonly state: SkillState;
}

/** JSON-serialisable; opaque to callers. */
export interface SessionState {
  readonly version: 1;
  readonly activated: readonly string[];
  readonly nestedRoots: readonly string[];
  readonly announced: Readonly<Record<string, string>>;
  readonly grants: readonly string[];
  /** Texts of inline skills in the conversation. Absent in states of earlier versions. */
  readonly inUse?: readonly SkillInUse[];
}

export interface SkillSession {
  readonly id: string;
  readonly agentId: string;
  /**
   * Resolves when a restored state is in place and work on touched files is done. Other methods work without it: until then
   * a listing tells of no skill as gone, and `touched` and `invoke` wait by themselves.
   */
  ready(options?: Abortable): Promise<void>;
  /** Delta for the next request: a complete `<system-reminder>`, or undefined when nothing is new. Marks it as sent. */
  listing(): string | undefined;
  /**
   * Reports files that a tool read, wrote or edited with success. Absolute paths or paths relative to the working
   * directory. Discovers nested roots, then activates. Forked sessions do neither. Never throws for odd paths;
   * rejects only when the signal aborts. What a touch that was aborted has woken, the next listing tells.
   */
  touched(paths: readonly string[], kind: TouchKind, options?: Abortable): Promise<TouchResult>;
  /**
   * The existing files of the working directory that the output of a command names, absolute, for `touched`. None unless
   * `skills.filesFromShell` is set, and none in forked sessions. Rejects only on abort.
   */
  filesNamedIn(output: string, options?: Abortable): Promise<readonly string[]>;
  invoke(request: InvokeRequest): Promise<Outcome>;
  /**
   * Returns the text to append for an inline outcome, and takes it that the caller appends it: the outcome's own text, or a
   * short note when the conversation holds the very same text already. What was placed is put back after a compaction.
   */
  place(outcome: Extract<Outcome, { kind: "inline" }>): string;
  /**
   * The texts of skills to put back when the conversation is compacted now: a complete `<system-reminder>`, or undefined
   * when no skill is in use. Newest first, of each skill the text placed last, up to 5,000 tokens each and 25,000 in all (a
   * quarter of the context window where that is less), by estimate. Changes nothing; `reset("compacted")` does.
   */
  compactionText(): string | undefined;
  /** All skills with their state in this session, in listing order. */
  list(): readonly SkillEntry[];
  /** The same, those that are used most first. */
  listByUse(): readonly SkillEntry[];
  /** By call name, qualified name, alias or directory name; undefined when unknown or ambiguous. */
  find(name: string): SkillEntry | undefined;
  /**
   * The skills that the model may call and that fit the words best, best first; of those that are about as good the nearest
   * to the files that were touched last. At most `limit`, by default 10.
   */
  search(words: string, limit?: number, options?: Abortable): Promise<readonly Skill[]>;
  /** User-invocable active skills whose name, or a word in it, starts with `prefix`; best first. */
  complete(prefix: string): readonly Skill[];
  /** What this session met: problems of nested roots, and `listing-cut` when a list did not fit. */
  diagnostics(): readonly Diagnostic[];
  /** How much of its budget the whole list of skills would take now. */
  listingUse(): ListingUse;
  /**
   * `clear`: listing, activation, nested roots, session grants, texts in use start afresh. `compacted`: the listing is sent
   * once more, and of the texts in use the conversation holds those of `compactionText`, which is to be asked for before.
   */
  reset(kind: "clear" | "compacted"): void;
  save(): SessionState;
}
