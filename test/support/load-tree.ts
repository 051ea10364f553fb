/** Loads a tree of files as the engine does at its start: plan the roots, load them, decide the names. */
import {
  buildRegistry,
  type Diagnostic,
  type EngineSettingsInput,
  type FileSystem,
  type LoadedSkill,
  type Logger,
  loadRoots,
  planRoots,
  type Registry,
  resolveEngineSettings,
  type Skill,
  type SkillRoot,
} from "../../src/engine/index.ts";
import { createMemoryFileSystem, type MemoryNode } from "./memory-file-system.ts";
import type { TreeWorld } from "./tree-world.ts";

export interface LoadTreeOptions {
  /** Default `/proj`. */
  readonly cwd?: string;
  /** Default `/home/ada`. */
  readonly home?: string;
  readonly managedDir?: string;
  readonly addedDirs?: readonly string[];
  /** Default true. */
  readonly trusted?: boolean;
  readonly settings?: EngineSettingsInput;
  /** See `createMemoryFileSystem`. */
  readonly seed?: number;
  readonly logger?: Logger;
}

export interface LoadedTree {
  readonly roots: readonly SkillRoot[];
  readonly loaded: readonly LoadedSkill[];
  readonly registry: Registry;
  /** Of loading and of the registry. */
  readonly diagnostics: readonly Diagnostic[];
  /** The skill that a name resolves to, when it is found. */
  find(name: string): Skill | undefined;
}

/** Loads a tree in memory; `/proj/.git` and `/home/ada` exist by themselves. */
export function loadTree(
  tree: Readonly<Record<string, MemoryNode>>,
  options: LoadTreeOptions = {},
): Promise<LoadedTree> {
  const { seed } = options;
  const standard: Record<string, MemoryNode> = {
    "/proj/.git": { kind: "directory" },
    "/home/ada": { kind: "directory" },
  };
  const fs = createMemoryFileSystem({ tree: { ...standard, ...tree }, ...(seed !== undefined && { seed }) });
  return loadFrom(fs, options);
}

/** The same in a world made by `createTreeWorld`; directories in the options are paths of the tree. */
export function loadWorld(world: TreeWorld, options: LoadTreeOptions = {}): Promise<LoadedTree> {
  const { cwd = "/proj", home = "/home/ada", addedDirs = [] } = options;
  return loadFrom(world.fs, {
    ...options,
    cwd: world.at(cwd),
    home: world.at(home),
    addedDirs: addedDirs.map(world.at),
  });
}

/** The same over any file system. */
export async function loadFrom(fs: FileSystem, options: LoadTreeOptions = {}): Promise<LoadedTree> {
  const { cwd = "/proj", home = "/home/ada", managedDir, addedDirs = [], trusted = true, logger } = options;
  const plan = await planRoots({ cwd, home, addedDirs, trusted, ...(managedDir !== undefined && { managedDir }) }, fs);
  const result = await loadRoots(plan.roots, { fs, projectDir: cwd, ...(logger !== undefined && { logger }) });
  const registry = buildRegistry(result.skills, resolveEngineSettings(options.settings));
  return {
    roots: plan.roots,
    loaded: result.skills,
    registry,
    diagnostics: [...result.diagnostics, ...registry.diagnostics],
    find(name) {
      const resolution = registry.resolve(name);
      return resolution.kind === "found" ? resolution.skill : undefined;
    },
  };
}

/** The text of a `SKILL.md` with these fields; the body says where it stands. */
export function skillText(fields: Readonly<Record<string, string | readonly string[]>> = {}, body = "Do it."): string {
  const lines = Object.entries({ description: "A skill for tests.", ...fields }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
}

/** The codes of diagnostics, sorted. */
export function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((diagnostic) => diagnostic.code).sort();
}
