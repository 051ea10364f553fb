/** O-03: `argument-hint: [file-path]` shows exactly so, and no form of the hint costs the skill. */
import { describe, expect, it } from "vitest";
import { loadSkillText } from "../support/parse-skill-text.ts";

const HINTS = [
  "[file-path]",
  "[file] [mode]",
  "[--fast] | [--slow]",
  "[a, b]",
  "[topic: foo | bar]",
  "<file> [mode]",
  "[--sources <groups>] [--limit <n>]",
  "{one,two}",
  "[file",
  "file]",
  "*",
  "@user",
  "[issue #]",
  "[]",
  "- x",
];

describe("brackets in argument-hint", () => {
  it.each(HINTS)("show as written: %s", (hint) => {
    const { definition } = loadSkillText(`---\ndescription: d\nargument-hint: ${hint}\nmodel: small\n---\nB`);
    expect(definition).toMatchObject({ argumentHint: hint, model: "small", description: "d" });
  });

  it("show without the quotes that an author has put around them", () => {
    for (const quoted of ['"[file-path]"', "'[file-path]'"]) {
      const { definition, diagnostics } = loadSkillText(`---\ndescription: d\nargument-hint: ${quoted}\n---\nB`);
      expect(definition.argumentHint).toBe("[file-path]");
      expect(diagnostics).toEqual([]);
    }
  });
});
