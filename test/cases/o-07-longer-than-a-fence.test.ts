/** O-07: only a line of exactly three hyphens closes the block. */
import { describe, expect, it } from "vitest";
import { loadSkillText, parseSkillText } from "../support/parse-skill-text.ts";

describe("a line that begins with three hyphens", () => {
  it.each(["---end", "----", "--- x", "---\u00A0", " ---", "- - -"])(
    "does not close the block when it is %j",
    (line) => {
      expect(parseSkillText(`---\nname: a\ndescription: x\n${line}\nBody`)).toMatchObject({
        kind: "refused",
        diagnostics: [{ code: "unclosed-frontmatter", severity: "error" }],
      });
    },
  );

  it("belongs to a quoted text around it", () => {
    const text = '---\nname: c\ndescription: "see\n---draft---\nbelow"\nmodel: small\n---\nBody';
    expect(loadSkillText(text)).toMatchObject({
      definition: { name: "c", description: "see ---draft--- below", model: "small" },
      body: "Body",
    });
  });

  it("closes the block with blanks after it", () => {
    expect(loadSkillText("--- \nname: a\ndescription: x\n---\t \nBody")).toMatchObject({
      definition: { name: "a" },
      body: "Body",
    });
  });
});
