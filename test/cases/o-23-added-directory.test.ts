/** O-23: an added directory gives the same skills however it was written, and once however often it was added. */
import { expect, it } from "vitest";
import { loadTree, skillText } from "../support/load-tree.ts";

const tree = {
  "/extra/.claude/skills/x/SKILL.md": skillText(),
  "/extra/.agents/skills/y/SKILL.md": skillText(),
  "/extra/.claude/commands/z.md": "Do z.",
};

it.each([[["../extra"]], [["/extra"]], [["/extra/"]], [["../extra", "/extra", "./../extra/."]]])(
  "the same for %j",
  async (addedDirs) => {
    const { registry, diagnostics } = await loadTree(tree, { addedDirs });
    expect(registry.skills.map((skill) => [skill.callName, skill.source, skill.path])).toEqual([
      ["x", "added", "/extra/.claude/skills/x/SKILL.md"],
      ["y", "added", "/extra/.agents/skills/y/SKILL.md"],
      ["z", "added", "/extra/.claude/commands/z.md"],
    ]);
    expect(diagnostics).toEqual([]);
  },
);

it("appears when it is added later, and leaves the rest as it was", async () => {
  const project = { ...tree, "/proj/.claude/skills/own/SKILL.md": skillText() };
  const before = await loadTree(project);
  const after = await loadTree(project, { addedDirs: ["/extra"] });
  expect(before.registry.skills.map((skill) => skill.callName)).toEqual(["own"]);
  expect(after.registry.skills.map((skill) => skill.callName)).toEqual(["own", "x", "y", "z"]);
  expect(after.registry.skills[0]).toEqual(before.registry.skills[0]);
});
