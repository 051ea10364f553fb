import fc from "fast-check";
import { expect, it } from "vitest";
import { formatPrintableJson } from "./printable-json.ts";

it("escapes what a terminal acts on and changes no value", () => {
  expect(formatPrintableJson({ "a\u009b": "\u001b[31m\u202e\u0085 é" })).toBe(
    '{"a\\u009b":"\\u001b[31m\\u202e\\u0085 é"}',
  );
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text)), fc.constantFrom(undefined, 2), (value, indent) => {
      const json = formatPrintableJson(value, indent);
      expect(json).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
