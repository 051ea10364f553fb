/** Holds what was loaded from all sources, and loads it again on demand. */

import { type Abortable, stopAtAbort, untilAborted } from "./abort.ts";
import { createCustomSources } from "./custom-sources.ts";
import type { LoadResult } from "./discovery.ts";
import { joinScans, loadFound, loadRoots, scanRoots } from "./discovery.ts";
import { inMemoryPath, parseInMemorySkills } from "./in-memory-skills.ts";
import type { LateCache } from "./late-cache.ts";
import { logRegistry } from "./log-registry.ts";
import { messageOf } from "./message-of.ts";
import { type LoadedPlugin, planPlugins } from "./plugins.ts";
import type { CustomSource, FileSystem, InMemorySkill, Logger, WatchTarget } from "./ports.ts";
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
  /** Skills without a file, by the path under which they are loaded. */
  readonly inMemory: ReadonlyMap<string, InMemorySkill>;
}

export interface NestedLoad extends LoadResult {
  readonly root: SkillRoot;
}

export interface Catalog {
  current(): CatalogSnapshot;
  /** Reads nested roots that are not known yet. */
  addNested(roots: readonly SkillRoot[]): Promise<void>;
  /** Reads everything again, nested roots included. Rejects with `cwd-missing` when the working directory is gone. */
  reload(options?: Abortable): Promise<void>;
}

export interface CatalogOptions {
  readonly plan: PlanOptions;
  readonly settings: EngineSettings;
  readonly fileSystem: FileSystem;
  readonly bundled: readonly InMemorySkill[];
  readonly custom: readonly InMemorySkill[];
  readonly sources: readonly CustomSource[];
  /** Ends the first loading. */
  readonly signal?: AbortSignal | undefined;
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
  const { settings, fileSystem, logger, cache } = options;
  const contextFor = (signal: AbortSignal | undefined) => ({
    fs: stopAtAbort(fileSystem, signal),
    logger,
    signal,
    ...(cache && { cache }),
  });
  const loadSources = createCustomSources(options.sources, logger);

  /** Read with the other settings; asked for again at each reload. */
  let enabled = settings.plugins.enabled;
  const refreshEnabled = async () => {
    try {
      enabled = (await options.enabledPlugins?.load()) ?? enabled;
    } catch (error) {
      const reason = messageOf(error);
      logger.log("warn", "skill: enabledPlugins could not be read again", { error: reason });
    }
  };
  const loadBase = async (signal: AbortSignal | undefined): Promise<Omit<CatalogSnapshot, "nested">> => {
    const { home } = options.plan;
    const context = contextFor(signal);
    const { fs } = context;
    const loadingSources = loadSources(signal);
    // Whatever fails before they are waited for must not leave a rejection that nobody sees.
    loadingSources.catch(() => undefined);
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
    const fromSources = await loadingSources;
    const custom = [...options.custom, ...fromSources.skills];
    // Bundled skills come first, because they are there without asking the disk; they win no name by it.
    const inMemory = [
      parseInMemorySkills(settings.skills.bundled ? options.bundled : [], { features }),
      parseInMemorySkills(custom, { features, source: "custom" }),
      { skills: [], diagnostics: fromSources.diagnostics },
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
      inMemory: indexInMemory(options.bundled, custom),
      files: new Set(loaded.skills.map((skill) => skill.realPath)),
    };
  };
  const loadNested = async (
    roots: readonly SkillRoot[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, NestedLoad>> => {
    const context = contextFor(signal);
    const loads = await Promise.all(
      roots.map(async (root): Promise<NestedLoad> => ({ root, ...(await loadRoots([root], context)) })),
    );
    return new Map(loads.map((load) => [load.root.path, load]));
  };

  const first = await untilAborted(() => loadBase(options.signal), options.signal);
  let snapshot: CatalogSnapshot = { ...first, nested: new Map() };
  return {
    current: () => snapshot,
    async addNested(roots) {
      const unknown = roots.filter((root) => !snapshot.nested.has(root.path));
      if (unknown.length === 0) return;
      const loads = await loadNested(unknown);
      snapshot = { ...snapshot, nested: new Map([...snapshot.nested, ...loads]) };
    },
    async reload({ signal } = {}) {
      await refreshEnabled();
      const roots = [...snapshot.nested.values()].map((load) => load.root);
      const loading = () => Promise.all([loadBase(signal), loadNested(roots, signal)]);
      const [base, nested] = await untilAborted(loading, signal);
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

/** By the pseudo path under which they are loaded. */
function indexInMemory(
  bundled: readonly InMemorySkill[],
  custom: readonly InMemorySkill[],
): ReadonlyMap<string, InMemorySkill> {
  const index = new Map<string, InMemorySkill>();
  for (const [source, skills] of [
    ["bundled", bundled],
    ["custom", custom],
  ] as const) {
    for (const skill of skills) {
      const path = inMemoryPath(source, skill.name);
      if (!index.has(path)) index.set(path, skill);
    }
  }
  return index;
}
