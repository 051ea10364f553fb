/** Finds the names a person may have meant: those that begin alike, then those a few keystrokes away. */

/**
 * The best `limit` candidates for a mistyped name, best first and equal ones in code-unit order. Case does not count. Empty
 * when nothing is near.
 */
export function nearNames(query: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = query.toLowerCase();
  if (wanted === "") return [];
  const scored: { readonly name: string; readonly score: number }[] = [];
  for (const name of new Set(candidates)) {
    const score = distanceScore(wanted, name.toLowerCase());
    if (score !== undefined) scored.push({ name, score });
  }
  scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1));
  return scored.slice(0, limit).map((entry) => entry.name);
}

/** Lower is nearer; undefined is too far. One keystroke beats a shared beginning, which beats a part in the middle. */
function distanceScore(wanted: string, name: string): number | undefined {
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const keystrokes = editDistance(wanted, name, allowed);
  if (keystrokes <= 1) return keystrokes;
  if (name.startsWith(wanted) || (name.length >= 3 && wanted.startsWith(name))) return 1.5;
  if (keystrokes <= allowed) return keystrokes;
  return wanted.length >= 3 && name.includes(wanted) ? allowed + 1 : undefined;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours between two texts, or `limit + 1` as soon as there must be
 * more than `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let best = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, at(beforeLast, column - 2) + 1);
      current.push(best);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(at(last, b.length), limit + 1);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
