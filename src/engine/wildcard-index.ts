/** Finds, among many wildcard segments, the few that match a name: by their fixed beginning, else by their fixed end. */
import { compileWildcard, type PathSegment } from "./path-segment.ts";

type WildcardSegment = Extract<PathSegment, { kind: "wildcard" }>;

interface WildcardEdge<Value> {
  readonly segment: WildcardSegment;
  readonly value: Value;
  /** Compiled when a name first gets as far as this edge. */
  matches?: (name: string) => boolean;
}

export interface WildcardIndex<Value> {
  /** The value that stands for the segment, made on the first call for its text. */
  obtain(segment: WildcardSegment): Value;
  /** Values of all segments that match the name. */
  match(name: string): Value[];
}

/** Creates an empty index. `createValue` is called once for each distinct segment text. */
export function createWildcardIndex<Value>(createValue: () => Value): WildcardIndex<Value> {
  const edges = new Map<string, WildcardEdge<Value>>();
  const byHead = new Map<string, WildcardEdge<Value>[]>();
  const byTail = new Map<string, WildcardEdge<Value>[]>();
  const others: WildcardEdge<Value>[] = [];
  // Only these lengths of beginnings and ends have to be looked up.
  const headLengths = new Set<number>();
  const tailLengths = new Set<number>();

  const file = (edge: WildcardEdge<Value>): void => {
    const { head, tail } = edge.segment;
    if (head !== "") {
      addTo(byHead, head, edge);
      headLengths.add(head.length);
    } else if (tail !== "") {
      addTo(byTail, tail, edge);
      tailLengths.add(tail.length);
    } else {
      others.push(edge);
    }
  };

  return {
    obtain(segment) {
      const known = edges.get(segment.text);
      if (known !== undefined) return known.value;
      const edge: WildcardEdge<Value> = { segment, value: createValue() };
      edges.set(segment.text, edge);
      file(edge);
      return edge.value;
    },
    match(name) {
      const values: Value[] = [];
      const test = (candidates: readonly WildcardEdge<Value>[] | undefined): void => {
        for (const edge of candidates ?? []) {
          edge.matches ??= compileWildcard(edge.segment);
          if (edge.matches(name)) values.push(edge.value);
        }
      };
      for (const length of headLengths) if (length <= name.length) test(byHead.get(name.slice(0, length)));
      for (const length of tailLengths) if (length <= name.length) test(byTail.get(name.slice(-length)));
      test(others);
      return values;
    },
  };
}

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
