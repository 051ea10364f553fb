/** O-17: a SKILL.md that is a link loads, and its directory is the folder that holds the link. */
import { describe, expect, it } from "vitest";
import { codesOf, loadWorld, skillText } from "../support/load-tree.ts";
import { openTree } from "../support/open-tree.ts";
import { createTreeWorld, WORLD_KINDS } from "../support/tree-world.ts";

describe.each(WORLD_KINDS)("a linked SKILL.md (%s)", (kind) => {
  it("is listed from the user's directory, where its scripts are", async () => {
    const world = createTreeWorld(kind, {
      "/home/ada/dotfiles/demo.md": skillText(),
      "/home/ada/.claude/skills/demo/SKILL.md": { link: "/home/ada/dotfiles/demo.md" },
      "/home/ada/.claude/skills/demo/run.sh": "#!/bin/sh",
    });
    const { loaded } = await loadWorld(world, { trusted: false });
    const places = loaded.map((skill) => [skill.name, world.name(skill.directory)]);
    world.dispose();
    expect(places).toEqual([["demo", "/home/ada/.claude/skills/demo"]]);
  });

  it("has the folder that holds the link for its directory when it is expanded", async () => {
    const world = createTreeWorld(kind, {
      "/home/ada/dotfiles/demo.md": skillText({}, "Run ${CLAUDE_SKILL_DIR}/run.sh"),
      "/home/ada/.claude/skills/demo/SKILL.md": { link: "/home/ada/dotfiles/demo.md" },
    });
    const places = { fileSystem: world.fs, cwd: world.at("/proj"), home: world.at("/home/ada") };
    const engine = await openTree({}, places);
    const outcome = await engine.session().invoke({ name: "demo", by: "user" });
    world.dispose();
    expect(outcome).toMatchObject({
      kind: "inline",
      text: expect.stringContaining(`Run ${world.at("/home/ada/.claude/skills/demo")}/run.sh`),
    });
  });

  it("does not leak a file into a project that is not trusted", async () => {
    const world = createTreeWorld(kind, {
      "/home/ada/private.md": skillText(),
      "/proj/.claude/skills/leak/SKILL.md": { link: "../../../../home/ada/private.md" },
    });
    const untrusted = await loadWorld(world, { trusted: false });
    const trusted = await loadWorld(world, { trusted: true });
    world.dispose();
    expect(untrusted.loaded).toEqual([]);
    expect(codesOf(untrusted.diagnostics)).toEqual(["untrusted-link"]);
    expect(trusted.loaded.map((skill) => skill.name)).toEqual(["leak"]);
  });
});
