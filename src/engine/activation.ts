/** Tells which conditional skills a file makes active: one index over all their patterns. */
import { isConditional } from "./is-conditional.ts";
import { type ParsedPathPattern, parsePathPattern } from "./path-pattern.ts";
import { createPatternTrie, type PatternTrie, type TrieEntry } from "./pattern-trie.ts";
import type { LoadedSkill, Skill } from "./types.ts";

/** What one pattern has to say about one path. */
export type PatternVerdict =
  | {
      readonly kind: "selects" | "takes-back";
      readonly pattern: string;
      /** The path, or the directory above it, that the pattern matches. */
      readonly at: string;
      /** True for the one pattern that settles the matter. */
      readonly decisive: boolean;
    }
  | { readonly kind: "no-match"; readonly pattern: string }
  | { readonly kind: "unreadable"; readonly pattern: string; readonly reason: string };

export interface ActivationIndex<S extends Pick<LoadedSkill, "paths"> = Skill> {
  /**
   * The conditional skills that the path selects, in the order they were given. Rules are those of `.gitignore`: the last
   * pattern that matches decides, and a file in a directory that is selected as a whole cannot be taken back. The path is
   * relative to the working directory with `/` between names; one that leads outside selects nothing. Never throws.
   */
  match(relativePath: string): readonly S[];
  /** A verdict for each pattern of the skill, in order. Never throws. */
  explain(skill: Pick<LoadedSkill, "paths">, relativePath: string): readonly PatternVerdict[];
}

/** Compiles the patterns of all skills; those without conditions are passed over. The work is done at the first match. */
export function compileActivation<S extends Pick<LoadedSkill, "paths">>(skills: readonly S[]): ActivationIndex<S> {
  const conditional = skills.filter(isConditional);
  let trie: PatternTrie | undefined;
  return {
    match(relativePath) {
      const names = splitPath(relativePath);
      if (names === undefined) return [];
      trie ??= buildTrie(conditional);
      return [...selectOwners(trie, names)].sort((a, b) => a - b).map((owner) => conditional[owner] as S);
    },
    explain: explainPatterns,
  };
}

function buildTrie(skills: readonly Pick<LoadedSkill, "paths">[]): PatternTrie {
  const trie = createPatternTrie();
  for (const [owner, skill] of skills.entries()) {
    for (const [order, text] of skill.paths.entries()) {
      const parsed = parsePathPattern(text);
      if (parsed.kind === "pattern") trie.add(parsed.pattern, { owner, order, negated: parsed.pattern.negated });
    }
  }
  return trie;
}

/** From the top down, as git does: the first directory that is selected settles everything below it. */
function selectOwners(trie: PatternTrie, names: readonly string[]): Set<number> {
  const selected = new Set<number>();
  trie.walk(names, (entries) => {
    for (const entry of lastOfEachOwner(entries)) if (!entry.negated) selected.add(entry.owner);
  });
  return selected;
}

function lastOfEachOwner(entries: readonly TrieEntry[]): Iterable<TrieEntry> {
  const last = new Map<number, TrieEntry>();
  for (const entry of entries) {
    const known = last.get(entry.owner);
    if (known === undefined || known.order < entry.order) last.set(entry.owner, entry);
  }
  return last.values();
}

/** Undefined for the working directory itself and for what lies outside it. */
function splitPath(relativePath: string): string[] | undefined {
  if (relativePath.startsWith("/")) return undefined;
  const names = relativePath.split("/").filter((name) => name !== "" && name !== ".");
  return names.length === 0 || names.includes("..") ? undefined : names;
}

function explainPatterns(skill: Pick<LoadedSkill, "paths">, relativePath: string): readonly PatternVerdict[] {
  const names = splitPath(relativePath) ?? [];
  const parsed = skill.paths.map(parsePathPattern);
  const { depths, decisive } = judge(skill, names);
  return skill.paths.map((pattern, order): PatternVerdict => {
    const reading = parsed[order] as ParsedPathPattern;
    if (reading.kind === "unreadable") return { kind: "unreadable", pattern, reason: reading.reason };
    const depth = depths.get(order);
    if (depth === undefined) return { kind: "no-match", pattern };
    return {
      kind: reading.pattern.negated ? "takes-back" : "selects",
      pattern,
      at: names.slice(0, depth).join("/"),
      decisive: decisive === order,
    };
  });
}

/** For one skill: how deep each pattern first matches, and which pattern settles the matter. */
function judge(
  skill: Pick<LoadedSkill, "paths">,
  names: readonly string[],
): { readonly depths: ReadonlyMap<number, number>; readonly decisive: number | undefined } {
  const depths = new Map<number, number>();
  let decisive: number | undefined;
  let settled = false;
  buildTrie([skill]).walk(names, (entries, depth) => {
    for (const entry of entries) if (!depths.has(entry.order)) depths.set(entry.order, depth);
    for (const entry of settled ? [] : lastOfEachOwner(entries)) {
      settled = !entry.negated;
      // Taking a directory back says nothing about what is in it.
      if (settled || depth === names.length) decisive = entry.order;
    }
  });
  return { depths, decisive };
}
