/** How much each skill is used, as counts that fade: ranks completion, `/skills` and a listing that does not fit. */

/** JSON-serialisable. Keys are call names; a `Map` in memory, so that a skill may be called `__proto__` or `4100`. */
export type UsageState = ReadonlyMap<string, UsageCount>;

export interface UsageCount {
  /** Uses, each weighing half as much per half-life that has passed; exact at `at`. */
  readonly weight: number;
  /** Milliseconds since the epoch of the last use. */
  readonly at: number;
}

/** A use counts half after a week: what a person did this morning outranks what they did last month. */
const HALF_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** Names kept; past that the least used are forgotten, so that the state file stays small. */
const MAX_NAMES = 500;

/** The weight of a name at `now`; 0 when it was never used. A clock that went back counts as no time passed. */
export function usageWeight(state: UsageState, name: string, now: number): number {
  const count = state.get(name);
  if (count === undefined) return 0;
  const elapsed = Math.max(0, now - count.at);
  return count.weight * 0.5 ** (elapsed / HALF_LIFE_MS);
}

/** Counts one use. Returns a new state; the given one is unchanged. */
export function recordUse(state: UsageState, name: string, now: number): UsageState {
  const next = new Map(state);
  next.set(name, { weight: usageWeight(state, name, now) + 1, at: Math.max(now, state.get(name)?.at ?? now) });
  if (next.size <= MAX_NAMES) return next;
  const byWeight = [...next].sort(
    ([a], [b]) => usageWeight(next, b, now) - usageWeight(next, a, now) || compareText(a, b),
  );
  return new Map(byWeight.slice(0, MAX_NAMES));
}

/** Orders names by use, most used first, and otherwise as given. Pure and stable. */
export function rankByUse<T>(
  items: readonly T[],
  options: { readonly state: UsageState; readonly now: number; readonly nameOf: (item: T) => string },
): readonly T[] {
  return items
    .map((item, index) => ({ item, index, weight: usageWeight(options.state, options.nameOf(item), options.now) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ item }) => item);
}

/** Reads a state file's text. Entries of a wrong shape are left out; text that is no such file throws a `SyntaxError`. */
export function parseUsage(text: string): UsageState {
  const value: unknown = JSON.parse(text);
  const skills = typeof value === "object" && value !== null && "skills" in value ? value.skills : undefined;
  if (!Array.isArray(skills))
    throw new SyntaxError('a usage file is {"version": 1, "skills": [[name, weight, at], …]}');
  const state = new Map<string, UsageCount>();
  for (const row of skills) {
    if (!Array.isArray(row)) continue;
    const [name, weight, at] = row as unknown[];
    if (typeof name === "string" && isFinitePositive(weight) && isFinitePositive(at)) state.set(name, { weight, at });
  }
  return state;
}

/** Writes the text of a state file. Rows instead of an object: the order of names that look like numbers stays. */
export function formatUsage(state: UsageState): string {
  const skills = [...state].map(([name, { weight, at }]) => [name, weight, at]);
  return `${JSON.stringify({ version: 1, skills })}\n`;
}

function isFinitePositive(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
