import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToTokens, estimateTokens } from "./estimate-tokens.ts";

const anyText = fc.string({ unit: "grapheme", maxLength: 400 });

describe("estimateTokens", () => {
  it("counts a quarter for an ASCII character and one for any other", () => {
    expect(estimateTokens("")).toBe(0);
    expect(estimateTokens("abcd")).toBe(1);
    expect(estimateTokens("abcde")).toBe(2);
    expect(estimateTokens("日本語")).toBe(3);
    expect(estimateTokens("😀")).toBe(1);
  });

  it("grows with the text, and parts never count less than the whole", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(estimateTokens(a));
        expect(estimateTokens(a + b)).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b));
      }),
    );
  });
});

describe("cutToTokens", () => {
  it("gives the longest beginning that fits, without half characters", () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 120 }), (text, tokens) => {
        const cut = cutToTokens(text, tokens);
        expect(text.startsWith(cut)).toBe(true);
        expect(estimateTokens(cut)).toBeLessThanOrEqual(tokens);
        expect(cut).not.toMatch(/\p{Cs}/u);
        const next = [...text.slice(cut.length)][0];
        if (next !== undefined) expect(estimateTokens(cut + next)).toBeGreaterThan(tokens);
      }),
    );
  });
});
