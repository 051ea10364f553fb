import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearNames } from "./near-names.ts";

describe("nearNames", () => {
  const names = ["review", "react-helper", "commit", "deploy", "project:deploy"];

  it.each([
    ["reveiw", ["review"]],
    ["comit", ["commit"]],
    ["re", ["react-helper", "review"]],
    ["deploy-now", ["deploy"]],
    ["DEPLOY", ["deploy", "project:deploy"]],
    ["helper", ["react-helper"]],
    ["zzz", []],
    ["", []],
  ])("for %j finds %j", (query, expected) => {
    expect(nearNames(query, names)).toEqual(expected);
  });

  it("finds no more than asked for, each once", () => {
    expect(nearNames("a", ["ab", "ac", "ab", "ad"], 2)).toEqual(["ab", "ac"]);
  });
});

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["abc", "acb", 1],
    ["abc", "ab", 1],
    ["kitten", "sitting", 3],
    ["abcdef", "uvwxyz", 4],
  ])("between %j and %j is %d, cut at 4", (a, b, expected) => {
    expect(editDistance(a, b, 3)).toBe(expected);
  });

  it("is symmetric, and zero only for equal texts", () => {
    const text = fc.string({ maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(editDistance(a, b, 9)).toBe(editDistance(b, a, 9));
        expect(editDistance(a, b, 9) === 0).toBe(a === b);
      }),
    );
  });
});
