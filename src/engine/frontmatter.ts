/** Cuts a skill file into its front-matter block and its body. */
import { normaliseText } from "./decode-text.ts";

export type SplitText =
  /** The first line is not a fence: everything is body. */
  | { readonly kind: "none"; readonly body: string }
  /** The first line is a fence and no other fence follows. */
  | { readonly kind: "unclosed" }
  | {
      readonly kind: "block";
      /** Everything between the fences, without them. Empty, or ends with a line break. */
      readonly yaml: string;
      /** 1-based line of the file on which `yaml` starts. */
      readonly yamlLine: number;
      /** Everything after the line of the closing fence, byte for byte except that line breaks are LF. */
      readonly body: string;
    };

const FENCE = "---";

/** Splits the text of a file as it was read: `splitNormalText` for text with a byte order mark or with other line breaks. */
export function splitFrontmatter(text: string): SplitText {
  return splitNormalText(normaliseText(text));
}

/**
 * Splits a file. A fence is a line of exactly `---`, blanks allowed after it; the opening fence is the first line, and
 * the closing fence is the next such line, so `----`, `---end` and later rules in the body are never fences. `text` must be normal: see `normaliseText`.
 */
export function splitNormalText(text: string): SplitText {
  const start = fenceEnd(text, 0);
  if (start === undefined) return { kind: "none", body: text };
  let line = start;
  while (line <= text.length) {
    const end = fenceEnd(text, line);
    if (end !== undefined) {
      return { kind: "block", yaml: text.slice(start, line), yamlLine: 2, body: text.slice(end) };
    }
    const next = text.indexOf(`\n${FENCE}`, line);
    if (next === -1) break;
    line = next + 1;
  }
  return { kind: "unclosed" };
}

/** Offset after the line that starts at `lineStart`, when that line is a fence. */
function fenceEnd(text: string, lineStart: number): number | undefined {
  if (!text.startsWith(FENCE, lineStart)) return undefined;
  let at = lineStart + FENCE.length;
  while (text[at] === " " || text[at] === "\t") at++;
  if (at === text.length) return at;
  return text[at] === "\n" ? at + 1 : undefined;
}
