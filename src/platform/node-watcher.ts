/** The Watcher port on Node: sees skill files change, also in directories that come later, through chokidar. */
import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import type { FSWatcher } from "chokidar";
import type { Watch, Watcher, WatchListener } from "../engine/index.ts";

/** Below a root: grouping folders, the skill's own, and one more for files that a skill refers to. */
const MAX_DEPTH = 7;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Creates the watcher; chokidar is loaded when the first directory is watched. */
export function createNodeWatcher(): Watcher {
  return {
    async watch(directories, listener): Promise<Watch> {
      const opened: FSWatcher[] = [await openWatcher(directories, listener)];
      let closing: Promise<unknown> | undefined;
      return {
        async add(more) {
          // A watcher of its own, because only the first directories of one say when they are ready.
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

async function openWatcher(directories: readonly string[], listener: WatchListener): Promise<FSWatcher> {
  const { watch } = await import("chokidar");
  // From two levels above, such as the project of `.claude/skills`, so that a directory may also go and come back.
  const bases = new Set(await Promise.all(directories.map((path) => nearestDirectory(dirname(dirname(path))))));
  const isOfInterest = compileInterest(directories);
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

/** The path itself when it is a directory, else the nearest one above it. */
async function nearestDirectory(path: string): Promise<string> {
  const isDirectory = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isDirectory || dirname(path) === path ? path : nearestDirectory(dirname(path));
}

/**
 * Tells of a path whether its changes matter: what leads to one of the directories does, and below it directories and
 * Markdown files. While nothing is known of the path yet, it may matter.
 */
function compileInterest(directories: readonly string[]): (path: string, stats?: Stats) => boolean {
  const roots = directories.map(withSlashes);
  return (path, stats) => {
    const given = withSlashes(path);
    return roots.some((root) => {
      if (given === root || root.startsWith(given === "/" ? given : `${given}/`)) return true;
      if (!given.startsWith(`${root}/`)) return false;
      const names = given.slice(root.length + 1).split("/");
      if (names.length > MAX_DEPTH || names.some((name) => SKIPPED_FOLDERS.has(name))) return false;
      return stats?.isFile() !== true || /\.md$/i.test(given);
    });
  };
}

/** chokidar hands paths over with `/` on every system. */
function withSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
