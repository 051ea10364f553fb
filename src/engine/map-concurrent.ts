/** Runs one piece of work per item with a bounded number in flight; results stand by index, so timing never shows. */

/**
 * Results in the order of `items`, whatever finishes first. At most `limit` calls of `work` run at once. Rejects with the
 * first error of `work`.
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  const runWorker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      const result = work(items[index] as Item, index);
      // Nothing is waited for that is there: thousands of waits would show.
      results[index] = result instanceof Promise ? await result : result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runWorker));
  return results;
}
