import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearNames } from "./near-names.ts";

/** The plain definitions, without any way to be fast: what the functions must come to. */
const plain = {
  editDistance(a: string, b: string, limit: number): number {
    const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
    const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
    for (let row = 0; row <= a.length; row += 1) {
      for (let column = 0; column <= b.length; column += 1) {
        let best = row === 0 ? column : column === 0 ? row : Number.POSITIVE_INFINITY;
        const cost = a[row - 1] === b[column - 1] ? 0 : 1;
        if (row > 0 && column > 0) {
          best = Math.min(best, at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + cost);
        }
        const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
        if (isSwap) best = Math.min(best, at(row - 2, column - 2) + 1);
        (rows[row] as number[])[column] = best;
      }
    }
    return Math.min(at(a.length, b.length), limit + 1);
  },
  score(wanted: string, name: string): number | undefined {
    const allowed = Math.max(1, Math.floor(wanted.length / 3));
    const keystrokes = plain.editDistance(wanted, name, allowed);
    if (keystrokes <= 1) return keystrokes;
    if (name.startsWith(wanted) || (name.length >= 3 && wanted.startsWith(name))) return 1.5;
    if (keystrokes <= allowed) return keystrokes;
    return wanted.length >= 3 && name.includes(wanted) ? allowed + 1 : undefined;
  },
  nearNames(query: string, candidates: Iterable<string>, limit: number): string[] {
    const wanted = query.toLowerCase();
    if (wanted === "") return [];
    return [...new Set(candidates)]
      .map((name) => ({ name, score: plain.score(wanted, name.toLowerCase()) ?? Number.POSITIVE_INFINITY }))
      .filter(({ score }) => score < Number.POSITIVE_INFINITY)
      .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
      .slice(0, limit)
      .map(({ name }) => name);
  },
};

/** Few letters, so that texts are often near each other. */
const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "c", "-"), maxLength: 14 });

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
    expect(nearNames("a", ["ab"], 0)).toEqual([]);
  });

  it("finds what the plain definition finds, in the same order", () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 40 }), fc.nat(5), (query, candidates, limit) => {
        expect(nearNames(query, candidates, limit)).toEqual(plain.nearNames(query, candidates, limit));
      }),
      { numRuns: 2000 },
    );
  });

  it("looks through very many names, also for a very long one", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `team-${index % 97}:generated-skill-number-${index}`);
    expect(nearNames("team-5:generated-skil-number-5", many)[0]).toBe("team-5:generated-skill-number-5");
    expect(nearNames("x".repeat(500_000), many)).toEqual([]);
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

  it("is what the plain definition says, in both directions", () => {
    fc.assert(
      fc.property(text, text, fc.nat(16), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(plain.editDistance(a, b, limit));
        expect(editDistance(b, a, limit)).toBe(plain.editDistance(a, b, limit));
      }),
      { numRuns: 3000 },
    );
  });
});
