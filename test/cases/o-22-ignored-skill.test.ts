/** O-22: skills that git ignores are loaded at the start; only nested roots below an ignored directory are not. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { findNestedRoots } from "../../src/engine/index.ts";
import { createGitIgnoreChecker } from "../../src/platform/index.ts";
import { loadWorld, skillText } from "../support/load-tree.ts";
import { createTreeWorld } from "../support/tree-world.ts";

describe("a skill that git ignores", () => {
  it("is listed from the user's and from the project's directory", async () => {
    const world = createTreeWorld("disk", {
      "/home/ada/.claude/skills/.gitignore": "/mine\n",
      "/home/ada/.claude/skills/mine/SKILL.md": skillText(),
      "/proj/.gitignore": ".claude/skills/local/\n",
      "/proj/.claude/skills/local/SKILL.md": skillText(),
    });
    const { loaded, diagnostics } = await loadWorld(world);
    world.dispose();
    expect(loaded.map((skill) => skill.name)).toEqual(["local", "mine"]);
    expect(diagnostics).toEqual([]);
  });

  it("is not found below an ignored directory when a file there is touched", async () => {
    const world = createTreeWorld("disk", {
      "/proj/.gitignore": "vendor/\n.claude/skills/private/\n",
      "/proj/vendor/dep/.claude/skills/evil/SKILL.md": skillText(),
      "/proj/packages/web/.claude/skills/private/SKILL.md": skillText(),
    });
    const env = { PATH: process.env.PATH, HOME: world.at("/home/ada"), GIT_CONFIG_NOSYSTEM: "1" };
    execFileSync("git", ["init", "-q"], { cwd: world.at("/proj"), env, stdio: "ignore" });
    const context = {
      cwd: world.at("/proj"),
      fs: world.fs,
      ignoreChecker: createGitIgnoreChecker({ env }),
      seenRoots: new Set<string>(),
      trusted: true,
    };
    const { roots: ignored } = await findNestedRoots(world.at("/proj/vendor/dep/x.js"), context);
    const { roots: own } = await findNestedRoots(world.at("/proj/packages/web/x.js"), context);
    const paths = own.map((root) => world.name(root.path));
    world.dispose();
    expect(ignored).toEqual([]);
    expect(paths).toEqual(["/proj/packages/web/.claude/skills"]);
  });
});
