/** Takes the first paragraph of a Markdown body, as a description for skills that have none. */
import { stripControls } from "./strip-controls.ts";

/** UTF-16 units; a body may be one huge paragraph, and descriptions are kept in memory. */
const MAX_LENGTH = 1024;

const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]+|$)/;
const SETEXT_UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const TAG_ONLY = /^\s*<\/?[A-Za-z][^<>]*>\s*$/;

/**
 * The first run of text lines, folded into one line and at most 1,024 characters long. Headings, rules, fenced code,
 * HTML comments and lines that hold only a tag are passed over; the first heading serves when there is no paragraph.
 * Empty when the body has no text at all. Pure, linear.
 */
export function firstParagraph(body: string): string {
  const words: string[] = [];
  let length = 0;
  let heading = "";
  let fence: string | undefined;
  for (const line of linesOf(withoutComments(body))) {
    const mark = FENCE_LINE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    const isParagraphEnd = line.trim() === "" || mark !== undefined || HEADING.test(line);
    if (words.length > 0) {
      if (SETEXT_UNDERLINE.test(line)) {
        heading ||= words.join(" ");
        words.length = 0;
        length = 0;
        continue;
      }
      if (isParagraphEnd || RULE.test(line) || length > MAX_LENGTH) break;
    }
    if (mark !== undefined) fence = mark;
    else if (HEADING.test(line)) heading ||= withoutClosing(line.replace(HEADING, "").trimEnd());
    else if (!isParagraphEnd && !RULE.test(line) && !TAG_ONLY.test(line)) {
      words.push(line.replace(/^[ \t]*(?:>[ \t]?)*/, "").trim());
      length += line.length + 1;
    }
  }
  const text = words.length > 0 ? words.join(" ") : heading;
  return shorten(stripControls(text).replace(/\s+/g, " ").trim());
}

/** A heading may end in a run of `#` after a blank. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === "#") end--;
  const isClosing = end < heading.length && (end === 0 || heading[end - 1] === " " || heading[end - 1] === "\t");
  return isClosing ? heading.slice(0, end) : heading;
}

function* linesOf(text: string): Iterable<string> {
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf("\n", start);
    yield end === -1 ? text.slice(start) : text.slice(start, end);
    if (end === -1) return;
    start = end + 1;
  }
}

/** Removes the HTML comments that stand before any other text. */
function withoutComments(body: string): string {
  let rest = body;
  for (;;) {
    const trimmed = rest.trimStart();
    if (!trimmed.startsWith("<!--")) return rest;
    const end = trimmed.indexOf("-->");
    if (end === -1) return rest;
    rest = trimmed.slice(end + 3);
  }
}

function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const cut = text.slice(0, MAX_LENGTH - 1);
  const blank = cut.lastIndexOf(" ");
  return `${(blank > MAX_LENGTH / 2 ? cut.slice(0, blank) : cut).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
