import { expect, it } from "vitest";
import { messageOf } from "./message-of.ts";

it.each([
  [new TypeError("no such thing"), "no such thing"],
  ["just words", "just words"],
  [{ toString: () => "words of an object" }, "words of an object"],
  [undefined, "undefined"],
  [Symbol("mark"), "Symbol(mark)"],
  [Object.create(null), "a problem that has no text"],
  [Object.assign(new Error(), { message: Object.create(null) }), "a problem that has no text"],
])("reads %o", (thrown, text) => {
  expect(messageOf(thrown)).toBe(text);
});
