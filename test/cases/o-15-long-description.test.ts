/** O-15: a description longer than the standard's 1,024 characters is kept whole, with a word about it. */
import { describe, expect, it } from "vitest";
import { openTestEngine } from "../support/engine-world.ts";
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

  it("is cut in the list only, to the cap and with a mark, and the skill can be called", async () => {
    const description = "long ".repeat(320).trim();
    const { engine } = await openTestEngine({ a: `---\ndescription: ${description}\n---\nB` });
    const session = engine.session();
    const [line = ""] = session.listing()?.match(/^- .*$/gm) ?? [];
    expect(line).toBe(`- a: ${description.slice(0, 249).trim()}…`);
    expect(session.find("a")?.skill.description).toBe(description);
    expect((await session.invoke({ name: "a", by: "model" })).kind).toBe("inline");
  });
});
