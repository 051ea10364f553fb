/** Shows the lines around a place in a file, with a caret under it. */

/** UTF-16 units of a line that are shown; longer ones are cut around the place. */
const MAX_WIDTH = 100;

/**
 * Formats the line of the place and one line on either side, numbered. Line and column are 1-based; the column counts
 * UTF-16 units. Control characters are shown as blanks.
 */
export function formatCodeFrame(text: string, line: number, column: number): string {
  const first = Math.max(1, line - 1);
  const lines = linesFrom(text, first, line + 1);
  const gutter = String(first + lines.length - 1).length;
  const shift = column - 1 > MAX_WIDTH - 20 ? column - 1 - (MAX_WIDTH >> 1) : 0;
  const rows: string[] = [];
  lines.forEach((content, index) => {
    const number = first + index;
    const shown = content.slice(shift, shift + MAX_WIDTH).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");
    const prefix = `${number === line ? ">" : " "} ${String(number).padStart(gutter)} | `;
    rows.push((prefix + (shift > 0 && shown !== "" ? `…${shown}` : shown)).trimEnd());
    if (number === line) {
      const caret = " ".repeat(Math.max(0, column - 1 - shift + (shift > 0 ? 1 : 0)));
      rows.push(`  ${" ".repeat(gutter)} | ${caret}^`);
    }
  });
  return rows.join("\n");
}

/** Lines `first` to `last`, 1-based, as far as they exist. */
function linesFrom(text: string, first: number, last: number): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let number = 1; number <= last; number++) {
    const end = text.indexOf("\n", start);
    if (number >= first) lines.push(end === -1 ? text.slice(start) : text.slice(start, end));
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}
