/** Says which places tell that plugins come, go or change; their skills are watched like all others. */
import { basename, dirname, join } from "node:path";
import { INSTALLER_FOLDERS } from "./find-plugins.ts";
import type { WatchedPlaces } from "./ports.ts";
import { isWithin } from "./relative-to-root.ts";
import { linkBoundary, type SkillRoot } from "./sources.ts";

/** Of a plugin's own files those that tell where its skills are. */
const TELLING_FILES: ReadonlySet<string> = new Set(["plugin.json", "hooks.json", "SKILL.md"]);
const INSTALL_RECORDS = "installed_plugins.json";

/** From a directory of skills: any folder, and in it these. */
const WAY_TO_MANIFEST = [undefined, ".claude-plugin", "plugin.json"] as const;

/** From a plugin's directory: itself, `.claude-plugin` or `skills`, and the manifest. */
const PLUGIN_DEPTH = 3;

/** The folder of plugins placed by hand, and in the installer's cache those that settings switch on. `home` is absolute. */
export function watchedPlugins(home: string, enabled: Readonly<Record<string, boolean>>): readonly WatchedPlaces[] {
  const folder = join(home, ".claude", "plugins");
  const installed = Object.entries(enabled).flatMap(([id, isOn]) => {
    const [, name, marketplace] = /^([^@/\\]+)@([^@/\\]+)$/.exec(id) ?? [];
    return isOn && name !== undefined && marketplace !== undefined ? join(folder, "cache", marketplace, name) : [];
  });
  return [
    {
      kind: "places",
      path: folder,
      matters: (names, kind) =>
        kind === "file" && names.length === 1
          ? names[0] === INSTALL_RECORDS
          : !INSTALLER_FOLDERS.has(names[0] ?? "") && mattersInPlugin(names, kind),
    },
    ...installed.map((path): WatchedPlaces => ({ kind: "places", path, matters: mattersInPlugin })),
  ];
}

/** The manifests by which folders of skills are plugins; the skills in them are watched as all skills are. */
export function watchedPluginFolders(root: SkillRoot): WatchedPlaces {
  const confinedTo = linkBoundary(root);
  return {
    kind: "places",
    path: root.path,
    ...(confinedTo !== undefined && { confinedTo }),
    matters: (names, kind) =>
      names.length <= WAY_TO_MANIFEST.length &&
      names.every((name, index) => name === (WAY_TO_MANIFEST[index] ?? name)) &&
      (kind !== "file" || names.length === WAY_TO_MANIFEST.length),
  };
}

/** The files themselves, each by its name alone. Those that lie in `confinedTo` count while no link leads out of it. */
export function watchedFiles(paths: readonly string[], confinedTo?: string): readonly WatchedPlaces[] {
  return paths.map((file) => ({
    kind: "places",
    path: dirname(file),
    ...(confinedTo !== undefined && isWithin(confinedTo, file) && { confinedTo }),
    matters: (names, kind) => kind !== "directory" && names.length === 1 && names[0] === basename(file),
  }));
}

function mattersInPlugin(names: readonly string[], kind: "file" | "directory" | "unknown"): boolean {
  if (names.length > PLUGIN_DEPTH || names.includes("node_modules") || names.includes(".git")) return false;
  return kind !== "file" || TELLING_FILES.has(names.at(-1) ?? "");
}
