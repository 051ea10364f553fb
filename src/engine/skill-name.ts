/** What a callable skill name may be, and how other text is made into one. */

/** Code points. */
export const MAX_NAME_LENGTH = 64;
/** Code points of a label that is shown beside the name. */
const MAX_LABEL_LENGTH = 128;

/** Nearly all names; the tables behind the pattern for any script take a while to make. */
const LEGAL_ASCII = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const LEGAL = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u;

/**
 * Tests whether a text can be called as it is: 1 to 64 letters and digits of any script, `-`, `_` and single dots,
 * beginning with a letter, digit or `_`. So it has no white space, `/`, `\`, `:`, control or format characters, and never
 * reads as a path.
 */
export function isLegalName(name: string): boolean {
  if (LEGAL_ASCII.test(name)) return !name.includes("..");
  return LEGAL.test(name) && !name.includes("..") && [...name].length <= MAX_NAME_LENGTH;
}

/**
 * The legal name nearest to any text, always the same for the same text: runs of other characters become `-`. A text
 * with nothing usable becomes `skill-` and a checksum, so that two such texts seldom meet.
 */
export function neutraliseName(text: string): string {
  const kept = text
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[^\p{L}\p{N}_]+/u, "");
  const cut = [...kept]
    .slice(0, MAX_NAME_LENGTH)
    .join("")
    .replace(/[-._]+$/, "");
  return cut === "" ? `skill-${checksum(text)}` : cut;
}

/** A text fit to be shown beside a name: one line, no control or direction characters, not too long. */
export function cleanLabel(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").replace(/\p{Cf}/gu, "");
  return [...line.normalize("NFC").trim()].slice(0, MAX_LABEL_LENGTH).join("");
}

/** FNV-1a, 32 bits: short and stable; nothing depends on it for safety. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
