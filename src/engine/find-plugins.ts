/**
 * Finds the directories of plugins: those placed by hand, those of the marketplace cache, those among skills, those that came
 * with the program.
 */
import { basename, join } from "node:path";
import type { DirectoryEntry, FileSystem } from "./ports.ts";
import { isWithin } from "./relative-to-root.ts";
import type { PluginFolder } from "./scan-root.ts";
import type { Diagnostic, SkillSource } from "./types.ts";

/** A directory that is taken for a plugin; whether it is switched on may still depend on its manifest. */
export interface PluginPlace {
  /** Absolute, links not resolved. */
  readonly directory: string;
  readonly source: Extract<SkillSource, "plugin" | "bundled-plugin">;
  /** The name that it has as long as its manifest gives no other. */
  readonly name: string;
  /** What follows the `@` in settings: a marketplace, `local`, `skills-dir`, or `bundled`. */
  readonly marketplace: string;
  /** Absolute directory for what the plugin keeps between sessions; it need not exist. Absent without a home directory. */
  readonly data?: string;
}

export interface PluginOptions {
  /** Absolute home directory. Absent: no plugins but the program's own and those among skills. */
  readonly home?: string;
  /** Absolute directories of plugins that come with the program. */
  readonly bundledPlugins?: readonly string[];
  /** `enabledPlugins`: by `name@marketplace`, whether a plugin is on. */
  readonly enabled: Readonly<Record<string, boolean>>;
  /** Plugins that were found among skills. */
  readonly amongSkills?: readonly PluginFolder[];
}

/** Marketplaces of plugins that come from none. */
export const LOCAL = "local";
export const BUNDLED = "bundled";
export const SKILLS_DIR = "skills-dir";
const NOT_INSTALLED: ReadonlySet<string> = new Set([LOCAL, BUNDLED, SKILLS_DIR]);

/** Folders of `~/.claude/plugins` that belong to installers; what is in them is found through the cache or not at all. */
export const INSTALLER_FOLDERS: ReadonlySet<string> = new Set(["cache", "data", "marketplaces", "repos"]);
const PLUGIN_MARKS: readonly string[] = [join(".claude-plugin", "plugin.json"), "skills", "commands", "SKILL.md"];

/**
 * The plugins in a fixed order: the program's own, those placed directly in `~/.claude/plugins`, those of the cache that
 * settings switch on, then those among skills: nothing that a workspace brings takes the name of another plugin. Never
 * rejects: what is not there has no plugins.
 */
export async function findPlugins(
  options: PluginOptions,
  fs: FileSystem,
): Promise<{ readonly places: readonly PluginPlace[]; readonly diagnostics: readonly Diagnostic[] }> {
  const own = (options.bundledPlugins ?? []).map(
    (directory): PluginPlace => ({
      directory,
      source: "bundled-plugin",
      name: basename(directory),
      marketplace: BUNDLED,
    }),
  );
  const { home, enabled, amongSkills = [] } = options;
  const trusted = amongSkills
    .filter(({ root }) => root.trusted)
    .map(
      ({ path }): PluginPlace => ({ directory: path, source: "plugin", name: basename(path), marketplace: SKILLS_DIR }),
    );
  const untrusted = amongSkills.filter(({ root }) => !root.trusted).map(({ path }) => untrustedPlugin(path));
  if (home === undefined) return { places: [...own, ...trusted], diagnostics: untrusted };
  const folder = join(home, ".claude", "plugins");
  const [placed, installed] = await Promise.all([findPlaced(folder, fs), findInstalled(folder, enabled, fs)]);
  const places = [...own, ...placed, ...installed.places, ...trusted];
  return {
    places: places.map((place) => ({ ...place, data: dataOf(place, folder) })),
    diagnostics: [...installed.diagnostics, ...untrusted],
  };
}

/** `data/name-marketplace`: every character of the id that is neither letter nor digit, `-` nor `_` is a hyphen. */
function dataOf({ name, marketplace }: PluginPlace, folder: string): string {
  return join(folder, "data", `${name}@${marketplace}`.replace(/[^A-Za-z0-9_-]/g, "-"));
}

