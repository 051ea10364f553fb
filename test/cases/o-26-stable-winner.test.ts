/** O-26: the winner of a name, and everything else, is the same whatever order and pace the disk answers in. */
import { expect, it } from "vitest";
import { loadTree, skillText } from "../support/load-tree.ts";

const names = ["alpha", "beta", "gamma", "delta", "omega"];
const tree = Object.fromEntries(
  ["/proj/.claude/skills", "/proj/.agents/skills", "/home/ada/.claude/skills"].flatMap((root) =>
    names.map((name, index) => [`${root}/${name}/SKILL.md`, skillText({ name: index < 3 ? "same" : name }, root)]),
  ),
);

it("fifty loads are one", async () => {
  const results = new Set<string>();
  for (let seed = 0; seed < 50; seed += 1) {
    const { registry, diagnostics, find } = await loadTree(tree, { seed });
    expect(find("same")?.path).toBe("/proj/.claude/skills/alpha/SKILL.md");
    results.add(JSON.stringify([registry.skills, diagnostics]));
  }
  expect(results.size).toBe(1);
});
