/** Decides who owns each name. Every loaded skill keeps a name of its own, so that none is lost. */
import { createNameLookup, type NameResolution } from "./name-lookup.ts";
import { diagnosePathPatterns } from "./path-pattern.ts";
import { DEFAULT_PRECEDENCE, type EngineSettings } from "./settings.ts";
import type { Diagnostic, LoadedSkill, Skill, SkillSource } from "./types.ts";

export type { NameResolution } from "./name-lookup.ts";

export interface Registry {
  /** Skills before commands, then by `skills.precedence`, then in load order. */
  readonly skills: readonly Skill[];
  readonly diagnostics: readonly Diagnostic[];
  /** Never throws, whatever the name. */
  resolve(name: string): NameResolution;
}

/**
 * Builds the registry. Pure: the same skills in the same load order give the same registry.
 *
 * Of several skills with one name the first in registry order owns the bare name. Plugin skills are namespaced and never
 * compete. A nested skill whose name has an owner is a variant: listed and called as `<relative dir>:<name>`. Any other
 * skill whose name has an owner is shadowed: not listed, and called by its qualified name.
 */
export function buildRegistry(loaded: readonly LoadedSkill[], settings: EngineSettings): Registry {
  const ordered = orderSkills(loaded, settings.skills.precedence);
  const owners = new Map<string, LoadedSkill>();
  for (const skill of ordered) if (!isNamespaced(skill) && !owners.has(skill.name)) owners.set(skill.name, skill);

  const qualifiedNames = assignQualifiedNames(ordered, owners);
  const nestedOwners = new Map<string, LoadedSkill>();
  const skills = ordered.map((skill): Skill => {
    const qualifiedName = qualifiedNames.get(skill) as string;
    const owner = owners.get(skill.name);
    // Names first: properties that are added behind a copy of many make V8 keep the object as a hash table, three times as large.
    if (owner === skill) return { qualifiedName, callName: skill.name, ...skill };
    if (isNamespaced(skill)) return { qualifiedName, callName: qualifiedName, ...skill };
    const shadowing = skill.source === "nested" ? takeVariant(skill, owner, nestedOwners) : owner;
    if (shadowing === undefined) return { qualifiedName, callName: qualifiedName, ...skill };
    return { qualifiedName, callName: qualifiedName, shadowedBy: qualifiedNames.get(shadowing) as string, ...skill };
  });

  return {
    skills,
    diagnostics: [...reportShadowed(skills), ...ordered.flatMap(diagnosePathPatterns)],
    resolve: createNameLookup(skills),
  };
}

function isNamespaced(skill: LoadedSkill): boolean {
  return skill.source === "plugin" || skill.source === "bundled-plugin";
}

/** Only the first of several skills of one directory is a variant; undefined when this one is. */
function takeVariant(
  skill: LoadedSkill,
  owner: LoadedSkill | undefined,
  variants: Map<string, LoadedSkill>,
): LoadedSkill | undefined {
  if (owner?.source === "nested" && owner.qualifier === skill.qualifier) return owner;
  const key = `${skill.qualifier}:${skill.name}`;
  const first = variants.get(key);
  if (first === undefined) variants.set(key, skill);
  return first;
}

function orderSkills(loaded: readonly LoadedSkill[], precedence: readonly SkillSource[]): LoadedSkill[] {
  const sources = [...new Set([...precedence, ...DEFAULT_PRECEDENCE])];
  const ranks = new Map(sources.map((source, rank) => [source, rank]));
  const rankOf = (skill: LoadedSkill): number =>
    (skill.kind === "command" ? sources.length : 0) + (ranks.get(skill.source) ?? sources.length - 1);
  // Put into a pile for each rank instead of compared with each other: there may be thousands. Within a pile the load order stays.
  const piles = new Map<number, LoadedSkill[]>();
  for (const skill of loaded) {
    const rank = rankOf(skill);
    const pile = piles.get(rank);
    if (pile === undefined) piles.set(rank, [skill]);
    else pile.push(skill);
  }
  return [...piles].sort(([a], [b]) => a - b).flatMap(([, pile]) => pile);
}

/**
 * `<qualifier>:<name>`, made unique in registry order: by the source in front, then by a number. A bare name that somebody
 * owns is never given away as another's qualified name.
 */
function assignQualifiedNames(
  ordered: readonly LoadedSkill[],
  owners: ReadonlyMap<string, LoadedSkill>,
): Map<LoadedSkill, string> {
  const assigned = new Map<LoadedSkill, string>();
  const taken = new Map<string, SkillSource>();
  const copies = new Map<string, number>();
  const isFree = (name: string): boolean => !taken.has(name) && !owners.has(name);
  for (const skill of ordered) {
    const base = `${skill.qualifier}:${skill.name}`;
    let name = base;
    // The source in front helps only where it differs from that of the name's holder.
    const sourceTells = skill.qualifier !== skill.source && taken.get(base) !== skill.source;
    if (!isFree(name) && sourceTells) name = `${skill.source}:${base}`;
    while (!isFree(name)) {
      const copy = (copies.get(base) ?? 1) + 1;
      copies.set(base, copy);
      name = `${base}~${copy}`;
    }
    taken.set(name, skill.source);
    assigned.set(skill, name);
  }
  return assigned;
}

function reportShadowed(skills: readonly Skill[]): Diagnostic[] {
  const shadowed = skills.filter((skill) => skill.shadowedBy !== undefined);
  if (shadowed.length === 0) return [];
  const byName = new Map(skills.map((skill) => [skill.qualifiedName, skill]));
  return shadowed.flatMap((skill): Diagnostic[] => {
    const owner = skill.shadowedBy === undefined ? undefined : byName.get(skill.shadowedBy);
    return owner === undefined ? [] : [describeShadowing(skill, owner)];
  });
}

/** Two sources with one name are how overriding works; two files of one source are most likely a mistake. */
function describeShadowing(skill: Skill, owner: Skill): Diagnostic {
  const { path } = skill;
  if (skill.source === owner.source && skill.qualifier === owner.qualifier && skill.kind === owner.kind) {
    return {
      code: "duplicate-name",
      severity: "warning",
      path,
      message: `The name "${skill.name}" is also used by ${owner.path}, which comes first.`,
      hint: `Change the name in one of the two; until then this one is called ${skill.qualifiedName}.`,
    };
  }
  return {
    code: "shadowed-skill",
    severity: "info",
    path,
    message: `The name "${skill.name}" belongs to ${owner.path} (${owner.source}), which takes precedence.`,
    hint: `Call this one as ${skill.qualifiedName}.`,
  };
}
