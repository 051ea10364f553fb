/** The vocabulary of the engine: plain, readonly data that every other file speaks in. */

/** Where a skill came from. Custom providers given by an embedder use `custom`. */
export type SkillSource =
  | "managed"
  | "project"
  | "added"
  | "user"
  | "bundled"
  | "bundled-plugin"
  | "plugin"
  | "nested"
  | "remote"
  | "custom";

/** `skill` is a folder with a `SKILL.md`; `command` is a legacy `.claude/commands/**\/*.md` file. Skills beat commands of the same name. */
export type SkillKind = "skill" | "command";

/** How hard the model should think: a named level or a provider-specific integer (tokens of thinking budget). */
export type Effort = "low" | "medium" | "high" | "xhigh" | "max" | number;

/** A positional argument that a skill declares; `$name` in the body stands for its value. */
export interface SkillArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** Hooks exactly as written in the frontmatter, checked for shape only; see `hooks.ts`. */
export type HooksConfig = Readonly<Record<string, readonly HookMatcher[]>>;

export interface HookMatcher {
  /** Absent, empty or `*` matches everything. */
  readonly matcher?: string;
  readonly hooks: readonly HookHandler[];
}

export interface HookHandler {
  readonly type: "command" | "http" | "prompt";
  readonly command?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly prompt?: string;
  /** Seconds. */
  readonly timeout?: number;
  /** Remove after the first success (skill hooks only). */
  readonly once?: boolean;
}

/**
 * What one `SKILL.md` says, with defaults and aliases applied: after parsing, a field is optional only where its
 * absence means something. The body is not kept in memory (10,000 skills must stay small); it is read again when the
 * skill is invoked, which also picks up edits.
 */
export interface SkillDefinition {
  /** The callable name: the `name` field when it is a legal token, else the directory (or command file) name. */
  readonly name: string;
  /** The `name` field as written, when it differs from `name` (it is then a label that also resolves). */
  readonly displayName?: string;
  /** Name of the directory that holds `SKILL.md`, or the command file's name without `.md`. */
  readonly directoryName: string;
  readonly aliases: readonly string[];
  /** Whole text, line breaks kept; the listing folds and cuts it. Never empty-by-accident: falls back to the body. */
  readonly description: string;
  readonly whenToUse?: string;
  readonly argumentHint?: string;
  readonly arguments: readonly SkillArgument[];
  readonly context: "inline" | "fork";
  /** Sub-agent type for a fork. */
  readonly agent?: string;
  /** Absent means: the session's model (`inherit` is normalised to absent). */
  readonly model?: string;
  readonly effort?: Effort;
  /** Permission rules such as `Read` or `Bash(git diff:*)`. Absent or empty means no restriction and no grant. */
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  /** False: a user cannot call it by `/name`. */
  readonly userInvocable: boolean;
  /** False (`disable-model-invocation: true`): the model neither sees nor calls it. */
  readonly modelInvocable: boolean;
  /** gitignore patterns, braces expanded. Empty means always active. */
  readonly paths: readonly string[];
  readonly hooks?: HooksConfig;
  readonly shell: "bash" | "powershell";
  /** True when the body holds injected commands (`` !`cmd` `` or a ```` ```! ```` block) outside code. */
  readonly hasInjectedCommands: boolean;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Fields this version does not know, by the key as written. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A definition together with where it was found. */
export interface LoadedSkill extends SkillDefinition {
  readonly source: SkillSource;
  readonly kind: SkillKind;
  /** Absolute path of the file as reached (links not resolved); `bundled:NAME/SKILL.md` for compiled-in skills. */
  readonly path: string;
  /** Absolute directory for `${CLAUDE_SKILL_DIR}`; for bundled skills the same pseudo path as `path`'s folder. */
  readonly directory: string;
  /** Real path of the file: identity, so that one file reached twice loads once. */
  readonly realPath: string;
  /**
   * What qualifies the name when it is shadowed: the source name (`user`), the directory relative to the working
   * directory for nested skills (`packages/web`), or the plugin name.
   */
  readonly qualifier: string;
  /** Plugin skills only: absolute plugin root for `${CLAUDE_PLUGIN_ROOT}`. */
  readonly pluginRoot?: string;
  /** Plugin skills only: absolute directory for `${CLAUDE_PLUGIN_DATA}`; it need not exist. */
  readonly pluginData?: string;
  /**
   * False for project, added and nested skills of an untrusted workspace: the skill is text only; its hooks, grants and
   * injected commands are off.
   */
  readonly trusted: boolean;
}

export type SkillState = "active" | "waiting" | "shadowed" | "disabled" | "refused";

/** A loaded skill after names are resolved. */
export interface Skill extends LoadedSkill {
  /** Always resolves to exactly this skill: `user:style`, `packages/web:style`, `plugin:skill`. */
  readonly qualifiedName: string;
  /**
   * The name under which it is listed and called: the bare name when it owns it, else the qualified name.
   */
  readonly callName: string;
  /** `qualifiedName` of the skill that owns the bare name, when this one does not. */
  readonly shadowedBy?: string;
}

export type DiagnosticSeverity = "error" | "warning" | "info";

/** One problem with one file, as data. Text is made at the edge (`formatDiagnostic`). */
export interface Diagnostic {
  /** Stable kebab-case identifier, such as `unclosed-frontmatter`. */
  readonly code: string;
  readonly severity: DiagnosticSeverity;
  /** Absolute path of the file or directory concerned. */
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  readonly message: string;
  /** How to mend it. */
  readonly hint?: string;
  /** The lines around the place with a caret, ready to print under the message. */
  readonly frame?: string;
}