async function findPlaced(folder: string, fs: FileSystem): Promise<PluginPlace[]> {
  const names = (await entriesOf(folder, fs))
    .filter((entry) => entry.kind !== "file" && !entry.name.startsWith(".") && !INSTALLER_FOLDERS.has(entry.name))
    .map((entry) => entry.name)
    .sort();
  const arePlugins = await Promise.all(names.map((name) => isPlugin(join(folder, name), fs)));
  return names
    .filter((_, index) => arePlugins[index])
    .map((name) => ({ directory: join(folder, name), source: "plugin", name, marketplace: LOCAL }));
}

async function findInstalled(folder: string, enabled: PluginOptions["enabled"], fs: FileSystem) {
  const places: PluginPlace[] = [];
  const diagnostics: Diagnostic[] = [];
  const ids = Object.keys(enabled)
    .filter((id) => enabled[id] === true)
    .sort();
  const records = ids.length === 0 ? new Map<string, readonly string[]>() : await readInstallRecords(folder, fs);
  for (const id of ids) {
    const [, name, marketplace] = /^([^@/\\]+)@([^@/\\]+)$/.exec(id) ?? [];
    if (name === undefined || marketplace === undefined || NOT_INSTALLED.has(marketplace)) continue;
    const home = join(folder, "cache", marketplace, name);
    const directory = isWithin(join(folder, "cache"), home)
      ? await chooseVersion(home, records.get(id) ?? [], fs)
      : undefined;
    if (directory === undefined) diagnostics.push(notInstalled(id, home));
    else places.push({ directory, source: "plugin", name, marketplace });
  }
  return { places, diagnostics };
}

/** The directory itself, else the version that the installer recorded, else the highest, the newest of those without number. */
async function chooseVersion(home: string, recorded: readonly string[], fs: FileSystem): Promise<string | undefined> {
  if (await isPlugin(home, fs)) return home;
  for (const path of recorded) if (isWithin(home, path) && (await isPlugin(path, fs))) return path;
  const found: { readonly path: string; readonly version: readonly number[]; readonly mtimeMs: number }[] = [];
  for (const { name, kind } of await entriesOf(home, fs)) {
    const path = join(home, name);
    if (kind === "file" || !(await isPlugin(path, fs))) continue;
    const mtimeMs = await fs.stat(path).then(
      (stat) => stat.mtimeMs,
      () => 0,
    );
    found.push({ path, version: parseVersion(name), mtimeMs });
  }
  const [best] = found.sort(
    (a, b) => compareVersions(b.version, a.version) || b.mtimeMs - a.mtimeMs || (a.path < b.path ? 1 : -1),
  );
  return best?.path;
}

/** The numbers of `v1.20.3`; none for a commit or a word. */
function parseVersion(name: string): readonly number[] {
  return /^v?(\d+(?:\.\d+)+)(?:[-+].*)?$/.exec(name)?.[1]?.split(".").map(Number) ?? [];
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Install paths by `name@marketplace`. The file is the installer's; one that cannot be read tells nothing. */
async function readInstallRecords(folder: string, fs: FileSystem): Promise<ReadonlyMap<string, readonly string[]>> {
  const records = new Map<string, readonly string[]>();
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(await fs.readFile(join(folder, "installed_plugins.json"))));
  } catch {
    // Absent or damaged: the versions in the cache speak for themselves.
    return records;
  }
  const plugins = propertyOf(value, "plugins");
  if (typeof plugins !== "object" || plugins === null) return records;
  for (const [id, entry] of Object.entries(plugins)) {
    const paths = [entry].flat().map((record) => propertyOf(record, "installPath"));
    records.set(
      id,
      paths.filter((path) => typeof path === "string"),
    );
  }
  return records;
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

async function isPlugin(directory: string, fs: FileSystem): Promise<boolean> {
  const present = await Promise.all(
    PLUGIN_MARKS.map((mark) =>
      fs.stat(join(directory, mark)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return present.includes(true);
}

function entriesOf(directory: string, fs: FileSystem): Promise<readonly DirectoryEntry[]> {
  return fs.readDirectory(directory).catch(() => []);
}

function untrustedPlugin(path: string): Diagnostic {
  return {
    code: "untrusted-plugin",
    severity: "warning",
    path,
    message: "The folder is a plugin, and this workspace is not trusted; nothing of it was loaded.",
    hint: "Trust the workspace if you know what the plugin does.",
  };
}

function notInstalled(id: string, path: string): Diagnostic {
  return {
    code: "plugin-not-installed",
    severity: "info",
    path,
    message: `The plugin ${id} is switched on in enabledPlugins, but it is not installed.`,
    hint: `Install it, or set "${id}" to false.`,
  };
}
