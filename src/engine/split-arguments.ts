/** Splits an argument text into words the way a shell reads quotes, and nothing else of a shell. */

/**
 * Words are separated by white space; single quotes keep everything, double quotes keep everything but `\"` and `\\`, a
 * backslash outside quotes takes the next character as it is. An unclosed quote reaches to the end. Nothing is expanded.
 */
export function splitArguments(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (quote === '"' && character === "\\" && (next === '"' || next === "\\")) {
        word += next;
        index++;
      } else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "\\" && next !== "") {
      word = (word ?? "") + next;
      index++;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}
