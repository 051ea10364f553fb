import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNearWord } from "./is-near-word.ts";

describe("isNearWord", () => {
  it.each(["skills", "skill", "sklls", "skillss", "skilsl", "SKILLS", "xskills", "skiils"])("takes %s", (typed) => {
    expect(isNearWord(typed, "skills")).toBe(true);
  });

  it.each(["", "kill", "skim", "hello", "skills list", "drills"])("leaves %j alone", (typed) => {
    expect(isNearWord(typed, "skills")).toBe(false);
  });

  it("is symmetric, and holds for every single deletion", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.string(), (word, at, other) => {
        const index = at % word.length;
        const shorter = word.slice(0, index) + word.slice(index + 1);
        expect(isNearWord(shorter, word)).toBe(true);
        expect(isNearWord(word, other)).toBe(isNearWord(other, word));
      }),
    );
  });
});
