import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitList } from "./split-list.ts";

const tools = (text: string) => splitList(text, { parentheses: true, blanks: true });
const paths = (text: string) => splitList(text, { parentheses: false, blanks: false });

describe("splitList of tools", () => {
  it.each([
    ["Read, Grep,Glob", ["Read", "Grep", "Glob"]],
    ["Read Grep\tGlob", ["Read", "Grep", "Glob"]],
    ["Bash(git add *) Read", ["Bash(git add *)", "Read"]],
    ["Bash(git add:*, git commit:*), Read", ["Bash(git add:*, git commit:*)", "Read"]],
    ["Bash(echo (a, b) c) Read", ["Bash(echo (a, b) c)", "Read"]],
    ['Bash(git commit -m "a) b, c"), Read', ['Bash(git commit -m "a) b, c")', "Read"]],
    ["Read Bash, Grep", ["Read Bash", "Grep"]],
    ["Read\nGrep\n", ["Read", "Grep"]],
    ["'Read', \"Grep\"", ["Read", "Grep"]],
    [" , ,Read,", ["Read"]],
    ["", []],
    ["   ", []],
  ])("splits %j", (text, expected) => {
    expect(tools(text)).toEqual(expected);
  });

  it("takes a parenthesis or quote without a partner as a character", () => {
    expect(tools("Bash(git, Read")).toEqual(["Bash(git", "Read"]);
    expect(tools("Bash)git, Read")).toEqual(["Bash)git", "Read"]);
    expect(tools("Bash(it's, Read")).toEqual(["Bash(it's", "Read"]);
    expect(tools('"Read, Grep')).toEqual(['"Read', "Grep"]);
  });

  it("does not let a stray brace hide a closing parenthesis", () => {
    expect(tools("Bash(a { b), Read")).toEqual(["Bash(a { b)", "Read"]);
  });
});

describe("splitList of paths", () => {
  it.each([
    ["{app,core}/**/*.{py,pyi}, guide/**/*.md", ["{app,core}/**/*.{py,pyi}", "guide/**/*.md"]],
    ["src/(group)/**, @scope/+x", ["src/(group)/**", "@scope/+x"]],
    ["src/(a, b)", ["src/(a", "b)"]],
    ["my docs/**", ["my docs/**"]],
    ["{a, b", ["{a", "b"]],
    ["a\\,b, c", ["a\\,b", "c"]],
    ["a/**\nb/**\n", ["a/**", "b/**"]],
  ])("splits %j", (text, expected) => {
    expect(paths(text)).toEqual(expected);
  });
});

describe("splitList", () => {
  it("gives back items that need no protection, however they are joined", () => {
    const word = fc.stringMatching(/^[A-Za-z0-9_*/.-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.constantFrom(",", ", ", " ,\t", "\n"), (words, separator) => {
        expect(tools(words.join(separator))).toEqual(words);
        expect(paths(words.join(separator))).toEqual(words);
        expect(tools(words.join(" "))).toEqual(words);
      }),
    );
  });

  it("invents nothing and keeps the order, for any text", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "b", " ", ",", "(", ")", "{", "}", "'", '"', "\\", "\n", ":"),
    });
    fc.assert(
      fc.property(text, fc.boolean(), fc.boolean(), (input, parentheses, blanks) => {
        const items = splitList(input, { parentheses, blanks });
        let from = 0;
        for (const item of items) {
          expect(item).toBe(item.trim());
          expect(item).not.toBe("");
          const at = input.indexOf(item, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + item.length;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("never cuts inside a balanced rule", () => {
    const inner = fc.string({ unit: fc.constantFrom("a", " ", ",", ":", "*"), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(inner, { minLength: 1 }), (inners) => {
        const rules = inners.map((text) => `Bash(${text})`);
        expect(tools(rules.join(", "))).toEqual(rules);
        expect(tools(rules.join(" "))).toEqual(rules);
      }),
    );
  });

  it("is linear on unbalanced input", () => {
    const many = 200_000;
    expect(tools(`${"(".repeat(many)}${"}".repeat(many)}`)).toHaveLength(1);
    expect(tools("'a, ".repeat(many)).length).toBeGreaterThan(1);
    expect(tools("({".repeat(many) + ")".repeat(many))).toHaveLength(1);
  });
});
