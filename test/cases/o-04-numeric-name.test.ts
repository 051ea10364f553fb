/** O-04: a name that YAML reads as a number is text everywhere, and disturbs no other skill. */
import { describe, expect, it } from "vitest";
import { openTestEngine, skill, textOf } from "../support/engine-world.ts";
import { loadTree, skillText } from "../support/load-tree.ts";
import { loadSkillText } from "../support/parse-skill-text.ts";

describe("a numeric name", () => {
  it.each(["4100", "0042", "1.10", "0x1F", "1e3", "true", "yes", "12345678901234567890"])(
    "%s is text as written",
    (name) => {
      expect(loadSkillText(`---\nname: ${name}\ndescription: d\n---\nB`).definition.name).toBe(name);
    },
  );

  it("is listed and called among others, whose order it does not change", async () => {
    const tree = Object.fromEntries(
      ["zeta", "alpha", "99", "beta"].map((name) => [`/proj/.claude/skills/${name}/SKILL.md`, skillText({ name })]),
    );
    const { registry, find } = await loadTree({
      ...tree,
      "/proj/.claude/skills/4100/SKILL.md": "---\nname: 4100\ndescription: 42\n---\nB",
    });
    expect(registry.skills.map(({ callName }) => callName)).toEqual(["4100", "99", "alpha", "beta", "zeta"]);
    expect(find("4100")).toMatchObject({ name: "4100", description: "42" });
    expect(find("/4100")?.name).toBe("4100");
  });

  it("is completed, typed and called by the model as text, and keeps its place in the list", async () => {
    const { engine } = await openTestEngine({
      zeta: skill(""),
      "99": skill(""),
      "4100": "---\nname: 4100\ndescription: 42\n---\nB",
    });
    const session = engine.session();
    expect(session.listing()?.match(/^- \S+/gm)).toEqual(["- 4100:", "- 99:", "- zeta:"]);
    expect(session.complete("/41").map(({ callName }) => callName)).toEqual(["4100"]);
    for (const by of ["user", "model"] as const) {
      expect(textOf(await session.invoke({ name: by === "user" ? "/4100" : "4100", by }))).toContain("B");
    }
  });
});
