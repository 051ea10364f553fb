/** Finds and reads all settings of a session: managed, command line, local, project and user, in that order of rank. */
import { dirname, join, relative, resolve, sep } from "node:path";
import { type Diagnostic, type FileSystem, isWithin, SkillfulError } from "../engine/index.ts";
import { anchorPaths } from "./anchor-paths.ts";
import { checkRuleSetting } from "./check-rule-setting.ts";
import { type MergedSettings, mergeSettings } from "./merge-settings.ts";
import { parseSettings, type SettingEntry, type SettingsLayer, type SettingsLevel } from "./parse-settings.ts";
import { SETTINGS } from "./settings-schema.ts";
import { errorCode } from "./workspace-paths.ts";

/** Bytes; a settings file past this is not read. */
export const MAX_SETTINGS_BYTES = 2 * 1024 * 1024;

export interface SettingsSources {
  readonly fileSystem: FileSystem;
  /** Absolute working directory. */
  readonly cwd: string;
  /** Absolute; what `~` in a path means. Absent: nothing. */
  readonly home?: string;
  /** Absolute, links resolved; `cwd` or one of its parents. Project settings are read in every directory from here down to `cwd`. */
  readonly workspaceRoot: string;
  /** Directory of the user's own settings, `~/.skillful` unless moved. */
  readonly skillfulHome: string;
  readonly managedDir: string;
  /** Files, or JSON text that begins with `{`; later ones win over earlier ones. */
  readonly flags: readonly string[];
  /** What the caller says itself; only managed settings beat it. */
  readonly options: readonly Omit<SettingEntry, "origin">[];
  /** Without trust, the files of the workspace can only restrict. */
  readonly trusted: boolean;
}

export interface LoadedSettings extends MergedSettings {
  readonly diagnostics: readonly Diagnostic[];
  /** The files that were read, highest rank first. */
  readonly files: readonly string[];
  /** The files that are looked for, whether they are there or not. */
  readonly places: readonly string[];
  /** What files of the workspace say and what does not count, because the workspace is not trusted. */
  readonly heldBack: readonly SettingEntry[];
  /** What files of the workspace say and what only the person may say. */
  readonly personal: readonly SettingEntry[];
}

interface Source {
  readonly level: SettingsLevel;
  readonly path: string;
  /** Present where the text is at hand; else the file is read. */
  readonly text?: string;
}

/**
 * Reads and merges all settings. Problems are diagnostics and cost only the entry concerned; see `assertReadable` for
 * files that could not be read at all. Throws `usage` when a file named by a flag does not exist.
 */
export async function loadSettings(sources: SettingsSources): Promise<LoadedSettings> {
  const layers: SettingsLayer[] = [];
  const files: string[] = [];
  const heldBack: SettingEntry[] = [];
  const allPersonal: SettingEntry[] = [];
  for (const source of plan(sources)) {
    const isWorkspace = source.level === "project" || source.level === "local";
    const boundary = isWorkspace && !sources.trusted ? sources.workspaceRoot : undefined;
    const text = source.text ?? (await readSettingsFile(source, sources.fileSystem, boundary));
    if (typeof text === "object") layers.push({ entries: [], diagnostics: [text] });
    else if (text !== undefined) {
      if (source.text === undefined) files.push(source.path);
      const layer = parseSettings(text, { level: source.level, path: source.path });
      const powers = isWorkspace ? layer.entries.filter(isPower) : [];
      const personal = powers.filter(({ key }) => SETTINGS[key].personal);
      const ignored = boundary === undefined ? [] : powers.filter((entry) => !personal.includes(entry));
      heldBack.push(...ignored);
      allPersonal.push(...personal);
      layers.push(withoutPersonal(personal, without(ignored, layer, source.path), source.path));
    }
    if (source.level === "managed") layers.push(optionsLayer(sources.options));
  }
  const places = plan(sources).flatMap(({ path, text }) => (text === undefined ? path : []));
  const entries = layers.flatMap((layer) => layer.entries).map((entry) => anchorPaths(entry, sources));
  const merged = mergeSettings(entries);
  return {
    ...merged,
    diagnostics: layers.flatMap((layer) => layer.diagnostics),
    files,
    places,
    heldBack,
    personal: allPersonal,
  };
}

/**
 * What one file of an untrusted workspace says and what does not count there. Empty for a file that is missing, cannot be
 * read, or leads out of `workspaceRoot`.
 */
export async function loadPowers(
  path: string,
  { fileSystem, workspaceRoot }: Pick<SettingsSources, "fileSystem" | "workspaceRoot">,
): Promise<readonly SettingEntry[]> {
  const source: Source = { level: "project", path };
  const text = await readSettingsFile(source, fileSystem, workspaceRoot);
  return typeof text === "string" ? parseSettings(text, source).entries.filter(isPower) : [];
}

/**
 * Throws `settings-invalid` when a file could not be read as settings at all: its deny rules would be missing, and going
 * on without them is not safe.
 */
export function assertReadable(diagnostics: readonly Diagnostic[]): void {
  const broken = diagnostics.find((it) => it.code === "settings-syntax" || it.code === "settings-unreadable");
  if (broken === undefined) return;
  const place = broken.line === undefined ? "" : `:${broken.line}:${broken.column ?? 1}`;
  const frame = broken.frame === undefined ? "" : `\n${broken.frame}`;
  throw new SkillfulError("settings-invalid", `${broken.path}${place}: ${broken.message}${frame}`, {
    ...(broken.hint !== undefined && { hint: broken.hint }),
  });
}

