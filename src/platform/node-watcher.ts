/** The Watcher port on Node: sees skill files change, also in directories that come later, through chokidar. */
import { realpathSync, type Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import type { FSWatcher } from "chokidar";
import { isWithin, type Watch, type Watcher, type WatchListener, type WatchTarget } from "../engine/index.ts";

/** Below a root: grouping folders, the skill's own, and one more for files that a skill refers to. */
const MAX_DEPTH = 7;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Creates the watcher; chokidar is loaded when the first directory is watched. */
export function createNodeWatcher(): Watcher {
  return {
    async watch(targets, listener): Promise<Watch> {
      const opened: FSWatcher[] = [await openWatcher(targets, listener)];
      let closing: Promise<unknown> | undefined;
      return {
        async add(more) {
          // A watcher of its own, because only the first targets of one say when they are ready.
          const watcher = await openWatcher(more, listener);
          if (closing !== undefined) await watcher.close();
          else opened.push(watcher);
        },
        async close() {
          closing ??= Promise.all(opened.map((watcher) => watcher.close()));
          await closing;
        },
      };
    },
  };
}

async function openWatcher(targets: readonly WatchTarget[], listener: WatchListener): Promise<FSWatcher> {
  const { watch } = await import("chokidar");
  const bases = new Set(await Promise.all(targets.map(baseOf)));
  const isOfInterest = await compileInterest(targets);
  const watcher = watch([...bases], {
    ignored: (path, stats) => !bases.has(path) && !isOfInterest(path, stats),
    ignoreInitial: true,
    ignorePermissionErrors: true,
  });
  watcher.on("error", (error) => listener.onError(error));
  await new Promise<void>((resolve) => {
    watcher.once("ready", () => resolve());
  });
  watcher.on("all", (_event, path) => listener.onChange(path));
  return watcher;
}

/** Above the target, two levels for the sake of the project of `.claude/skills`, so that it may also go and come back. */
function baseOf(target: WatchTarget): Promise<string> {
  const above = dirname(target.path);
  return nearestDirectory(target.kind === "skills" ? dirname(above) : above);
}

/** The path itself when it is a directory, else the nearest one above it. */
async function nearestDirectory(path: string): Promise<string> {
  const isDirectory = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isDirectory || dirname(path) === path ? path : nearestDirectory(dirname(path));
}

/**
 * Tells of a path whether its changes matter: what leads to one of the targets does, and below it what counts there, unless
 * a link leads out of where the target is confined to.
 */
async function compileInterest(targets: readonly WatchTarget[]): Promise<(path: string, stats?: Stats) => boolean> {
  const places = await Promise.all(
    targets.map(async (target) => ({
      root: withSlashes(target.path),
      matters: target.kind === "skills" ? mattersForSkills : target.matters,
      staysInside: await compileConfinement(target.confinedTo),
    })),
  );
  return (path, stats) => {
    const given = withSlashes(path);
    return places.some(({ root, matters, staysInside }) => {
      if (given === root || root.startsWith(given === "/" ? given : `${given}/`)) return staysInside(path);
      if (!given.startsWith(`${root}/`)) return false;
      return matters(given.slice(root.length + 1).split("/"), kindOf(stats)) && staysInside(path);
    });
  };
}

async function compileConfinement(tree: string | undefined): Promise<(path: string) => boolean> {
  if (tree === undefined) return () => true;
  const realTree = await realpath(tree).catch(() => tree);
  return (path) => !isWithin(tree, path) || isWithin(realTree, realPathOf(path) ?? realTree);
}

/** Undefined for what is not there: nothing that a link leads to. chokidar does not wait for an answer, hence `Sync`. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // Removed meanwhile, which is a change, or a link to nowhere, which leads to nothing.
    return undefined;
  }
}

/** Directories and Markdown files, to some depth. */
function mattersForSkills(names: readonly string[], kind: "file" | "directory" | "unknown"): boolean {
  if (names.length > MAX_DEPTH || names.some((name) => SKIPPED_FOLDERS.has(name))) return false;
  return kind !== "file" || /\.md$/i.test(names.at(-1) ?? "");
}

function kindOf(stats: Stats | undefined): "file" | "directory" | "unknown" {
  if (stats === undefined) return "unknown";
  return stats.isFile() ? "file" : "directory";
}

/** chokidar hands paths over with `/` on every system. */
function withSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
