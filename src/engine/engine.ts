/** The object that an embedder holds: all skills of one working directory, and sessions on them. Interface only. */
import type { Abortable } from "./abort.ts";
import type { EnabledPlugins } from "./catalog.ts";
import type { Explanation } from "./explain.ts";
import type { Invoker } from "./outcome.ts";
import type { LoadedPlugin } from "./plugins.ts";
import type {
  CustomSource,
  FileSystem,
  IgnoreChecker,
  IndexCache,
  InMemorySkill,
  Logger,
  Shell,
  Timer,
  UsageStore,
  Watcher,
} from "./ports.ts";
import type { SkillPreview } from "./preview-skill.ts";
import type { SessionOptions, SkillEntry, SkillSession } from "./session.ts";
import type { EngineSettings, EngineSettingsInput } from "./settings.ts";
import type { SkillRoot } from "./sources.ts";
import type { Diagnostic, Skill } from "./types.ts";

export interface SkillEngine {
  /** Absolute. */
  readonly cwd: string;
  readonly trusted: boolean;
  readonly settings: EngineSettings;
  /** What was found wrong with files and names when they were last loaded. */
  readonly diagnostics: readonly Diagnostic[];
  /** The plugins that are on, in load order. */
  readonly plugins: readonly LoadedPlugin[];
  /** All skills with the state in which a new session starts, in the one order that listings keep. */
  list(): readonly SkillEntry[];
  /** By call name, qualified name, alias or directory name; undefined when unknown or ambiguous. */
  find(name: string): SkillEntry | undefined;
  /** Says of a skill, or of all that a file could wake, why it is or is not active. Executes nothing. Rejects only on abort. */
  explain(pathOrName: string, options?: Abortable): Promise<Explanation>;
  /** The text that a skill would put into a conversation. Executes nothing: commands stay in the text. Rejects only on abort. */
  preview(
    skill: Skill,
    input?: { readonly args?: string; readonly sessionId?: string } & Abortable,
  ): Promise<SkillPreview>;
  /** Opens a conversation's view. Any number may be open. Throws `closed` after `close()`. */
  session(options?: SessionOptions): SkillSession;
  /**
   * Reads all sources again. Open sessions see the result at once, keep their activations, and announce the difference. When
   * the signal aborts, everything stays as it was.
   */
  reload(options?: Abortable): Promise<void>;
  /**
   * Reloads by itself when files change, until `close()`. Resolves when changes from then on take effect, within a second.
   * Rejects with `usage` when the engine has no watcher. An abort ends the waiting; watching ends with `close()`.
   */
  watch(options?: Abortable): Promise<void>;
  /** Told after each reload. Returns the function that ends it. What a listener throws is logged. */
  onChanged(listener: () => void): () => void;
  /** Lets go of everything. Can be called twice. */
  close(): Promise<void>;
}

/** A command that an author wants run before the model sees the body, with arguments as environment variables. */
export interface CommandRequest {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly skill: Skill;
  readonly by: Invoker;
  /** The rules that the skill grants itself, their variables filled in. */
  readonly grants: readonly string[];
  readonly signal?: AbortSignal;
}

export interface CommandAuthorization {
  readonly allowed: boolean;
  /** One sentence, shown when it was not allowed. */
  readonly reason: string;
  /** What runs instead, with the same environment. */
  readonly command?: string;
  /** Put behind the skill's text. */
  readonly context?: readonly string[];
}

export interface EngineOptions extends Abortable {
  /** Working directory. */
  readonly cwd: string;
  /** Home directory; absent: no user skills. */
  readonly home?: string | undefined;
  /** Directory of managed skills; absent: none. */
  readonly managedDir?: string | undefined;
  /** Added directories, absolute or relative to `cwd`. */
  readonly addedDirs?: readonly string[];
  readonly settings?: EngineSettingsInput;
  /** Whether what the workspace brings may run, hook and grant. Default false: its skills are text. */
  readonly trusted?: boolean;
  readonly logger?: Logger;
  /** Instead of, or besides, files: skills given by the embedder. Their source is `custom`. */
  readonly skills?: readonly InMemorySkill[];
  /** Skills that come from elsewhere than files and may change; loaded after `skills`. Their source is `custom`, too. */
  readonly sources?: readonly CustomSource[];
  /** More directories of skills. */
  readonly roots?: readonly SkillRoot[];
  /** Absolute directories of plugins that come with the program; they are on unless `enabledPlugins` says otherwise. */
  readonly bundledPlugins?: readonly string[];
  /** Asked at each reload which plugins are on, instead of `settings.plugins`; `watch()` sees its files change. */
  readonly enabledPlugins?: EnabledPlugins;
  /**
   * Decides on each injected command of a trusted skill, before any of them runs. Default: none is allowed. May be slow;
   * what it rejects with counts as not allowed.
   */
  authorizeCommand?(request: CommandRequest): Promise<CommandAuthorization>;
}

/** What the engine asks of the world. */
export interface EnginePorts {
  readonly fileSystem: FileSystem;
  readonly shell: Shell;
  /** Absent: no directory counts as ignored. */
  readonly ignoreChecker?: IgnoreChecker;
  /** Absent: `watch()` is not possible. */
  readonly watcher?: Watcher;
  /** Needed by `watch()`. */
  readonly timer?: Timer;
  /** Absent: uses are not counted. */
  readonly usage?: UsageStore;
  /** Absent: every file is read at every opening. */
  readonly indexCache?: IndexCache;
  /** A new id for sessions that were given none. */
  newId(): string;
  readonly bundled: readonly InMemorySkill[];
}
