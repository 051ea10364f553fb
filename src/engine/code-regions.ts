/** Finds the parts of a Markdown text that are code: fenced blocks, indented blocks and code spans. */

/** Offsets in the text, ends exclusive. */
export interface CodeRegion {
  readonly kind: "fence" | "span" | "indented";
  /** Of the whole construct, markers included. */
  readonly start: number;
  readonly end: number;
  /** Of what stands between the markers. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** Number of backticks or tildes of a marker; 0 for an indented block. */
  readonly markLength: number;
  /** What follows the opening fence on its line, trimmed; empty otherwise. */
  readonly info: string;
}

/** What may stand before a fence: blanks, quote marks and the bullet of a list item. */
const LEAD = String.raw`[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+|>)*`;
const OPENING = new RegExp(`^${LEAD}(?<mark>\`{3,}|~{3,})(?<info>.*)$`);
const CLOSING = /^[ \t>]*(?<mark>`{3,}|~{3,})[ \t]*$/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const DEEP = /^(?: {0,3}\t| {4})/;

/**
 * The code regions in order, never overlapping, after CommonMark 0.31 (fences 4.5, indented code 4.4, spans 6.1), with one
 * difference: a fence may be indented by any amount and stand in lists and quotes, because authors indent them so, and it
 * is better to take text for code than code for text. An unclosed fence reaches to the end; a code span lies within a
 * paragraph. Pure, linear.
 */
export function findCodeRegions(text: string): readonly CodeRegion[] {
  const regions: CodeRegion[] = [];
  let fence:
    | { readonly mark: string; readonly start: number; readonly info: string; readonly from: number }
    | undefined;
  let paragraph = 0;
  let isAfterBlank = true;
  let isInList = false;
  for (let offset = 0; offset <= text.length; ) {
    const next = text.indexOf("\n", offset);
    const end = next === -1 ? text.length : next;
    const line = text.slice(offset, end);
    const start = offset;
    offset = end + 1;

    if (fence !== undefined) {
      const mark = CLOSING.exec(line)?.groups?.mark;
      if (!mark?.startsWith(fence.mark)) continue;
      regions.push(toFence(fence, { contentEnd: start, end }));
      fence = undefined;
      paragraph = offset;
      isAfterBlank = true;
      continue;
    }
    const opening = OPENING.exec(line)?.groups as { mark: string; info: string } | undefined;
    const opens = opening !== undefined && !(opening.mark.startsWith("`") && opening.info.includes("`"));
    const isBlank = line.trim() === "";
    if (!isBlank && !DEEP.test(line)) {
      const staysInList: boolean = isInList && !HEADING.test(line) && (!isAfterBlank || line.startsWith(" "));
      isInList = LIST_ITEM.test(line) || staysInList;
    }
    const isIndentedCode: boolean = !isBlank && !opens && isAfterBlank && !isInList && DEEP.test(line);
    // Lines of one indented block follow each other without a paragraph between them, so "after blank" stays true.
    isAfterBlank = isBlank || isIndentedCode;
    if (!opens && !isBlank && !isIndentedCode) continue;

    addSpans(text, { start: paragraph, end: start }, regions);
    paragraph = offset;
    if (opens) fence = { mark: opening.mark, info: opening.info.trim(), start, from: Math.min(offset, text.length) };
    if (isIndentedCode) {
      regions.push({ kind: "indented", start, end, contentStart: start, contentEnd: end, markLength: 0, info: "" });
    }
  }
  if (fence !== undefined) regions.push(toFence(fence, { contentEnd: text.length, end: text.length }));
  else addSpans(text, { start: paragraph, end: text.length }, regions);
  return regions;
}

function toFence(
  fence: { readonly mark: string; readonly start: number; readonly info: string; readonly from: number },
  { contentEnd, end }: { readonly contentEnd: number; readonly end: number },
): CodeRegion {
  const { start, info, from, mark } = fence;
  return {
    kind: "fence",
    start,
    end,
    contentStart: from,
    contentEnd: Math.max(from, contentEnd),
    markLength: mark.length,
    info,
  };
}

/** A run of backticks closes at the next run of the same length; one that never closes is text. */
function addSpans(
  text: string,
  paragraph: { readonly start: number; readonly end: number },
  regions: CodeRegion[],
): void {
  if (paragraph.end <= paragraph.start) return;
  const runs = [...text.slice(paragraph.start, paragraph.end).matchAll(/`+/g)];
  const nextOfLength = new Map<number, number>();
  const closing: (number | undefined)[] = [];
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.[0].length ?? 0;
    closing[index] = nextOfLength.get(length);
    nextOfLength.set(length, index);
  }
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index];
    const close = runs[closing[index] ?? -1];
    if (open === undefined || close === undefined) continue;
    const markLength = open[0].length;
    const start = paragraph.start + open.index;
    const contentEnd = paragraph.start + close.index;
    const contentStart = start + markLength;
    regions.push({ kind: "span", start, end: contentEnd + markLength, contentStart, contentEnd, markLength, info: "" });
    index = closing[index] ?? index;
  }
}
