import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanLabel, isLegalName, neutraliseName } from "./skill-name.ts";

describe("isLegalName", () => {
  it.each([
    "a",
    "4100",
    "_ctx-audit",
    "pdf.v2",
    "überprüfung",
    "代码审查",
    "हिन्दी",
    "constructor",
    "__proto__",
    "a".repeat(64),
  ])("accepts %s", (name) => {
    expect(isLegalName(name)).toBe(true);
  });

  it.each([
    "",
    ".",
    "..",
    "a..b",
    ".hidden",
    "-x",
    "a b",
    "a/b",
    "a\\b",
    "../../x",
    "plugin:skill",
    "a\nb",
    "a\0b",
    "a\u202Eb",
    "a\u200Db",
    "<x>",
    "$x",
    "\u0301a",
    "a".repeat(65),
  ])("refuses %j", (name) => {
    expect(isLegalName(name)).toBe(false);
  });
});

describe("neutraliseName", () => {
  it.each([
    ["My Skill", "My-Skill"],
    ["../../x", "x"],
    ["a..b", "a.b"],
    ["-x-", "x"],
    ["a\nb\0c", "a-b-c"],
    ["zoom/web", "zoom-web"],
    ["Cafe\u0301", "Caf\u00E9"],
  ])("turns %j into %s", (text, name) => {
    expect(neutraliseName(text)).toBe(name);
  });

  it("tells texts without a usable character apart", () => {
    expect(neutraliseName("🎉")).toMatch(/^skill-[a-z0-9]+$/);
    expect(neutraliseName("🎉")).not.toBe(neutraliseName("🚀"));
    expect(neutraliseName("")).toMatch(/^skill-/);
  });

  it("makes any text legal, and leaves a legal name alone", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
        const name = neutraliseName(text);
        expect(isLegalName(name)).toBe(true);
        expect(neutraliseName(text)).toBe(name);
        expect(neutraliseName(name)).toBe(name);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "-", "_", ".", "é", "/", " ", "語"), maxLength: 80 }),
        (text) => {
          expect(isLegalName(neutraliseName(text))).toBe(true);
        },
      ),
    );
  });
});

describe("cleanLabel", () => {
  it("is one line without controls", () => {
    expect(cleanLabel(" a\r\n\tb\u001B[31m\u202Ec ")).toBe("a b [31mc");
    expect(cleanLabel("x".repeat(500))).toHaveLength(128);
  });
});
