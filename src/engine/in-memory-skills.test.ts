import { describe, expect, it } from "vitest";
import { codesOf, skillText } from "../../test/support/load-tree.ts";
import { parseInMemorySkills } from "./in-memory-skills.ts";

describe("parseInMemorySkills", () => {
  it("loads skills that have no file, in the order given", () => {
    const { skills, diagnostics } = parseInMemorySkills(
      [
        { name: "zeta", text: skillText() },
        { name: "alpha", text: skillText() },
      ],
      { features: [] },
    );
    expect(skills.map((skill) => skill.name)).toEqual(["zeta", "alpha"]);
    expect(skills[0]).toMatchObject({
      source: "bundled",
      path: "bundled:zeta/SKILL.md",
      realPath: "bundled:zeta/SKILL.md",
      directory: "bundled:zeta",
      qualifier: "bundled",
      trusted: true,
    });
    expect(diagnostics).toEqual([]);
  });

  it("leaves out a skill whose feature is off", () => {
    const loop = { name: "loop", text: skillText(), feature: "loop" };
    expect(parseInMemorySkills([loop], { features: [] }).skills).toEqual([]);
    expect(parseInMemorySkills([loop], { features: ["loop"] }).skills).toHaveLength(1);
  });

  it("refuses what is wrong and keeps the rest", () => {
    const { skills, diagnostics } = parseInMemorySkills(
      [
        { name: "bad", text: "---\nname: bad\n" },
        { name: "good", text: skillText({ name: "first" }) },
        { name: "good", text: skillText({ name: "second" }) },
      ],
      { features: [], source: "custom" },
    );
    expect(skills.map((skill) => [skill.name, skill.path])).toEqual([["first", "custom:good/SKILL.md"]]);
    expect(codesOf(diagnostics)).toEqual(["already-loaded", "unclosed-frontmatter"]);
  });
});
