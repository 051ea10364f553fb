/** O-15: a description longer than the standard's 1,024 characters is kept whole, with a word about it. */
import { describe, expect, it } from "vitest";
import { loadSkillText, summarise } from "../support/parse-skill-text.ts";

describe("a long description", () => {
  it("is kept whole on the skill", () => {
    const description = "long ".repeat(320).trim();
    const parsed = loadSkillText(`---\nname: a\ndescription: ${description}\n---\nB`);
    expect(parsed.definition.description).toBe(description);
    expect(summarise(parsed.diagnostics)).toEqual(["info description-too-long"]);
  });

  it("is measured in characters, not in code units", () => {
    const parsed = loadSkillText(`---\nname: a\ndescription: ${"😀".repeat(1024)}\n---\nB`);
    expect(parsed.diagnostics).toEqual([]);
  });
});
