import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textWidth } from "./text-width.ts";
import { wrapText } from "./wrap-text.ts";

describe("wrapText", () => {
  it("goes on in the second column, behind a bullet, or where the line began", () => {
    expect(wrapText("  /greet [name]  Greets somebody by name\n- one two three\n    aa bb cc dd", 34)).toBe(
      "  /greet [name]  Greets somebody\n                 by name\n- one two three\n    aa bb cc dd",
    );
    expect(wrapText("- one two three", 10)).toBe("- one two\n  three");
    expect(wrapText("    aa bb cc dd", 10)).toBe("    aa bb\n    cc dd");
    expect(wrapText("a first column that is much too wide  b c", 20)).toBe(
      "a first column that\nis much too wide  b\nc",
    );
  });

  it("loses no word and keeps to the width", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", " ", "\n", "-"), maxLength: 120 });
    fc.assert(
      fc.property(text, fc.integer({ min: 8, max: 40 }), (given, columns) => {
        const wrapped = wrapText(given, columns);
        const words = (value: string) => value.split(/\s+/).filter((word) => word !== "");
        expect(words(wrapped)).toEqual(words(given));
        for (const line of wrapped.split("\n")) {
          if (words(line).length > 1 && textWidth(line) > columns) expect(given.split("\n")).toContain(line);
        }
      }),
    );
  });
});
