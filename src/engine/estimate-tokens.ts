/** Estimates the tokens of a text without knowing the model's tokenizer, and cuts texts to such an estimate. */

/** Usual for English prose and code; other scripts take about one token a character. */
const ASCII_CHARS_PER_TOKEN = 4;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/**
 * Tokens of a text: a quarter for an ASCII character, one for any other, rounded up. On the high side for accented Latin.
 * Never falls when text is added. Pure.
 */
export function estimateTokens(text: string): number {
  // Most texts are ASCII, and searching is much faster than going through them.
  if (!BEYOND_ASCII.test(text)) return Math.ceil(text.length / ASCII_CHARS_PER_TOKEN);
  let quarters = 0;
  for (let index = 0; index < text.length; index++) quarters += weightAt(text, index);
  return Math.ceil(quarters / ASCII_CHARS_PER_TOKEN);
}

/** The longest beginning of a text that is at most so many tokens; never half of a surrogate pair. Pure. */
export function cutToTokens(text: string, tokens: number): string {
  const limit = tokens * ASCII_CHARS_PER_TOKEN;
  let quarters = 0;
  for (let index = 0; index < text.length; index++) {
    quarters += weightAt(text, index);
    if (quarters > limit) return text.slice(0, index);
  }
  return text;
}

function weightAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return 1;
  // The second half of a pair comes free with the first, so that no cut falls between them.
  const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff && index > 0 && isFirstHalf(text.charCodeAt(index - 1));
  return isSecondHalf ? 0 : ASCII_CHARS_PER_TOKEN;
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
