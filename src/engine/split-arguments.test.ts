import fc from "fast-check";
import { expect, it } from "vitest";
import { splitArguments } from "./split-arguments.ts";

it.each([
  ["", []],
  ["  ", []],
  ["a b\tc\nd", ["a", "b", "c", "d"]],
  ['"hello world" second', ["hello world", "second"]],
  ["'it is' \"it's\"", ["it is", "it's"]],
  ['a"b c"d', ["ab cd"]],
  ['"a \\" b" \'c \\ d\'', ['a " b', "c \\ d"]],
  ["a\\ b c\\\\d", ["a b", "c\\d"]],
  ["\"\" ''", ["", ""]],
  ['"never closed', ["never closed"]],
  ["end\\", ["end\\"]],
  ["$HOME `x` $(y) *", ["$HOME", "`x`", "$(y)", "*"]],
])("%j gives %j", (text, words) => expect(splitArguments(text)).toEqual(words));

it("gives back words that were quoted", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      const quoted = words.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(" ");
      expect(splitArguments(quoted)).toEqual(words);
    }),
  );
});
