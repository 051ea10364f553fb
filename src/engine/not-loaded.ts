/** Finds what a name may mean that was found on the disk and is no skill now: refused files, links that were not followed. */
import { basename, dirname } from "node:path";
import type { Diagnostic } from "./types.ts";

/** A file or folder that was found and not loaded. */
export interface NotLoaded {
  /** Absolute. */
  readonly path: string;
  /** Why; at least one. */
  readonly diagnostics: readonly Diagnostic[];
}

/** In the order of the diagnostics. `loaded` are the paths of skills, whose own diagnostics are another matter. Pure. */
export function listNotLoaded(diagnostics: readonly Diagnostic[], loaded: ReadonlySet<string>): readonly NotLoaded[] {
  const byPath = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    if (loaded.has(diagnostic.path)) continue;
    const known = byPath.get(diagnostic.path);
    if (known === undefined) byPath.set(diagnostic.path, [diagnostic]);
    else known.push(diagnostic);
  }
  return [...byPath].map(([path, found]) => ({ path, diagnostics: found }));
}

/** Tests whether a skill at this path, or of this plugin, would go by the name, as far as its place tells; case does not count. Pure. */
export function isNamedByPlace(path: string, name: string): boolean {
  const bare = name.trim().replace(/^\//, "").toLowerCase();
  const place = placeOf(path).toLowerCase();
  return bare === place || bare.split(":").includes(place);
}

/** What names the skill: its folder, the command's file, the plugin's folder. */
function placeOf(path: string): string {
  const name = basename(path);
  if (name.toLowerCase() === "skill.md") return basename(dirname(path));
  if (name === "plugin.json") return basename(dirname(dirname(path)));
  return name.replace(/\.md$/, "");
}
