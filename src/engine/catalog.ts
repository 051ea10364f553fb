/** Holds what was loaded from all sources, and loads it again on demand. */
import type { LoadResult } from "./discovery.ts";
import { joinScans, loadFound, loadRoots, scanRoots } from "./discovery.ts";
import { parseInMemorySkills } from "./in-memory-skills.ts";
import type { LateCache } from "./late-cache.ts";
import { logRegistry } from "./log-registry.ts";
import { type LoadedPlugin, planPlugins } from "./plugins.ts";
import type { FileSystem, InMemorySkill, Logger, WatchTarget } from "./ports.ts";
import { buildRegistry, type Registry } from "./registry.ts";
import type { EngineSettings } from "./settings.ts";
import { type PlanOptions, planRoots, type SkillRoot } from "./sources.ts";
import type { LoadedSkill } from "./types.ts";
import { watchedFiles, watchedPluginFolders, watchedPlugins } from "./watched-plugins.ts";
import { watchedRoot } from "./watched-root.ts";

/** What is known at one moment. A new object after each change. */
export interface CatalogSnapshot {
  /** Of all sources that are there from the start; nested roots belong to sessions. */
  readonly loaded: LoadResult;
  readonly registry: Registry;
  readonly plugins: readonly LoadedPlugin[];
  /** Paths of the roots behind `loaded`. */
  readonly roots: ReadonlySet<string>;
  readonly projectRoot: string;
  /** Where it shows that something of what is loaded from the start changes. */
  readonly watched: readonly WatchTarget[];
  /** Real paths of the files behind `loaded`. */
  readonly files: ReadonlySet<string>;
  /** By path of the root: what nested roots held when they were last read. */
  readonly nested: ReadonlyMap<string, NestedLoad>;
}

export interface NestedLoad extends LoadResult {
  readonly root: SkillRoot;
}

export interface Catalog {
  current(): CatalogSnapshot;
  /** Reads nested roots that are not known yet. */
  addNested(roots: readonly SkillRoot[]): Promise<void>;
  /** Reads everything again, nested roots included. Rejects with `cwd-missing` when the working directory is gone. */
  reload(): Promise<void>;
}

export interface CatalogOptions {
  readonly plan: PlanOptions;
  readonly settings: EngineSettings;
  readonly fileSystem: FileSystem;
  readonly bundled: readonly InMemorySkill[];
  readonly custom: readonly InMemorySkill[];
  /** Roots beyond the planned ones; in load order, after them and before those of plugins. */
  readonly roots: readonly SkillRoot[];
  /** Absolute directories of plugins that come with the program. */
  readonly bundledPlugins: readonly string[];
  readonly enabledPlugins?: EnabledPlugins;
  readonly logger: Logger;
  /** Spares the reading of unchanged files. */
  readonly cache?: LateCache;
}

/** Where it is set which plugins are on, for settings that may change while they are in use. */
export interface EnabledPlugins {
  /** Absolute paths of the files that say it, whether they exist or not. */
  readonly files: readonly string[];
  /** `enabledPlugins` as it stands now; when it rejects, what was known before stays in force. */
  load(): Promise<EngineSettings["plugins"]["enabled"]>;
}

/** Loads the catalog. Rejects with `cwd-missing` when the working directory is not a directory. */
export async function createCatalog(options: CatalogOptions): Promise<Catalog> {
  const { settings, fileSystem: fs, logger, cache } = options;
  const context = { fs, logger, ...(cache && { cache }) };

  /** Read with the other settings; asked for again at each reload. */
  let enabled = settings.plugins.enabled;
  const refreshEnabled = async () => {
    try {
      enabled = (await options.enabledPlugins?.load()) ?? enabled;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.log("warn", "skill: enabledPlugins could not be read again", { error: reason });
    }
  };
  const loadBase = async (): Promise<Omit<CatalogSnapshot, "nested">> => {
    const { home } = options.plan;
    const { bundledPlugins } = options;
    const plan = await planRoots(options.plan, fs);
    const given = [...plan.roots, ...options.roots];
    const scan = await scanRoots(given, fs);
    const amongSkills = scan.plugins;
    const plugins = await planPlugins(
      { enabled, bundledPlugins, amongSkills, ...(home !== undefined && { home }) },
      fs,
    );
    const roots = [...given, ...plugins.roots];
    const { features } = settings.skills;
    // Bundled skills come first, because they are there without asking the disk; they win no name by it.
    const inMemory = [
      parseInMemorySkills(settings.skills.bundled ? options.bundled : [], { features }),
      parseInMemorySkills(options.custom, { features, source: "custom" }),
    ];
    const found = joinScans([scan, await scanRoots(plugins.roots, fs)]);
    const fromDisk = await loadFound(found, { ...context, projectDir: options.plan.cwd });
    const loaded = joinResults([...inMemory, { skills: [], diagnostics: plugins.diagnostics }, fromDisk]);
    const registry = buildRegistry(loaded.skills, settings);
    logRegistry(registry, settings, logger);
    return {
      loaded,
      registry,
      plugins: plugins.plugins,
      roots: new Set(roots.map((root) => root.path)),
      watched: [
        ...roots.map(watchedRoot),
        ...(home === undefined ? [] : watchedPlugins(home, enabled)),
        ...given.filter((root) => root.mayHoldPlugins).map(watchedPluginFolders),
        ...watchedFiles(options.enabledPlugins?.files ?? [], options.plan.trusted ? undefined : plan.projectRoot),
      ],
      projectRoot: plan.projectRoot,
      files: new Set(loaded.skills.map((skill) => skill.realPath)),
    };
  };
  const loadNested = async (roots: readonly SkillRoot[]): Promise<ReadonlyMap<string, NestedLoad>> => {
    const loads = await Promise.all(
      roots.map(async (root): Promise<NestedLoad> => ({ root, ...(await loadRoots([root], context)) })),
    );
    return new Map(loads.map((load) => [load.root.path, load]));
  };

  let snapshot: CatalogSnapshot = { ...(await loadBase()), nested: new Map() };
  return {
    current: () => snapshot,
    async addNested(roots) {
      const unknown = roots.filter((root) => !snapshot.nested.has(root.path));
      if (unknown.length === 0) return;
      const loads = await loadNested(unknown);
      snapshot = { ...snapshot, nested: new Map([...snapshot.nested, ...loads]) };
    },
    async reload() {
      await refreshEnabled();
      const roots = [...snapshot.nested.values()].map((load) => load.root);
      const [base, nested] = await Promise.all([loadBase(), loadNested(roots)]);
      // Roots that a session found in the meantime stay: they were read just now.
      snapshot = { ...base, nested: new Map([...snapshot.nested, ...nested]) };
    },
  };
}

/** Skills of nested roots, without those whose file is known from elsewhere. In the order in which the roots were found. */
export function nestedSkills(snapshot: CatalogSnapshot, roots: readonly string[]): readonly LoadedSkill[] {
  const known = new Set(snapshot.files);
  return roots.flatMap((path) => {
    const fresh = (snapshot.nested.get(path)?.skills ?? []).filter((skill) => !known.has(skill.realPath));
    for (const skill of fresh) known.add(skill.realPath);
    return fresh;
  });
}

function joinResults(results: readonly LoadResult[]): LoadResult {
  return {
    skills: results.flatMap((result) => result.skills),
    diagnostics: results.flatMap((result) => result.diagnostics),
  };
}
