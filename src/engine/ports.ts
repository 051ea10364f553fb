/** What the engine asks of the world. Implementations for Node live in `../platform`; tests use memory ones. */
import type { UsageState } from "./usage.ts";

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
}

export interface FileStat {
  /** Links are followed. */
  readonly kind: "file" | "directory" | "other";
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Identity on its device, as text because 64-bit inodes do not fit a number. */
  readonly inode: string;
}

/** What tells one state of a file from another without opening it. */
export interface FileStamp {
  /** Equal for one path only while the file there is the same one, unchanged. Made of size, times and inode, say. */
  readonly identity: string;
  /**
   * False when the file changed so short a time ago, or in the future, that another change could leave the same `identity`
   * (the clocks of file systems tick coarsely). What is read under such a stamp must not be remembered.
   */
  readonly isSettled: boolean;
}

/**
 * Read-only view of a file system. Every method rejects with an error that carries a POSIX `code` (`ENOENT`, `EACCES`,
 * `ELOOP`, `ENOTDIR`, …); callers turn codes into diagnostics. Paths are absolute. Every method may be slow.
 */
export interface FileSystem {
  /**
   * Bytes of a regular file; rejects for anything else without waiting on it (a pipe without a writer never ends). With
   * `maxBytes` an implementation may stop after `maxBytes + 1` bytes: enough to see that the file is too large.
   */
  readFile(path: string, options?: { readonly maxBytes?: number }): Promise<Uint8Array>;
  /** Entries in no particular order; callers sort. */
  readDirectory(path: string): Promise<readonly DirectoryEntry[]>;
  /** Path with all links resolved. */
  realPath(path: string): Promise<string>;
  stat(path: string): Promise<FileStat>;
  /**
   * May be left out: it only spares work. The stamp of the regular file that the folder lists under exactly this name, not
   * through a link and not in another spelling. Undefined when there is none, when that is not certain, or when the folder
   * may have something of the name `unless`; a link that leads nowhere is nothing. Never throws nor
   * rejects. Answers at once where it can: among thousands of files waiting for each costs more than asking.
   */
  stampOf?(
    directory: string,
    name: string,
    options?: { readonly unless?: string },
  ): FileStamp | undefined | Promise<FileStamp | undefined>;
}

/**
 * Keeps texts across sessions and processes: what was read of skill files (docs/decisions/0038-an-index-of-what-was-read.md).
 * An implementation must give a text back only to the version of Skillful, and the account, that saved it, and only whole.
 */
export interface IndexCache {
  /** The text saved last under the key; undefined when there is none. A rejection is logged and means the same. */
  load(key: string): Promise<string | undefined>;
  /** A rejection is logged and changes nothing. */
  save(key: string, text: string): Promise<void>;
}

export interface ShellResult {
  /** Standard output and standard error, merged in order of arrival, cut at `maxOutputBytes`. */
  readonly output: string;
  /** Absent when a signal or the timeout ended the process. */
  readonly exitCode?: number;
  readonly timedOut: boolean;
  /** True when output was cut. */
  readonly truncated: boolean;
  /** One line on the surroundings, such as a sandbox, when the command failed and they may be why. */
  readonly note?: string;
}

/** Runs commands. Never throws for a command that fails; rejects only when the shell itself cannot start, or on abort. */
export interface Shell {
  run(
    command: string,
    options: {
      readonly cwd: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly shell?: "bash" | "powershell";
      readonly stdin?: string;
      readonly timeoutMs: number;
      readonly maxOutputBytes?: number;
      readonly signal?: AbortSignal;
      /** True: outside of the shell's sandbox, if it has one. For what a person or a rule of theirs has allowed. */
      readonly unconfined?: boolean;
    },
  ): Promise<ShellResult>;
}

export interface Clock {
  /** Milliseconds since the epoch. Never throws. */
  now(): number;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** A log value; lists print as `[a b]`, text with blanks is quoted. */
export type LogValue = string | number | boolean | readonly string[];

/** Structured log lines. Must not throw and must not be slow. */
export interface Logger {
  log(level: LogLevel, message: string, fields?: Readonly<Record<string, LogValue>>): void;
}

/**
 * Answers whether git ignores a path. Used only for lazily discovered nested roots. Never throws: `false` when there is
 * no repository or git cannot be asked.
 */
export interface IgnoreChecker {
  isIgnored(path: string): Promise<boolean>;
}

/** Sees changes of files that can be skills, and of files that say where skills are. */
export interface Watcher {
  /** What does not exist is noticed when it comes. Resolves when changes from then on are seen. */
  watch(targets: readonly WatchTarget[], listener: WatchListener): Promise<Watch>;
}

export type WatchTarget = WatchedSkills | WatchedPlaces;

/** A directory of skills: everything below it counts, of files those in Markdown. */
export interface WatchedSkills extends WatchedDirectory {
  readonly kind: "skills";
}

/** A few places in a directory. */
export interface WatchedPlaces extends WatchedDirectory {
  readonly kind: "places";
  /**
   * Whether the place that these names lead to, from the directory on, is to be looked into and its changes told. Pure.
   * While it is not known what stands there, both may be asked about.
   */
  matters(names: readonly string[], kind: "file" | "directory" | "unknown"): boolean;
}

interface WatchedDirectory {
  /** Absolute. */
  readonly path: string;
  /** Absolute path of a tree: what a link in it leads to outside of it is not looked at. Absent: links are followed anywhere. */
  readonly confinedTo?: string;
}

export interface WatchListener {
  /** Told of every file or directory that was added, changed or removed; several times for one change is fine. */
  onChange(path: string): void;
  /** Told when a part cannot be watched; the rest still is. */
  onError(error: unknown): void;
}

export interface Watch {
  /** Watches more. Resolves when changes there are seen. */
  add(targets: readonly WatchTarget[]): Promise<void>;
  /** No listener is told anything afterwards. Can be called twice. */
  close(): Promise<void>;
}

/** Remembers across sessions and processes how often each skill is used. */
export interface UsageStore {
  load(): Promise<UsageState>;
  /** Counts one use of a call name, now. Resolves with all that is known then, the uses of other processes included. */
  record(name: string): Promise<UsageState>;
}

export interface Timer {
  /** Calls `run` once after the delay, unless the returned function was called before. */
  start(delayMs: number, run: () => void): () => void;
}

/** A skill compiled into the program or given by an embedder: no file behind it. */
export interface InMemorySkill {
  /** Directory name of the skill. */
  readonly name: string;
  /** Whole text of its `SKILL.md`. */
  readonly text: string;
  /** When present, computes the body at invocation; `text`'s body is then only documentation. */
  readonly prompt?: (input: {
    readonly args: string;
    readonly cwd: string;
    readonly signal?: AbortSignal;
  }) => string | Promise<string>;
  /** When present, the skill exists only if `skills.features` holds this flag. */
  readonly feature?: string;
}

/** Where skills come from that lie in no file: a table of a database, a service. */
export interface CustomSource {
  /** Names it in messages. */
  readonly name: string;
  /**
   * All of its skills, in an order that stays. Asked at opening and at each reload. A rejection is a diagnostic; what was
   * loaded before stays in force.
   */
  load(options: { readonly signal?: AbortSignal }): Promise<readonly InMemorySkill[]>;
  /** Tells of changes from now on, as often as it likes, until the returned function is called. Needed by `watch()` only. */
  watch?(onChange: () => void): () => void;
}
