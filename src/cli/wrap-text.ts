/** Wraps finished text between words; lines of two columns go on in their second column. */
import { textWidth } from "./text-width.ts";

/** Widest first column under which a line goes on. */
const MAX_HANG = 40;

/** Every line at most `columns` wide, but for words that are longer themselves. Keeps line breaks and indentation. */
export function wrapText(text: string, columns: number): string {
  if (!Number.isFinite(columns)) return text;
  return text
    .split("\n")
    .map((line) => wrapLine(line, columns))
    .join("\n");
}

function wrapLine(line: string, columns: number): string {
  if (textWidth(line) <= columns) return line;
  const hang = " ".repeat(hangingIndent(line, columns));
  const start = /^\s*/.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let current = start;
  for (const [token] of line.slice(start.length).matchAll(/\s*\S+/g)) {
    const fits = textWidth(current + token) <= columns;
    if (fits || current.trim() === "") current += token;
    else {
      lines.push(current);
      current = hang + token.trimStart();
    }
  }
  return [...lines, current].join("\n");
}

/** Where a line goes on: in the second column of an indented row, behind a bullet, or where it began. */
function hangingIndent(line: string, columns: number): number {
  const head = /^(?:\s*(?:[-*+•]|\d{1,3}[.)])\s+|\s{2,}\S.*?\s{2,}(?=\S))/.exec(line)?.[0];
  const start = /^\s*/.exec(line)?.[0].length ?? 0;
  if (head === undefined) return start;
  const width = textWidth(head);
  return width <= Math.min(MAX_HANG, columns * 0.7) ? width : start;
}
