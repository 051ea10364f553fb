/** Matches a sequence against a pattern with gaps, in time bounded by the product of their lengths. */

/** `gap` stands for any number of items; a test for exactly one. */
export type SequenceToken<Item> = "gap" | ((item: Item) => boolean);

/** True when the whole of `items` fits the whole of `tokens`. Never backtracks further than to the last gap. */
export function matchSequence<Item>(tokens: readonly SequenceToken<Item>[], items: readonly Item[]): boolean {
  let at = 0;
  let item = 0;
  let lastGap = -1;
  /** How far the last gap reaches. */
  let reach = 0;
  while (item < items.length) {
    const token = tokens[at];
    if (token === "gap") {
      lastGap = at++;
      reach = item;
    } else if (token?.(items[item] as Item)) {
      at++;
      item++;
    } else if (lastGap >= 0) {
      at = lastGap + 1;
      item = ++reach;
    } else {
      return false;
    }
  }
  return tokens.slice(at).every((token) => token === "gap");
}
