import fc from "fast-check";
import { expect, it } from "vitest";
import { detachStrings } from "./detach-strings.ts";

it("gives an equal copy", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(detachStrings(value)).toEqual(value);
    }),
  );
});

it("shares no object with the original, and keeps keys that name a prototype as keys", () => {
  const original = JSON.parse('{"__proto__": {"polluted": "a text of some length"}, "list": [{"deep": 1}]}');
  const copy = detachStrings(original);
  expect(Object.keys(copy)).toEqual(["__proto__", "list"]);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(JSON.stringify(copy)).toBe(JSON.stringify(original));
  expect(copy.list[0]).not.toBe(original.list[0]);
});