/** All sources, highest rank first. */
function plan(sources: SettingsSources): readonly Source[] {
  const user = join(sources.skillfulHome, "settings.json");
  const workspace = directoriesBetween(sources.cwd, sources.workspaceRoot).map((it) => join(it, ".skillful"));
  const project = workspace.map((it) => join(it, "settings.json")).filter((path) => path !== user);
  return [
    { level: "managed", path: join(sources.managedDir, "settings.json") },
    ...sources.flags.map((flag) => flagSource(flag, sources.cwd)).reverse(),
    ...workspace.map((it): Source => ({ level: "local", path: join(it, "settings.local.json") })),
    ...project.map((path): Source => ({ level: "project", path })),
    { level: "user", path: user },
  ];
}

function flagSource(flag: string, cwd: string): Source {
  if (flag.trimStart().startsWith("{")) return { level: "flag", path: "--settings", text: flag };
  return { level: "flag", path: resolve(cwd, flag) };
}

/** From `cwd` up to `root`, nearest first. */
function directoriesBetween(cwd: string, root: string): readonly string[] {
  const below = relative(root, cwd);
  if (below === "" || below === ".." || below.startsWith(`..${sep}`)) return [cwd];
  const directories = [cwd];
  for (let directory = cwd; directory !== root; ) {
    directory = dirname(directory);
    directories.push(directory);
  }
  return directories;
}

/**
 * The text; undefined when there is no such file; a diagnostic when it is there and cannot be read, or is a link out of
 * `boundary`: a repository that nobody trusts must not have other files read.
 */
async function readSettingsFile(
  source: Source,
  fileSystem: FileSystem,
  boundary: string | undefined,
): Promise<string | Diagnostic | undefined> {
  const { path } = source;
  const unreadable = (message: string, hint: string): Diagnostic => ({
    code: "settings-unreadable",
    severity: "error",
    path,
    message,
    hint,
  });
  try {
    const real = boundary === undefined ? path : await fileSystem.realPath(path);
    if (boundary !== undefined && !isWithin(boundary, real)) return linksOut(path);
    const stat = await fileSystem.stat(path);
    if (stat.kind !== "file") return unreadable("is not a file", "Put the settings into a file of this name.");
    if (stat.size > MAX_SETTINGS_BYTES) return unreadable("is larger than 2 MiB", "Make it smaller.");
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await fileSystem.readFile(path));
  } catch (error) {
    const code = errorCode(error);
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    if (isMissing && source.level !== "flag") return undefined;
    if (isMissing) {
      throw new SkillfulError("usage", `--settings: there is no file ${path}`, {
        hint: "Give an existing file, or JSON text that begins with {.",
      });
    }
    return unreadable(`cannot be read (${code ?? "unknown error"})`, "Check its permissions.");
  }
}

function linksOut(path: string): Diagnostic {
  return {
    code: "untrusted-link",
    severity: "warning",
    path,
    message: "is a link out of this workspace, which is not trusted; its settings are left out",
    hint: "Start with --trust, or run `skillful trust`, if you trust what is in it.",
  };
}

function optionsLayer(options: SettingsSources["options"]): SettingsLayer {
  const origin = { level: "option", path: "the command line" } as const;
  const diagnostics = options.flatMap(({ key, value }): readonly Diagnostic[] => {
    const problem = checkRuleSetting(key, value);
    return problem === undefined ? [] : [{ ...problem, path: origin.path }];
  });
  return { entries: options.map((entry) => ({ ...entry, origin })), diagnostics };
}

/** Whether an entry does more than restrict, which takes trust. */
function isPower({ key, value }: SettingEntry): boolean {
  return !SETTINGS[key].untrusted(value);
}

/** Trust would not make a difference, so the notice does not speak of it. */
function withoutPersonal(personal: readonly SettingEntry[], layer: SettingsLayer, path: string): SettingsLayer {
  if (personal.length === 0) return layer;
  const dropped = new Set(personal.map(({ key }) => key));
  const notice: Diagnostic = {
    code: "settings-personal",
    severity: "warning",
    path,
    message: `a workspace can only make the sandbox stricter; ignored: ${[...dropped].join(", ")}`,
    hint: "To loosen it, use your own settings, --settings, or --sandbox.",
  };
  const entries = layer.entries.filter((entry) => !personal.includes(entry));
  return { entries, diagnostics: [...layer.diagnostics, notice] };
}

function without(ignored: readonly SettingEntry[], layer: SettingsLayer, path: string): SettingsLayer {
  if (ignored.length === 0) return layer;
  const allowed = layer.entries.filter((entry) => !ignored.includes(entry));
  const dropped = new Set(ignored.map(({ key }) => key));
  const notice: Diagnostic = {
    code: "settings-untrusted",
    severity: "warning",
    path,
    message: `this workspace is not trusted, so its settings can only restrict; ignored: ${[...dropped].join(", ")}`,
    hint: "Start with --trust, or run `skillful trust`, if you trust what is in it.",
  };
  return { entries: allowed, diagnostics: [...layer.diagnostics, notice] };
}
