/** Brings a tool call before the permission rules: resolves its paths, parses its command, and asks a person if need be. */
import { realpath } from "node:fs/promises";
import {
  decideTool,
  type Invoker,
  listCommandPaths,
  type ResolvedAccess,
  resolveCommandParts,
  type SourcedRule,
  type ToolDecision,
  type ToolPolicy,
} from "../engine/index.ts";
import type { SavedRules } from "./save-allow-rules.ts";
import type { ToolAccess } from "./tool.ts";
import type { PreparedCall } from "./tool-interceptor.ts";
import { errorCode, realPathOf } from "./workspace-paths.ts";

/** What a host lays down. Asked for before every decision, because grants and rules change during a session. */
export interface PermissionSettings {
  readonly allow: readonly SourcedRule[];
  readonly ask: readonly SourcedRule[];
  readonly deny: readonly SourcedRule[];
  /** Rules of the skills in use. */
  readonly grants: readonly SourcedRule[];
  readonly mode: ToolPolicy["mode"];
  /** The person's home directory, for rules with `~/`. */
  readonly home: string;
  /** Absolute directories that belong to the workspace besides the working directory. */
  readonly addedDirectories: readonly string[];
  /** Absolute directories of skills: readable without a question. */
  readonly skillDirectories: readonly string[];
}

/** A question as it arises, before it is put to the person. */
export interface OpenQuestion extends PreparedCall {
  readonly access: ToolAccess;
  readonly reason: string;
  /** The rules that together make the question unnecessary from now on; empty when none can. */
  readonly suggestions: readonly string[];
  /** The ask rule behind a question about a skill: only a person may answer it. */
  readonly askedBy?: string;
  /** Who waits: the model reads what comes with a no, and a person who has typed a skill is told. */
  readonly by: Invoker;
  readonly signal: AbortSignal;
  /**
   * Called when the question's turn has come: the answer, when the person has settled it by what they answered to another
   * question meanwhile. Undefined: they are asked now. May reject only on abort.
   */
  settle?(): Promise<PermissionAnswer | undefined>;
}

/** A question to the person. */
export interface PermissionQuestion extends OpenQuestion {
  /** Whether a yes can be kept beyond the session. */
  readonly always: LastingOffer;
}

export type LastingOffer =
  | {
      readonly kind: "offered";
      /** Exactly what `save` writes, to be shown. */
      readonly rules: readonly string[];
      /** The settings file that they go into. Absolute. */
      readonly path: string;
      /** Writes the rules and puts them into force; when they cannot be written, for this session only. Never rejects. */
      save(): Promise<SavedRules>;
    }
  /** `reason` follows "not for good:". */
  | { readonly kind: "withheld"; readonly reason: string };

export type PermissionAnswer =
  /** `remember`: rules that hold for the rest of the session. */
  | { readonly kind: "allow"; readonly remember?: readonly string[] }
  /** `message`: what the person has to say to the model, in their own words. */
  | { readonly kind: "deny"; readonly message?: string };

/** The policy for one decision. Directories that do not exist have no real path and stand for themselves. */
export async function resolvePolicy(
  settings: PermissionSettings,
  options: { readonly cwd: string; readonly isInteractive: boolean },
): Promise<ToolPolicy> {
  const [workspace, readable] = await Promise.all([
    bothEnds([options.cwd, ...settings.addedDirectories]),
    bothEnds(settings.skillDirectories),
  ]);
  const { allow, ask, deny, grants, mode, home } = settings;
  return { allow, ask, deny, grants, mode, home, ...options, workspace, readable };
}

/** Decides one call. A path whose links cannot be followed is refused: nobody knows where it leads. */
export async function checkPermission(tool: string, access: ToolAccess, policy: ToolPolicy): Promise<ToolDecision> {
  try {
    return decideTool({ tool, access: await resolveAccess(access, policy) }, policy);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { decision: "deny", reason: `The path cannot be followed to its end (${code}).`, suggestions: [] };
  }
}

async function resolveAccess(access: ToolAccess, place: Pick<ToolPolicy, "cwd" | "home">): Promise<ResolvedAccess> {
  switch (access.kind) {
    case "read":
    case "write": {
      const paths = access.paths.map(async (given) => ({ given, real: await realPathOf(given) }));
      return { kind: access.kind, paths: await Promise.all(paths) };
    }
    case "command": {
      // Loaded when the first command comes: a session that only reads does without the parser.
      const { parseShell } = await import("./parse-shell.ts");
      const parts = resolveCommandParts(parseShell(access.command), parseShell);
      const { opened, named } = listCommandPaths(parts, place);
      const ends = await Promise.all([
        ...opened.map(async (path) => [path, await realPathOf(path)] as const),
        ...named.map(async (path) => [path, await realPathOf(path).catch(() => path)] as const),
      ]);
      return {
        kind: "command",
        command: access.command,
        parts,
        realPaths: new Map(ends),
        ...(access.unconfined && { unconfined: true }),
      };
    }
    case "external":
    case "none":
      return access;
    default:
      return access satisfies never;
  }
}

async function bothEnds(directories: readonly string[]): Promise<readonly string[]> {
  const ends = await Promise.all(directories.map(async (given) => [given, await realpath(given).catch(() => given)]));
  return [...new Set(ends.flat())];
}
