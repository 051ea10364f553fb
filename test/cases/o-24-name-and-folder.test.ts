/** O-24: a skill whose name differs from its folder answers to both, and whatever is listed can be called. */
import { describe, expect, it } from "vitest";
import { loadTree, skillText } from "../support/load-tree.ts";

const tree = {
  "/proj/.claude/skills/charts/SKILL.md": skillText({ name: "team-charts" }),
  "/proj/.claude/skills/other/SKILL.md": skillText({ name: "Other Helper" }),
};

describe("a name that differs from the folder", () => {
  it("is one callable token", async () => {
    const { registry } = await loadTree(tree);
    expect(registry.skills.map((skill) => [skill.callName, skill.displayName])).toEqual([
      ["team-charts", undefined],
      ["other", "Other Helper"],
    ]);
    for (const skill of registry.skills) expect(skill.callName).not.toMatch(/\s/);
  });

  it.each([
    ["team-charts", "charts"],
    ["charts", "charts"],
    ["/charts", "charts"],
    ["other", "other"],
    ["Other Helper", "other"],
    ["project:team-charts", "charts"],
  ])("%j leads to the folder %s", async (name, folder) => {
    const { find } = await loadTree(tree);
    expect(find(name)?.directoryName).toBe(folder);
  });

  it("loses the folder's name to a skill that is called so", async () => {
    const { find } = await loadTree({ ...tree, "/home/ada/.claude/skills/charts/SKILL.md": skillText() });
    expect(find("charts")?.source).toBe("user");
    expect(find("team-charts")?.source).toBe("project");
  });
});
