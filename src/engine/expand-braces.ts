/** Expands `{a,b}` alternatives in a path pattern, bounded in the number and size of results. */

export interface ExpandedBraces {
  /** In the order of a shell: the leftmost group varies slowest. Never empty. */
  readonly patterns: readonly string[];
  /** True when a bound cut the list. */
  readonly truncated: boolean;
}

/** UTF-16 units over all results of one call. */
const MAX_TOTAL_LENGTH = 4 * 1024 * 1024;
/** Levels of braces; deeper ones stay as written. */
const MAX_DEPTH = 64;

/** A piece of a pattern: text, or a group of alternatives each of which is a sequence of pieces. */
type Piece = string | { readonly alternatives: readonly Sequence[] };
interface Sequence {
  readonly pieces: readonly Piece[];
  /** How many texts the sequence stands for, at most the cap. */
  readonly count: number;
}

/**
 * Expands a pattern to at most `limit` patterns. A group needs a comma at its own level: `{}`, `{a}`, `{1..3}`, a brace
 * without a partner, and braces or commas after a backslash are literal. The number of results is computed before any
 * is written, so `{a,b}{a,b}…` costs no more than what is returned.
 */
export function expandBraces(pattern: string, limit: number): ExpandedBraces {
  const wanted = Math.max(1, Math.floor(limit));
  if (!pattern.includes("{")) return { patterns: [pattern], truncated: false };
  const sequence = parseSequence(pattern, wanted + 1);
  const patterns: string[] = [];
  let length = 0;
  for (let index = 0; index < Math.min(sequence.count, wanted); index++) {
    const text = render(sequence, index);
    length += text.length;
    if (length > MAX_TOTAL_LENGTH && patterns.length > 0) break;
    patterns.push(text);
  }
  return { patterns, truncated: patterns.length < sequence.count };
}

interface Group {
  readonly end: number;
  readonly commas: readonly number[];
}

/** Groups that expand, by the offset of their opening brace. */
function findGroups(pattern: string): ReadonlyMap<number, Group> {
  const groups = new Map<number, Group>();
  const open: { readonly start: number; readonly commas: number[] }[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "{") open.push({ start: at, commas: [] });
    else if (character === ",") open.at(-1)?.commas.push(at);
    else if (character === "}") {
      const group = open.pop();
      if (group !== undefined && group.commas.length > 0) groups.set(group.start, { end: at, commas: group.commas });
    }
  }
  return groups;
}

function parseSequence(pattern: string, cap: number): Sequence {
  const groups = findGroups(pattern);

  function parse(start: number, end: number, depth: number): Sequence {
    const pieces: Piece[] = [];
    let count = 1;
    let textStart = start;
    for (let at = start; at < end; at++) {
      const group = pattern[at] === "{" && depth < MAX_DEPTH ? groups.get(at) : undefined;
      if (group === undefined) continue;
      if (at > textStart) pieces.push(pattern.slice(textStart, at));
      const alternatives = [at, ...group.commas].map((before, index) =>
        parse(before + 1, group.commas[index] ?? group.end, depth + 1),
      );
      pieces.push({ alternatives });
      count = Math.min(cap, count * sum(alternatives, cap));
      at = group.end;
      textStart = at + 1;
    }
    if (end > textStart) pieces.push(pattern.slice(textStart, end));
    return { pieces, count };
  }

  return parse(0, pattern.length, 0);
}

function sum(alternatives: readonly Sequence[], cap: number): number {
  let total = 0;
  for (const alternative of alternatives) total = Math.min(cap, total + alternative.count);
  return total;
}

/** The text with the given index, as a number in a mixed base whose digits are the groups, the last one fastest. */
function render(sequence: Sequence, index: number): string {
  const parts: string[] = [];
  let rest = index;
  for (let at = sequence.pieces.length - 1; at >= 0; at--) {
    const piece = sequence.pieces[at];
    if (piece === undefined || typeof piece === "string") {
      parts.push(piece ?? "");
      continue;
    }
    const total = piece.alternatives.reduce((count, alternative) => count + alternative.count, 0);
    let digit = rest % total;
    rest = Math.floor(rest / total);
    for (const alternative of piece.alternatives) {
      if (digit < alternative.count) {
        parts.push(render(alternative, digit));
        break;
      }
      digit -= alternative.count;
    }
  }
  return parts.reverse().join("");
}
