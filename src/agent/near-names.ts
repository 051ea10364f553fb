/** Finds the known names that a mistyped name most likely meant. */

/**
 * The `limit` candidates nearest to `name`, best first: equal but for case and separators, then the same stem or one
 * inside the other, then a small edit distance. Empty when nothing is near.
 */
export function nearNames(name: string, candidates: readonly string[], limit: number): readonly string[] {
  const wanted = fold(name);
  if (wanted === "") return [];
  return candidates
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, fold(candidate)) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance || compareText(a.candidate, b.candidate))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Deterministic order by UTF-16 units, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_\s]/g, "")
    .slice(0, 100);
}

function distanceBetween(a: string, b: string): number {
  if (a === b) return 0;
  if (stem(a) === stem(b) || (Math.min(a.length, b.length) >= 3 && (a.includes(b) || b.includes(a)))) return 1;
  return editDistance(a, b);
}

function stem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substituted = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substituted, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
