/** O-16: a skill folder that is a link loads like any other, and a link to nowhere is reported. */
import { describe, expect, it } from "vitest";
import { codesOf, loadWorld, skillText } from "../support/load-tree.ts";
import { createTreeWorld, WORLD_KINDS } from "../support/tree-world.ts";

const tree = {
  "/shared/folding/SKILL.md": skillText(),
  "/proj/.claude/skills/folding": { link: "../../../shared/folding" },
  "/proj/.claude/skills/gone": { link: "../../nowhere" },
  "/proj/.claude/skills/note": { link: "../../file.txt" },
  "/proj/.claude/skills/plain/SKILL.md": skillText(),
  "/proj/file.txt": "Only a file.",
};

describe.each(WORLD_KINDS)("a linked skill folder (%s)", (kind) => {
  it("is listed with the directory that holds the link, beside the others", async () => {
    const world = createTreeWorld(kind, tree);
    const { loaded, diagnostics } = await loadWorld(world);
    const found = loaded.map((skill) => [skill.name, world.name(skill.directory), world.name(skill.realPath)]);
    const broken = diagnostics.map(({ code, path, hint }) => [code, world.name(path), hint !== undefined]);
    world.dispose();
    expect(found).toEqual([
      ["plain", "/proj/.claude/skills/plain", "/proj/.claude/skills/plain/SKILL.md"],
      ["folding", "/proj/.claude/skills/folding", "/shared/folding/SKILL.md"],
    ]);
    expect(broken).toEqual([["broken-link", "/proj/.claude/skills/gone", true]]);
  });

  it("is not followed out of a project that is not trusted, and the skip is reported", async () => {
    const world = createTreeWorld(kind, { ...tree, "/proj/.claude/skills/inside": { link: "../../tools/inside" } });
    const inside = createTreeWorld(kind, {
      "/proj/tools/inside/SKILL.md": skillText(),
      "/proj/.claude/skills/inside": { link: "../../tools/inside" },
    });
    const outer = await loadWorld(world, { trusted: false });
    const within = await loadWorld(inside, { trusted: false });
    world.dispose();
    inside.dispose();
    expect(outer.loaded.map((skill) => skill.name)).toEqual(["plain"]);
    expect(codesOf(outer.diagnostics)).toEqual(["broken-link", "broken-link", "untrusted-link"]);
    expect(within.loaded.map((skill) => skill.name)).toEqual(["inside"]);
    expect(within.diagnostics).toEqual([]);
  });

  it("loads once when it leads to a skill that is loaded already", async () => {
    const world = createTreeWorld(kind, {
      "/proj/.claude/skills/folding/SKILL.md": skillText(),
      "/home/ada/.claude/skills/folding": { link: "/proj/.claude/skills/folding" },
    });
    const { loaded, diagnostics } = await loadWorld(world);
    world.dispose();
    expect(loaded.map((skill) => skill.source)).toEqual(["project"]);
    expect(codesOf(diagnostics)).toEqual(["already-loaded"]);
  });
});
