import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandBraces } from "./expand-braces.ts";

const expand = (pattern: string) => expandBraces(pattern, 1000).patterns;

describe("expandBraces", () => {
  it.each([
    ["src/**/*.{ts,tsx}", ["src/**/*.ts", "src/**/*.tsx"]],
    ["{a,{b,c}}", ["a", "b", "c"]],
    ["{a,b}/{c,d}", ["a/c", "a/d", "b/c", "b/d"]],
    ["a{,b}", ["a", "ab"]],
    ["{a,b}{", ["a{", "b{"]],
    ["!{a,b}/**", ["!a/**", "!b/**"]],
  ])("expands %s", (pattern, expected) => {
    expect(expand(pattern)).toEqual(expected);
  });

  it.each(["plain/**", "{a}", "{}", "{a,b", "a,b}", "}a,b{", "{1..3}", "\\{a,b}", "a\\,b"])("keeps %s", (pattern) => {
    expect(expand(pattern)).toEqual([pattern]);
  });

  it("keeps an escaped comma inside its alternative", () => {
    expect(expand("{a\\,b,c}")).toEqual(["a\\,b", "c"]);
  });

  it("keeps a brace without a partner literal inside a group", () => {
    expect(expand("{{a,b}")).toEqual(["{a", "{b"]);
    expect(expand("{a,b}}")).toEqual(["a}", "b}"]);
  });

  it("expands a group inside braces that do not expand", () => {
    expect(expand("{{a,b}}")).toEqual(["{a}", "{b}"]);
  });

  it("stops at the limit, with the first results, however many there would be", () => {
    const all = expandBraces("{a,b}".repeat(40), 3);
    expect(all).toEqual({ patterns: ["a".repeat(40), `${"a".repeat(39)}b`, `${"a".repeat(38)}ba`], truncated: true });
    expect(expandBraces("{a,b}", 2)).toEqual({ patterns: ["a", "b"], truncated: false });
  });

  it("is bounded in size and depth", () => {
    const wide = expandBraces(`${"x".repeat(1_000_000)}{a,b}{c,d}{e,f}`, 1000);
    expect(wide.truncated).toBe(true);
    expect(wide.patterns.length).toBeLessThan(8);
    const deep = `${"{a,".repeat(50_000)}b${"}".repeat(50_000)}`;
    expect(expandBraces(deep, 1000).patterns.length).toBeLessThanOrEqual(1000);
    expect(expandBraces("{".repeat(200_000), 1000).patterns).toEqual(["{".repeat(200_000)]);
  });

  it("agrees with a naive expansion", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("{", "}", ",", "a", "b", "\\"), maxLength: 12 }), (pattern) => {
        expect(expandBraces(pattern, 100_000)).toEqual({ patterns: naive(pattern), truncated: false });
      }),
      { numRuns: 2000 },
    );
  });

  it("gives the beginning of the whole list for any limit", () => {
    const pattern = fc.string({ unit: fc.constantFrom("{", "}", ",", "a", "b"), maxLength: 14 });
    fc.assert(
      fc.property(pattern, fc.integer({ min: 1, max: 6 }), (text, limit) => {
        const all = naive(text);
        expect(expandBraces(text, limit)).toEqual({ patterns: all.slice(0, limit), truncated: all.length > limit });
      }),
    );
  });
});

/** Expands the first group that has a partner and a comma by rewriting, then what comes of it. Exponential. */
function naive(pattern: string): string[] {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "{") {
      const parts = alternatives(pattern, at);
      if (parts === undefined || parts.texts.length < 2) continue;
      const before = pattern.slice(0, at);
      const tails = naive(pattern.slice(parts.end + 1));
      return parts.texts.flatMap((text) => naive(text)).flatMap((text) => tails.map((tail) => before + text + tail));
    }
  }
  return [pattern];
}

function alternatives(pattern: string, open: number): { texts: string[]; end: number } | undefined {
  const texts = [""];
  let depth = 0;
  for (let at = open + 1; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "}" && depth === 0) return { texts, end: at };
    if (character === "," && depth === 0) texts.push("");
    else {
      if (character === "{") depth++;
      if (character === "}") depth--;
      texts[texts.length - 1] += character === "\\" ? character + pattern.charAt(++at) : character;
    }
  }
  return undefined;
}
