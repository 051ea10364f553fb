/** Matches text against a pattern in which `*` stands for anything, in time bounded by the product of their lengths. */

/** `*` spans any characters, blanks and line breaks included; everything else stands for itself. Case counts. */
export function matchWildcard(pattern: string, text: string): boolean {
  let at = 0;
  let from = 0;
  /** Where to go on after a mismatch: the last `*`, and the text position up to which it reaches so far. */
  let star = -1;
  let reach = 0;
  while (at < text.length) {
    if (pattern[from] === "*") {
      star = from++;
      reach = at;
    } else if (from < pattern.length && pattern[from] === text[at]) {
      from++;
      at++;
    } else if (star >= 0) {
      from = star + 1;
      at = ++reach;
    } else {
      return false;
    }
  }
  while (pattern[from] === "*") from++;
  return from === pattern.length;
}
