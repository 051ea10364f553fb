/** Trims a text in which a backslash before a blank means the blank itself, as in `.gitignore`. */

/** The text without white space at its ends; of the white space at the end, what a backslash escapes stays. */
export function trimUnescaped(text: string): string {
  const begun = text.trimStart();
  const trimmed = begun.trimEnd();
  return endsInBareBackslash(trimmed) ? begun.slice(0, trimmed.length + 1) : trimmed;
}

/** True when the backslash at the end escapes what would follow it, and is not escaped itself. */
export function endsInBareBackslash(text: string): boolean {
  let start = text.length;
  while (text[start - 1] === "\\") start--;
  return (text.length - start) % 2 === 1;
}
