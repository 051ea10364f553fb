/** Finds the names a person may have meant: those that begin alike, then those a few keystrokes away. */

/**
 * The best `limit` candidates for a mistyped name, best first and equal ones in code-unit order. Case does not count. Empty
 * when nothing is near.
 */
export function nearNames(query: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = query.toLowerCase();
  if (wanted === "" || limit < 1) return [];
  /** The best so far, best first: of very many names most are out after a look at how far they may be at the most. */
  const best: Scored[] = [];
  for (const name of candidates) {
    const worst = best.length < limit ? undefined : best.at(-1);
    const score = distanceScore(wanted, name.toLowerCase(), worst?.score ?? Number.POSITIVE_INFINITY);
    if (score === undefined || best.some((other) => other.name === name)) continue;
    const scored = { name, score };
    if (worst !== undefined && compareScored(scored, worst) >= 0) continue;
    best.push(scored);
    best.sort(compareScored);
    if (best.length > limit) best.pop();
  }
  return best.map(({ name }) => name);
}

interface Scored {
  readonly name: string;
  readonly score: number;
}

function compareScored(a: Scored, b: Scored): number {
  return a.score - b.score || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/**
 * Lower is nearer; undefined is too far, or worse than `worst`. One keystroke beats a shared beginning, which beats a part
 * in the middle.
 */
function distanceScore(wanted: string, name: string, worst: number): number | undefined {
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const keystrokes = editDistance(wanted, name, Math.floor(Math.min(allowed, worst)));
  if (keystrokes <= 1) return keystrokes <= worst ? keystrokes : undefined;
  if (worst < BEGINS_ALIKE) return undefined;
  if (name.startsWith(wanted) || (name.length >= 3 && wanted.startsWith(name))) return BEGINS_ALIKE;
  if (keystrokes <= allowed) return keystrokes <= worst ? keystrokes : undefined;
  return worst > allowed && wanted.length >= 3 && name.includes(wanted) ? allowed + 1 : undefined;
}

const BEGINS_ALIKE = 1.5;

/**
 * Insertions, deletions, replacements and swaps of neighbours between two texts, or `limit + 1` as soon as there must be
 * more than `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let start = 0;
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let [aEnd, bEnd] = [a.length, b.length];
  while (aEnd > start && bEnd > start && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd -= 1;
    bEnd -= 1;
  }
  return bandedDistance(a.slice(start, aEnd), b.slice(start, bEnd), limit);
}

/** As `editDistance`. Only cells that can still lead to `limit` or less are looked at: a band around the diagonal. */
function bandedDistance(a: string, b: string, limit: number): number {
  if (a.length === 0 || b.length === 0) return Math.min(a.length + b.length, limit + 1);
  const tooFar = limit + 1;
  let beforeLast = new Uint32Array(b.length + 1);
  let last = Uint32Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, tooFar));
  let current = new Uint32Array(b.length + 1);
  for (let row = 1; row <= a.length; row += 1) {
    const from = Math.max(1, row - limit);
    const to = Math.min(b.length, row + limit);
    current[from - 1] = from === 1 ? Math.min(row, tooFar) : tooFar;
    let lowest = current[from - 1] as number;
    for (let column = from; column <= to; column += 1) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let cost = (last[column - 1] as number) + (isSame ? 0 : 1);
      cost = Math.min(cost, (last[column] as number) + 1, (current[column - 1] as number) + 1, tooFar);
      const isSwapped =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
      if (isSwapped) cost = Math.min(cost, (beforeLast[column - 2] as number) + 1);
      current[column] = cost;
      if (cost < lowest) lowest = cost;
    }
    // The next row looks one column further than this one went.
    if (to < b.length) current[to + 1] = tooFar;
    if (lowest >= tooFar) return tooFar;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[b.length] as number, tooFar);
}
