/** Creates the engine over its ports: loads all sources, and opens sessions on them. */

import { resolve } from "node:path";
import { untilAborted } from "./abort.ts";
import { type Catalog, createCatalog } from "./catalog.ts";
import { createSession, type SessionHost } from "./create-session.ts";
import type { CommandAuthorization, EngineOptions, EnginePorts, SkillEngine } from "./engine.ts";
import { SkillfulError } from "./errors.ts";
import { type Explanation, explainName } from "./explain.ts";
import { explainFile } from "./explain-file.ts";
import { createLateCache } from "./late-cache.ts";
import { createLiveReload, type LiveReload } from "./live-reload.ts";
import { messageOf } from "./message-of.ts";
import type { Logger } from "./ports.ts";
import { previewSkill } from "./preview-skill.ts";
import type { SkillEntry } from "./session.ts";
import { resolveEngineSettings } from "./settings.ts";
import { initialState } from "./skill-state.ts";
import { skillVariables } from "./skill-variables.ts";
import type { Diagnostic, Skill } from "./types.ts";
import { createUsageLedger } from "./usage-ledger.ts";
import { watchedRoot } from "./watched-root.ts";

const SILENT: Logger = { log() {} };

/** Loads everything. Rejects with `cwd-missing` when the working directory is not a directory that can be read. */
export async function createEngine(options: EngineOptions, ports: EnginePorts): Promise<SkillEngine> {
  const cwd = resolve(options.cwd);
  const {
    trusted = false,
    logger = SILENT,
    skills: custom = [],
    sources = [],
    signal: opening,
    roots = [],
    bundledPlugins = [],
    home,
    managedDir,
    addedDirs,
  } = options;
  const { fileSystem, shell, ignoreChecker, bundled, watcher, timer } = ports;
  const usage = createUsageLedger({ logger, ...(ports.usage && { store: ports.usage }) });
  const settings = resolveEngineSettings(options.settings);
  const cache = ports.indexCache && createLateCache({ cache: ports.indexCache, logger, ...(timer && { timer }) });
  const base = await createCatalog({
    plan: {
      cwd,
      trusted,
      ...(home !== undefined && { home: resolve(home) }),
      ...(managedDir !== undefined && { managedDir: resolve(managedDir) }),
      ...(addedDirs !== undefined && { addedDirs }),
    },
    settings,
    fileSystem,
    bundled,
    custom,
    sources,
    signal: opening,
    roots,
    bundledPlugins: bundledPlugins.map((directory) => resolve(directory)),
    ...(options.enabledPlugins && { enabledPlugins: options.enabledPlugins }),
    logger,
    ...(cache && { cache }),
  });
  const realCwd = await untilAborted(() => fileSystem.realPath(cwd), opening);
  // Read meanwhile; waited for, so that the first list does not depend on who was faster.
  await untilAborted(usage.settled, opening);
  const listeners = new Set<() => void>();
  let lastReload: Promise<void> = Promise.resolve();
  let isClosed = false;

  const assertOpen = () => {
    if (isClosed) throw new SkillfulError("closed", "The engine is closed.", { hint: "Open a new one." });
  };
  const reload = (signal?: AbortSignal): Promise<void> => {
    const done = lastReload.then(async () => {
      await catalog.reload({ signal });
      await live?.follow();
      for (const listener of listeners) notify(listener, logger);
    });
    lastReload = done.catch(() => undefined);
    return untilAborted(() => done, signal);
  };
  const live: LiveReload | undefined =
    watcher &&
    timer &&
    createLiveReload({
      watcher,
      timer,
      logger,
      targets() {
        const { watched, nested } = base.current();
        return [...watched, ...[...nested.values()].map(({ root }) => watchedRoot(root))];
      },
      sources,
      reload: () => reload(),
    });
  const catalog: Catalog = {
    ...base,
    async addNested(nestedRoots) {
      await base.addNested(nestedRoots);
      await live?.follow();
    },
  };
  const host: SessionHost = {
    catalog,
    settings,
    cwd,
    realCwd,
    trusted,
    fileSystem,
    shell,
    logger,
    usage,
    sources: {
      fileSystem,
      get inMemory() {
        return catalog.current().inMemory;
      },
    },
    newId: ports.newId,
    authorizeCommand: (request) => options.authorizeCommand?.(request) ?? Promise.resolve(NOT_AUTHORIZED),
    ...(ignoreChecker && { ignoreChecker }),
  };
  const toEntry = (skill: Skill): SkillEntry => ({ skill, state: initialState(skill, settings) });

  return {
    cwd,
    trusted,
    settings,
    get diagnostics(): readonly Diagnostic[] {
      const { loaded, registry } = catalog.current();
      return [...loaded.diagnostics, ...registry.diagnostics];
    },
    get plugins() {
      return catalog.current().plugins;
    },
    list: () => catalog.current().registry.skills.map(toEntry),
    find(name) {
      const resolution = catalog.current().registry.resolve(name);
      return resolution.kind === "found" ? toEntry(resolution.skill) : undefined;
    },
    explain: (pathOrName, { signal } = {}) => untilAborted(() => explain(pathOrName), signal),
    preview(skill, { args = "", sessionId = "SESSION-ID", signal } = {}) {
      const { projectRoot: projectDir } = catalog.current();
      const variables = skillVariables(skill, { sessionId, projectDir });
      const input = { args, cwd, variables, ...(signal && { signal }) };
      return untilAborted(() => previewSkill(skill, input, host.sources), signal);
    },
    session(sessionOptions = {}) {
      assertOpen();
      return createSession(sessionOptions, host);
    },
    async reload({ signal } = {}) {
      assertOpen();
      return reload(signal);
    },
    async watch({ signal } = {}) {
      assertOpen();
      if (live !== undefined) return untilAborted(live.start, signal);
      throw new SkillfulError("usage", "This engine cannot watch: it was opened without a watcher and a timer.", {
        hint: "Give it both ports, or call reload() yourself.",
      });
    },
    onChanged(listener) {
      // Wrapped, so that a listener given twice is told twice and taken away once.
      const own = () => listener();
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    async close() {
      isClosed = true;
      listeners.clear();
      await live?.close();
      await lastReload;
      await cache?.flush();
      await usage.settled();
    },
  };

  async function explain(pathOrName: string): Promise<Explanation> {
    const { registry, loaded } = catalog.current();
    const { diagnostics } = loaded;
    const isName = registry.resolve(pathOrName).kind !== "unknown" || !/[/\\.]/.test(pathOrName);
    // A name without a mark of a path may still be a file, such as `Makefile`.
    const isPath = !isName || (registry.resolve(pathOrName).kind === "unknown" && (await exists(pathOrName)));
    return isPath ? explainFile(pathOrName, host) : explainName(pathOrName, { registry, settings, diagnostics });
  }

  async function exists(path: string): Promise<boolean> {
    return fileSystem.stat(resolve(cwd, path)).then(
      () => true,
      () => false,
    );
  }
}

const NOT_AUTHORIZED: CommandAuthorization = {
  allowed: false,
  reason: "this program does not run commands for skills",
};

function notify(listener: () => void, logger: Logger): void {
  try {
    listener();
  } catch (error) {
    const reason = messageOf(error);
    logger.log("error", "skill: a listener failed", { error: reason });
  }
}
