/** How many columns of a terminal a text takes, and how to cut it to fewer. Pure. */

// Scripts that terminals draw two columns wide, and emoji. Good enough to know where a line ends.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** One column for each character: nearly every text, and there are many in a long list. */
const PLAIN = /^[ -~]*$/;
const COMBINING = /[\p{Mn}\p{Cf}]/u;

/** Columns that a terminal needs for a text without line breaks. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Most UTF-16 units for each column: marks that take no room could go on for ever. */
const UNITS_PER_COLUMN = 8;

/** The text, or as much of it as leaves room for `…` in `columns`; never cut inside a character. */
export function cutToWidth(text: string, columns: number): string {
  if (PLAIN.test(text)) {
    return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1)).trimEnd()}…`;
  }
  let width = 0;
  let index = 0;
  let cut = 0;
  for (const character of text) {
    width += textWidth(character);
    index += character.length;
    if (width > columns || index > columns * UNITS_PER_COLUMN) return `${text.slice(0, cut).trimEnd()}…`;
    if (width < columns) cut = index;
  }
  return text;
}
