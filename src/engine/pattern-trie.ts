/** Holds any number of path patterns in one tree of segments and walks a path through all of them at once. */
import type { PathPattern, PatternSegment } from "./path-pattern.ts";
import { createWildcardIndex, type WildcardIndex } from "./wildcard-index.ts";

/** What a trie gives back for a pattern that matched. */
export interface TrieEntry {
  /** The owner's number, chosen by the caller. */
  readonly owner: number;
  /** Place of the pattern among its owner's: the last that matches decides. */
  readonly order: number;
  readonly negated: boolean;
}

export interface PatternTrie {
  add(pattern: PathPattern, entry: TrieEntry): void;
  /**
   * Walks a path, given as its names, from the top. `visit` is called for each directory on the way and at last for the
   * path itself, with every entry whose pattern matches exactly there; `depth` is the number of names so far. The time is
   * bounded by names times nodes, whatever the patterns: no way is tried twice.
   */
  walk(names: readonly string[], visit: (entries: readonly TrieEntry[], depth: number) => void): void;
}

interface Node {
  /** Stands for `**`: stays active over any number of names. */
  readonly repeats: boolean;
  names?: Map<string, Node>;
  wildcards?: WildcardIndex<Node>;
  anything?: Node;
  /** Entries of the patterns that end here; those that only match directories apart. */
  entries?: TrieEntry[];
  directoryEntries?: TrieEntry[];
}

/** Creates an empty trie. */
export function createPatternTrie(): PatternTrie {
  const top: Node = { repeats: false };
  return {
    add(pattern, entry) {
      let node = top;
      for (const segment of pattern.segments) node = obtainChild(node, segment);
      const key = pattern.directoryOnly ? "directoryEntries" : "entries";
      node[key] ??= [];
      node[key].push(entry);
    },
    walk(names, visit) {
      let active = new Set<Node>();
      enter(top, active);
      for (const [index, name] of names.entries()) {
        const depth = index + 1;
        const isDirectory = depth < names.length;
        const matched: TrieEntry[] = [];
        const next = new Set<Node>();
        const arrive = (node: Node): void => {
          enter(node, next);
          collect(node, isDirectory, matched);
        };
        for (const node of active) {
          // A `**` has to take at least one name before it counts as matched.
          if (node.repeats) arrive(node);
          const named = node.names?.get(name);
          if (named !== undefined) arrive(named);
          for (const wildcard of node.wildcards?.match(name) ?? []) arrive(wildcard);
        }
        visit(matched, depth);
        active = next;
      }
    },
  };
}

function obtainChild(node: Node, segment: PatternSegment): Node {
  switch (segment.kind) {
    case "anything":
      node.anything ??= { repeats: true };
      return node.anything;
    case "literal": {
      node.names ??= new Map();
      const known = node.names.get(segment.name);
      if (known !== undefined) return known;
      const child: Node = { repeats: false };
      node.names.set(segment.name, child);
      return child;
    }
    case "wildcard":
      node.wildcards ??= createWildcardIndex<Node>(() => ({ repeats: false }));
      return node.wildcards.obtain(segment);
    default:
      return segment satisfies never;
  }
}

/** A node, and the `**` below it, which may also stand for no name at all. */
function enter(node: Node, active: Set<Node>): void {
  active.add(node);
  if (node.anything !== undefined) active.add(node.anything);
}

function collect(node: Node, isDirectory: boolean, into: TrieEntry[]): void {
  for (const entry of node.entries ?? []) into.push(entry);
  if (isDirectory) for (const entry of node.directoryEntries ?? []) into.push(entry);
}
