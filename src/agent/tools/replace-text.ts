/** Finds and replaces exact text, blind to the difference between LF and CRLF but true to the one in the file. */

export type Replacement =
  | { readonly kind: "replaced"; readonly text: string; readonly lines: readonly number[] }
  | { readonly kind: "not-found" }
  /** `lines`: 1-based line of each occurrence. */
  | { readonly kind: "ambiguous"; readonly lines: readonly number[] };

/**
 * Replaces `search` in `text`: the only occurrence, or all with `replaceAll`. Line breaks of the two match whatever their
 * kind; inserted lines get the kind that the replaced text had, else the one the file uses most. `search` is not empty.
 */
export function replaceText(text: string, search: string, replacement: string, replaceAll: boolean): Replacement {
  const document = normaliseBreaks(text);
  const wanted = normaliseBreaks(search).text;
  const starts = findAll(document.text, wanted);
  if (starts.length === 0) return { kind: "not-found" };
  const lines = lineNumbers(document.text, starts);
  if (starts.length > 1 && !replaceAll) return { kind: "ambiguous", lines };

  const inserted = normaliseBreaks(replacement).text;
  const usualBreak = document.removed.length * 2 > countBreaks(document.text) ? "\r\n" : "\n";
  const pieces: string[] = [];
  let from = 0;
  for (const start of starts) {
    const first = document.toOriginal(start);
    const end = document.toOriginal(start + wanted.length);
    const replaced = text.slice(first, end);
    const lineBreak = replaced.includes("\r\n") ? "\r\n" : replaced.includes("\n") ? "\n" : usualBreak;
    pieces.push(text.slice(from, first), lineBreak === "\n" ? inserted : inserted.replaceAll("\n", lineBreak));
    from = end;
  }
  pieces.push(text.slice(from));
  return { kind: "replaced", text: pieces.join(""), lines };
}

/** Text with every CRLF as LF, and the way back to positions in the original. */
function normaliseBreaks(text: string) {
  /** Positions in the normalised text of each line break that lost its CR. */
  const removed: number[] = [];
  if (text.includes("\r\n")) {
    for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) removed.push(at - removed.length);
  }
  return {
    text: removed.length === 0 ? text : text.replaceAll("\r\n", "\n"),
    removed,
    /** A position at a line break maps to its CR. */
    toOriginal: (position: number) => position + countBelow(removed, position),
  };
}

/** How many of the ascending `values` are below `limit`. */
function countBelow(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findAll(text: string, search: string): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + search.length)) starts.push(at);
  return starts;
}

function lineNumbers(text: string, positions: readonly number[]): readonly number[] {
  let line = 1;
  let from = 0;
  return positions.map((position) => {
    line += countBreaks(text.slice(from, position));
    from = position;
    return line;
  });
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
