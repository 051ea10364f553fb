/** Plans the roots of plugins: which are on, under which name, and where in each the skills and commands are. */
import { basename, dirname, join } from "node:path";
import { errorCode } from "./error-code.ts";
import { findPlugins, type PluginOptions, type PluginPlace } from "./find-plugins.ts";
import { type ManifestPath, type PluginManifest, parsePluginManifest } from "./plugin-manifest.ts";
import type { FileSystem } from "./ports.ts";
import { isWithin } from "./relative-to-root.ts";
import { createReport, type Report } from "./report.ts";
import { unreadableFile } from "./scan-diagnostics.ts";
import { isLegalName, neutraliseName } from "./skill-name.ts";
import type { SkillRoot } from "./sources.ts";
import type { Diagnostic } from "./types.ts";

export interface PluginPlan {
  /** In load order. */
  readonly roots: readonly SkillRoot[];
  /** Those that are on and can be read. */
  readonly plugins: readonly LoadedPlugin[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A plugin that is on. Installed by the person, shipped with the program, or of a workspace that is trusted. */
export interface LoadedPlugin {
  readonly name: string;
  /** Absolute. */
  readonly root: string;
  /** Absolute directory for what it keeps between sessions; it need not exist. */
  readonly data?: string;
}

const MAX_MANIFEST_BYTES = 1024 * 1024;
const WITHOUT_MANIFEST: PluginManifest = { defaultEnabled: true, skills: [] };

/**
 * Plans all plugins that are on. Of two with one name the first is taken. A plugin that cannot be read is a diagnostic and
 * costs no other. Never rejects.
 */
export async function planPlugins(options: PluginOptions, fs: FileSystem): Promise<PluginPlan> {
  const { places, diagnostics: found } = await findPlugins(options, fs);
  const opened = await Promise.all(places.map((place) => openPlugin(place, fs)));
  const roots: SkillRoot[] = [];
  const plugins: LoadedPlugin[] = [];
  const diagnostics = [...found];
  const owners = new Map<string, Plugin>();
  for (const plugin of opened) {
    const { place, name, manifest, report } = plugin;
    const owner = owners.get(name);
    if (!isEnabled(plugin, options.enabled)) continue;
    if (owner !== undefined) {
      diagnostics.push(duplicate(plugin, owner));
      continue;
    }
    owners.set(name, plugin);
    if (manifest !== undefined) {
      const { directory: root, data } = place;
      plugins.push({ name, root, ...(data !== undefined && { data }) });
      roots.push(...(await planRootsOf({ place, name, manifest, report }, fs)));
    }
    diagnostics.push(...report.diagnostics);
  }
  return { roots, plugins, diagnostics };
}

interface Plugin {
  readonly place: PluginPlace;
  readonly name: string;
  /** Absent: it could not be read, and the report says why. */
  readonly manifest?: PluginManifest;
  readonly report: Report;
}

async function openPlugin(place: PluginPlace, fs: FileSystem): Promise<Plugin> {
  const path = join(place.directory, ".claude-plugin", "plugin.json");
  const named = isLegalName(place.name) ? place.name : neutraliseName(place.name);
  try {
    const parsed = parsePluginManifest(await fs.readFile(path, { maxBytes: MAX_MANIFEST_BYTES }), path);
    if (parsed.kind === "refused") return { place, name: named, report: emptyReport(path, parsed.diagnostics) };
    return { place, name: parsed.manifest.name ?? named, manifest: parsed.manifest, report: parsed.report };
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      return { place, name: named, report: emptyReport(path, [unreadableFile(path, code)]) };
    }
    return { place, name: named, manifest: WITHOUT_MANIFEST, report: emptyReport(path) };
  }
}

/** For a manifest that is not there, or of which no place can be told. */
function emptyReport(path: string, earlier: readonly Diagnostic[] = []): Report {
  return createReport({ path, text: "", block: "", blockLine: 1, earlier });
}

/** A plugin of the cache is here only because a setting names it. */
function isEnabled({ place, name, manifest }: Plugin, enabled: PluginOptions["enabled"]): boolean {
  const names = [place.name, name].flatMap((each) => [`${each}@${place.marketplace}`, each]);
  const setting = names.map((id) => enabled[id]).find((value) => value !== undefined);
  return setting ?? manifest?.defaultEnabled ?? true;
}

type OpenPlugin = Plugin & { readonly manifest: PluginManifest };

async function planRootsOf(plugin: OpenPlugin, fs: FileSystem): Promise<SkillRoot[]> {
  const { manifest } = plugin;
  const { directory } = plugin.place;
  const skillsFolder = join(directory, "skills");
  const skills = [toRoot(plugin, skillsFolder)];
  for (const named of manifest.skills) skills.push(...(await planNamed(plugin, named, "skill", fs)));
  const commands = manifest.commands === undefined ? [toRoot(plugin, join(directory, "commands"), "command")] : [];
  for (const named of manifest.commands ?? []) commands.push(...(await planNamed(plugin, named, "command", fs)));

  const namesRoot = skills.some((root) => root.path === directory);
  if (!namesRoot && (await kindOf(join(directory, "SKILL.md"), fs)) === "file") {
    // A plugin that is nothing but one skill may be laid out as one.
    const isSkill = skills.length === 1 && (await kindOf(skillsFolder, fs)) !== "directory";
    if (isSkill) skills.push({ ...toRoot(plugin, directory), ownSkill: plugin.name });
    else plugin.report.add(ROOT_SKILL_NOT_LOADED);
  }
  const known = new Set<string>();
  return [...skills, ...commands].filter(({ path, only = "" }) => {
    const key = join(path, only);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

function toRoot({ place, name }: OpenPlugin, path: string, kind: SkillRoot["kind"] = "skill"): SkillRoot {
  const { directory, source, data } = place;
  // Installed by the person into their own home, shipped with the program, or of a workspace that is trusted.
  const root: SkillRoot = { path, source, kind, qualifier: name, trusted: true, confinedTo: directory };
  return { ...root, pluginRoot: directory, ...(data !== undefined && { pluginData: data }) };
}

/** The root of a path that the manifest names; none, and a finding, when there is nothing to search. */
async function planNamed(
  plugin: OpenPlugin,
  { path, offset }: ManifestPath,
  kind: SkillRoot["kind"],
  fs: FileSystem,
): Promise<SkillRoot[]> {
  const { directory } = plugin.place;
  const target = join(directory, path).replace(/[/\\]+$/, "");
  const found = await kindOf(target, fs);
  const add = (problem: { readonly code: string; readonly message: string; readonly hint: string }) => {
    plugin.report.add({ severity: "error", ...problem, offset, frame: true });
    return [];
  };
  if (found !== "missing" && !(await leadsInside(target, directory, fs))) return add(leadsOut(path));
  switch (found) {
    case "directory": {
      const root = toRoot(plugin, target, kind);
      if (kind === "command") return [root];
      return [{ ...root, ownSkill: target === directory ? plugin.name : basename(target) }];
    }
    case "file":
      if (kind === "command" && target.endsWith(".md")) {
        return [{ ...toRoot(plugin, dirname(target), kind), only: basename(target) }];
      }
      return add(notADirectory(path));
    default:
      return add(missing(path));
  }
}

async function kindOf(path: string, fs: FileSystem): Promise<"file" | "directory" | "missing"> {
  const kind = await fs.stat(path).then(
    (stat) => stat.kind,
    () => "missing" as const,
  );
  return kind === "other" ? "file" : kind;
}

async function leadsInside(path: string, directory: string, fs: FileSystem): Promise<boolean> {
  const [real, top] = await Promise.all([path, directory].map((each) => fs.realPath(each).catch(() => undefined)));
  return real !== undefined && top !== undefined && isWithin(top, real);
}

const ROOT_SKILL_NOT_LOADED = {
  code: "plugin-root-skill",
  severity: "warning",
  message: "The SKILL.md at the top of the plugin is not loaded, because the plugin has other skills.",
  hint: 'Add "./" to `skills` in the manifest, or move the file into a folder of `skills/`.',
} as const;

function leadsOut(path: string) {
  const hint = "Replace the link by a copy.";
  return { code: "plugin-path-outside", message: `A link leads from ${path} out of the plugin.`, hint };
}

function notADirectory(path: string) {
  const hint = "Name the folder that holds it.";
  return { code: "plugin-path-not-a-directory", message: `${path} is a file.`, hint };
}

function missing(path: string) {
  const hint = "Remove the entry, or mend its spelling.";
  return { code: "plugin-path-missing", message: `${path} is not in the plugin.`, hint };
}

function duplicate(plugin: Plugin, owner: Plugin): Diagnostic {
  const { place, name } = plugin;
  const id = `${place.name}@${place.marketplace}`;
  return {
    code: "plugin-duplicate",
    severity: "warning",
    path: place.directory,
    message: `The plugin "${name}" is also at ${owner.place.directory}, which is used.`,
    hint: `Set one of them to false in enabledPlugins, such as "${id}".`,
  };
}
