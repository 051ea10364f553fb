import fc from "fast-check";
import ignore from "ignore";
import { describe, expect, it } from "vitest";
import { compileActivation } from "./activation.ts";
import { parsePathPattern } from "./path-pattern.ts";

/** What a pattern set means: one matcher per skill, asked for the path as it is. */
function selectsByIgnore(paths: readonly string[], path: string): boolean {
  return ignore({ ignorecase: false }).add(paths).ignores(path);
}

function selects(paths: readonly string[], path: string): boolean {
  return compileActivation([{ paths }]).match(path).length > 0;
}

describe("compileActivation", () => {
  it.each([
    ["src/**/*.tsx", "src/a.tsx", true],
    ["src/**/*.tsx", "src/a/b/c.tsx", true],
    ["src/**/*.tsx", "lib/src/a.tsx", false],
    ["*.go", "deep/down/main.go", true],
    ["/*.go", "deep/main.go", false],
    ["/*.go", "main.go", true],
    ["**/*.toml", ".cfg/d.toml", true],
    ["**/*.toml", "a/b.tomlx", false],
    ["docs/", "docs/a/b.md", true],
    ["docs/", "docs", false],
    ["docs", "other/docs/x", true],
    ["src/*", "src/a/b", true],
    ["src/**", "src", false],
    ["a/**/b", "a/b", true],
    ["[[:digit:]]x", "7x", true],
    ["[!a-c].md", "d.md", true],
    ["a\\*b", "a*b", true],
    ["a\\*b", "axb", false],
    ["name\\ ", "name ", true],
    ["name  ", "name", true],
    ["\\#x", "#x", true],
    ["\\!x", "!x", true],
    ["app/(group)/@slot/+page.ts", "app/(group)/@slot/+page.ts", true],
    ["app/(group)/*.ts", "app/group/page.ts", false],
    ["*.TS", "a.ts", false],
    ["a?c", "abc", true],
    ["a?c", "a/c", false],
    ["f*o/*/*", "foo/b/c", true],
  ])("%s on %s: %s", (pattern, path, expected) => {
    expect(selects([pattern], path)).toBe(expected);
    expect(selectsByIgnore([pattern], path)).toBe(expected);
  });

  it("lets the last pattern that matches decide", () => {
    const paths = ["*.ts", "!*.test.ts", "important.test.ts"];
    expect(selects(paths, "a.ts")).toBe(true);
    expect(selects(paths, "a.test.ts")).toBe(false);
    expect(selects(paths, "important.test.ts")).toBe(true);
  });

  it("never takes a file back out of a directory that is selected as a whole", () => {
    expect(selects(["src/", "!src/gen.ts"], "src/gen.ts")).toBe(true);
    expect(selects(["src/*.ts", "!src/gen.ts"], "src/gen.ts")).toBe(false);
  });

  it.each(["", ".", "..", "../x.ts", "/abs/x.ts", "a/../../x.ts"])(
    "selects nothing for %j, which is not inside",
    (path) => {
      expect(selects(["*", "*.ts"], path)).toBe(false);
    },
  );

  it("takes a path as people write it", () => {
    expect(selects(["src/*.ts"], "./src//a.ts")).toBe(true);
    expect(selects(["*.ts"], "..data/x.ts")).toBe(true);
  });

  it("passes over patterns that cannot be read and skills without conditions", () => {
    const always = { paths: [] };
    const everywhere = { paths: ["**"] };
    const mixed = { paths: ["[unclosed", "", "#comment", "*.md"] };
    expect(compileActivation([always, everywhere, mixed]).match("a.md")).toEqual([mixed]);
  });

  it("answers in the order in which the skills were given", () => {
    const skills = ["*.c", "b*", "*", "**/b.c"].map((pattern) => ({ paths: [pattern] }));
    expect(compileActivation(skills).match("a/b.c")).toEqual(skills);
  });

  it("is done at once with patterns made to take for ever", () => {
    const hostile = [
      `${"**/a/".repeat(40)}b`,
      `${"**/".repeat(500)}b`,
      `${"*a".repeat(32)}b`,
      `${"a*".repeat(30)}/**/${"*a".repeat(30)}/**/c`,
      "*".repeat(4000),
      `${"*/".repeat(1000)}x`,
      "[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*!",
    ];
    const deep = "a/".repeat(2000);
    const wide = "a".repeat(255);
    const index = compileActivation(hostile.map((pattern) => ({ paths: [pattern] })));
    expect(index.match(`${deep}c`)).toHaveLength(1);
    expect(index.match(`${deep}${wide}`)).toHaveLength(1);
    expect(index.match(`${wide}/${wide}/${wide}`)).toHaveLength(1);
  });

  // Few letters, so that patterns and paths meet often.
  const name = fc.stringMatching(/^[ab.#! ()@+-]{1,4}$/).filter((text) => !/^\.+$/.test(text));
  const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join("/"));
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("a", "b", ".", "-", "ab", "(", ")", "@", "+", "#", "!", " ") },
    { weight: 4, arbitrary: fc.constantFrom("*", "?", "**", "***") },
    {
      weight: 2,
      arbitrary: fc.constantFrom("[ab]", "[!a]", "[^b]", "[]a]", "[a-]", "[[:alpha:]]", "[\\]a]", "[", "]"),
    },
    { weight: 2, arbitrary: fc.constantFrom("\\a", "\\*", "\\?", "\\[", "\\\\", "\\ ", "\\#", "\\!") },
  );
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("")) },
    { weight: 1, arbitrary: fc.constant("**") },
    { weight: 1, arbitrary: fc.constantFrom("*.a", "a*", "*", "a", "b") },
  );
  const pattern = fc
    .tuple(
      fc.constantFrom("", "", "", "!"),
      fc.constantFrom("", "", "/"),
      fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join("/")),
      fc.constantFrom("", "", "/", " ", "/ "),
    )
    .map((parts) => parts.join(""));
  /** The one difference: `ignore` lets a bracket expression run on over a slash; here such a pattern is refused. */
  const isComparable = (text: string): boolean =>
    !(text.includes("[") && text.includes("/") && parsePathPattern(text).kind === "unreadable");

  it("agrees with one matcher per skill on random patterns and paths", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(pattern.filter(isComparable), { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        fc.array(path, { minLength: 1, maxLength: 6 }),
        (sets, paths) => {
          const skills = sets.filter((set) => set.some((text) => text !== "**")).map((set) => ({ paths: set }));
          const index = compileActivation(skills);
          for (const tried of paths) {
            expect(index.match(tried)).toEqual(skills.filter((skill) => selectsByIgnore(skill.paths, tried)));
          }
        },
      ),
      { numRuns: 800 },
    );
  });

  it("explains each answer by the pattern that settles it", () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 4 }), path, (paths, tried) => {
        const skill = { paths };
        const index = compileActivation([skill]);
        const decisive = index.explain(skill, tried).filter((verdict) => "decisive" in verdict && verdict.decisive);
        expect(decisive.length).toBeLessThanOrEqual(1);
        expect(decisive[0]?.kind === "selects").toBe(
          index.match(tried).length > 0 || (paths.every((text) => text === "**") && tried !== ""),
        );
      }),
      { numRuns: 400 },
    );
  });
});

describe("explain", () => {
  it("gives a verdict for each pattern, with the place where it matches", () => {
    const skill = { paths: ["src/", "!src/a.ts", "*.md", "[x"] };
    expect(compileActivation([skill]).explain(skill, "src/a.ts")).toEqual([
      { kind: "selects", pattern: "src/", at: "src", decisive: true },
      { kind: "takes-back", pattern: "!src/a.ts", at: "src/a.ts", decisive: false },
      { kind: "no-match", pattern: "*.md" },
      { kind: "unreadable", pattern: "[x", reason: expect.stringContaining("[") },
    ]);
  });

  it("has no match for a path outside", () => {
    const skill = { paths: ["*"] };
    expect(compileActivation([skill]).explain(skill, "../x")).toEqual([{ kind: "no-match", pattern: "*" }]);
  });
});
