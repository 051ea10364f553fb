import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagnosePathPatterns, parsePathPattern } from "./path-pattern.ts";

describe("parsePathPattern", () => {
  it("cuts a pattern into segments", () => {
    expect(parsePathPattern("!/src/**/**/te*t-\\*[ab].ts/")).toEqual({
      kind: "pattern",
      pattern: {
        text: "!/src/**/**/te*t-\\*[ab].ts/",
        negated: true,
        directoryOnly: true,
        segments: [
          { kind: "literal", name: "src" },
          { kind: "anything" },
          { kind: "wildcard", text: "te*t-\\*[ab].ts", head: "te", tail: ".ts" },
        ],
      },
    });
  });

  it("lets a pattern without a slash match at any depth", () => {
    expect(parsePathPattern("*.ts")).toMatchObject({ pattern: { segments: [{ kind: "anything" }, { tail: ".ts" }] } });
    expect(parsePathPattern("build/")).toMatchObject({
      pattern: { segments: [{ kind: "anything" }, { name: "build" }] },
    });
    expect(parsePathPattern("/build")).toMatchObject({ pattern: { segments: [{ name: "build" }] } });
  });

  it("takes parentheses, braces, @ and + as they are", () => {
    expect(parsePathPattern("/app/(x)@{y}+z")).toMatchObject({ pattern: { segments: [{}, { name: "(x)@{y}+z" }] } });
  });

  it.each([
    ["", "names nothing"],
    ["!", "names nothing"],
    ["/", "names nothing"],
    ["   ", "names nothing"],
    ["# note", "comment"],
    ["src//a", "two slashes"],
    ["./src/a", '"."'],
    ["../src", '".."'],
    ["a\\", "backslash"],
    ["a\\/b", "an escape"],
    ["[abc", "["],
    ["a/[b/c]", "["],
    ["[[:alpha:]", "["],
    ["x".repeat(5000), "longer"],
    [`${"*a".repeat(40)}`, "stars"],
  ])("cannot read %.20j", (text, reason) => {
    const parsed = parsePathPattern(text);
    expect(parsed).toMatchObject({ kind: "unreadable", reason: expect.stringContaining(reason) });
    expect(parsed.kind === "unreadable" && parsed.hint).not.toBe("");
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."[]!^-:\\/*?#. ab\n\r") }), (text) => {
        expect(["pattern", "unreadable"]).toContain(parsePathPattern(text).kind);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("diagnosePathPatterns", () => {
  it("names the pattern, the reason and the remedy", () => {
    expect(diagnosePathPatterns({ path: "/s/SKILL.md", paths: ["*.ts", "./src"] })).toEqual([
      {
        code: "invalid-path-pattern",
        severity: "warning",
        path: "/s/SKILL.md",
        message: 'The pattern "./src" in paths cannot be used: it has a "." in it.',
        hint: "Begin at the working directory.",
      },
    ]);
  });

  it("says when a skill can never become active", () => {
    const codes = (paths: readonly string[]) => diagnosePathPatterns({ path: "/s", paths }).map(({ code }) => code);
    expect(codes([])).toEqual([]);
    expect(codes(["!*.ts"])).toEqual(["paths-select-nothing"]);
    expect(codes(["[a"])).toEqual(["invalid-path-pattern", "paths-select-nothing"]);
  });
});
