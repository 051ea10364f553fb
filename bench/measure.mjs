/** Measures things side by side: runs take turns, so that a busy moment of the machine hits all of them alike. */

/** Middle value; the mean of the two middle ones for an even number. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Runs each of the named functions once to warm up, then `rounds` times in turn. A function may return its own time in
 * milliseconds; otherwise the time until it resolved counts. Returns the median of each, in milliseconds.
 */
export async function measureInTurn(rounds, functions) {
  const times = Object.fromEntries(Object.keys(functions).map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(functions)) {
      const started = performance.now();
      const own = await run();
      if (round >= 0) times[name].push(typeof own === "number" ? own : performance.now() - started);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}
