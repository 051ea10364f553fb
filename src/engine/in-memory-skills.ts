/** Turns skills that are compiled into the program, or given by an embedder, into loaded skills. */
import type { LoadResult } from "./discovery.ts";
import { parseSkill } from "./parse-skill.ts";
import type { InMemorySkill } from "./ports.ts";
import type { Diagnostic, LoadedSkill, SkillSource } from "./types.ts";

/**
 * Parses in-memory skills, in the order given; the first of two with one name stays. A skill behind a feature flag exists
 * only when `features` holds the flag. Their path is `bundled:NAME/SKILL.md` (or `custom:…`): there is no file.
 */
export function parseInMemorySkills(
  skills: readonly InMemorySkill[],
  options: { readonly features: readonly string[]; readonly source?: Extract<SkillSource, "bundled" | "custom"> },
): LoadResult {
  const source = options.source ?? "bundled";
  const loaded = new Map<string, LoadedSkill>();
  const diagnostics: Diagnostic[] = [];
  const encoder = new TextEncoder();
  for (const skill of skills) {
    if (skill.feature !== undefined && !options.features.includes(skill.feature)) continue;
    const directory = `${source}:${skill.name}`;
    const path = inMemoryPath(source, skill.name);
    if (loaded.has(path)) {
      const message = `There are two ${source} skills in the directory ${skill.name}; the first one is used.`;
      diagnostics.push({ code: "already-loaded", severity: "warning", path, message });
      continue;
    }
    const parsed = parseSkill({ bytes: encoder.encode(skill.text), path, directoryName: skill.name, kind: "skill" });
    diagnostics.push(...parsed.diagnostics);
    if (parsed.kind === "refused") continue;
    loaded.set(path, {
      ...parsed.definition,
      source,
      kind: "skill",
      path,
      directory,
      realPath: path,
      qualifier: source,
      trusted: true,
    });
  }
  return { skills: [...loaded.values()], diagnostics };
}

/** Stands for the path of a file where there is none. */
export function inMemoryPath(source: "bundled" | "custom", name: string): string {
  return `${source}:${name}/SKILL.md`;
}
