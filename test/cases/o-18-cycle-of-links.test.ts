/** O-18: links that lead in a circle end, and every skill is listed once. */
import { describe, expect, it } from "vitest";
import { codesOf, loadWorld, skillText } from "../support/load-tree.ts";
import { createTreeWorld, WORLD_KINDS } from "../support/tree-world.ts";

const USK = "/home/ada/.claude/skills";

describe.each(WORLD_KINDS)("a cycle of links (%s)", (kind) => {
  it("ends", async () => {
    const world = createTreeWorld(kind, {
      [`${USK}/loop/SKILL.md`]: skillText(),
      [`${USK}/loop/back`]: { link: USK },
      [`${USK}/a/next`]: { link: `${USK}/b` },
      [`${USK}/b/next`]: { link: `${USK}/a` },
      [`${USK}/up`]: { link: ".." },
      [`${USK}/self`]: { link: "self" },
    });
    const { loaded, diagnostics } = await loadWorld(world);
    world.dispose();
    expect(loaded.map((skill) => skill.name)).toEqual(["loop"]);
    // `a`, `b` and, by way of `up`, the root itself are each met a second time; `self` leads nowhere.
    expect(codesOf(diagnostics)).toEqual(["already-loaded", "already-loaded", "already-loaded", "broken-link"]);
  });

  it("does not hide a folder behind a link to it", async () => {
    const world = createTreeWorld(kind, {
      [`${USK}/zoo/SKILL.md`]: skillText(),
      [`${USK}/alias`]: { link: "zoo" },
    });
    const { loaded } = await loadWorld(world);
    world.dispose();
    expect(loaded.map((skill) => skill.directoryName)).toEqual(["zoo"]);
  });
});
