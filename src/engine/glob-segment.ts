/** Compiles one segment of a glob, the part between two slashes, to tokens that are matched in bounded time. */
import type { SequenceToken } from "./match-sequence.ts";

/** Tokens for single characters (Unicode code points): `*`, `?`, `[…]`, `\` before a character that stands for itself. */
export function compileGlobSegment(segment: string): readonly SequenceToken<string>[] {
  const tokens: SequenceToken<string>[] = [];
  const characters = [...segment];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const next = characters[at + 1];
    if (character === "*") {
      if (tokens.at(-1) !== "gap") tokens.push("gap");
    } else if (character === "?") {
      tokens.push(() => true);
    } else if (character === "\\" && next !== undefined) {
      tokens.push((item) => item === next);
      at++;
    } else if (character === "[") {
      const bracket = readBracket(characters, at);
      tokens.push(bracket ? bracket.test : (item) => item === character);
      at = bracket?.end ?? at;
    } else {
      tokens.push((item) => item === character);
    }
  }
  return tokens;
}

/** The bracket expression at `start` and where it ends; undefined when it is never closed and `[` stands for itself. */
function readBracket(characters: readonly string[], start: number) {
  const isNegated = /^[!^]$/.test(characters[start + 1] ?? "");
  const first = start + (isNegated ? 2 : 1);
  const ranges: (readonly [from: string, to: string])[] = [];
  let at = first;
  const member = () => {
    if (characters[at] === "\\" && characters[at + 1] !== undefined) at++;
    return characters[at++] as string;
  };
  // A `]` that comes first is a member.
  while (at < characters.length && (characters[at] !== "]" || at === first)) {
    const from = member();
    const isRange = characters[at] === "-" && characters[at + 1] !== undefined && characters[at + 1] !== "]";
    if (isRange) at++;
    ranges.push([from, isRange ? member() : from]);
  }
  if (at >= characters.length) return undefined;
  return { end: at, test: (item: string) => ranges.some(([from, to]) => from <= item && item <= to) !== isNegated };
}
