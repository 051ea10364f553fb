import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToWidth, textWidth } from "./text-width.ts";

describe("cutToWidth", () => {
  it.each([
    ["one two three", 13, "one two three"],
    ["one two three", 12, "one two thr…"],
    ["one two three", 5, "one…"],
    ["漢字漢字", 8, "漢字漢字"],
    ["漢字漢字", 7, "漢字漢…"],
    ["漢字漢字", 6, "漢字…"],
    ["🚀🚀", 3, "🚀…"],
    ["", 0, ""],
    ["x", 0, "…"],
  ])("%j in %i columns is %j", (text, columns, expected) => {
    expect(cutToWidth(text, columns)).toBe(expected);
  });

  it("never takes more columns, nor cuts a character in two", () => {
    const text = fc.string({ unit: fc.constantFrom("a", " ", "漢", "🚀", "\u0301", "é") });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (given, columns) => {
        const cut = cutToWidth(given, columns);
        expect(textWidth(cut)).toBeLessThanOrEqual(columns);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
        if (cut !== given) expect(given.startsWith(cut.slice(0, -1))).toBe(true);
      }),
    );
  });

  it("bounds text that takes no room", () => {
    expect(cutToWidth("\u0301".repeat(10_000), 10).length).toBeLessThan(100);
  });
});
