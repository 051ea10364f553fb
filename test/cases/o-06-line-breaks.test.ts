/** O-06: CRLF and lone CR end lines as LF does, and no value keeps a carriage return. */
import { describe, expect, it } from "vitest";
import { loadSkillText } from "../support/parse-skill-text.ts";

const LINES = [
  "---",
  "name: crlf",
  "description: >-",
  "  one",
  "  two",
  "paths:",
  '  - "a/*.ts"',
  "  - b/*.ts",
  "allowed-tools: Read",
  "metadata:",
  "  text: |",
  "    x",
  "---",
  "Body",
  "",
];

describe("line breaks", () => {
  it.each([
    ["CRLF", "\r\n"],
    ["lone CR", "\r"],
  ])("written as %s read as LF", (_, lineBreak) => {
    const parsed = loadSkillText(LINES.join(lineBreak));
    expect(parsed).toEqual(loadSkillText(LINES.join("\n")));
    expect(parsed.definition).toMatchObject({ name: "crlf", description: "one two", paths: ["a/*.ts", "b/*.ts"] });
    expect(JSON.stringify(parsed)).not.toContain("\\r");
    expect(parsed.body).toBe("Body\n");
  });

  it("of two kinds in one file read alike", () => {
    const mixed = LINES.map((line, index) => line + (["\n", "\r\n", "\r"][index % 3] ?? "")).join("");
    expect(loadSkillText(mixed).definition).toEqual(loadSkillText(LINES.join("\n")).definition);
  });
});
