import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, type MemoryNode } from "../../test/support/memory-file-system.ts";
import { type PlanOptions, planRoots } from "./sources.ts";

const folder: MemoryNode = { kind: "directory" };

async function plan(tree: Readonly<Record<string, MemoryNode>>, options: Partial<PlanOptions> = {}) {
  const fs = createMemoryFileSystem({ tree: { "/home/ada": folder, ...tree } });
  return await planRoots({ cwd: "/repo", home: "/home/ada", trusted: true, ...options }, fs);
}

async function skillPaths(tree: Readonly<Record<string, MemoryNode>>, options: Partial<PlanOptions> = {}) {
  const { roots } = await plan(tree, options);
  return roots.filter((root) => root.kind === "skill").map((root) => `${root.qualifier} ${root.path}`);
}

describe("planRoots", () => {
  it("goes from the working directory up to the repository's root, nearest first", async () => {
    expect(await skillPaths({ "/repo/.git": folder, "/repo/a/b": folder }, { cwd: "/repo/a/b" })).toEqual([
      "project /repo/a/b/.claude/skills",
      "project /repo/a/b/.agents/skills",
      "a /repo/a/.claude/skills",
      "a /repo/a/.agents/skills",
      "root /repo/.claude/skills",
      "root /repo/.agents/skills",
      "user /home/ada/.claude/skills",
      "user /home/ada/.agents/skills",
    ]);
  });

  it("stops at a work tree, whose .git is a file", async () => {
    const tree = { "/repo/.git": folder, "/repo/wt/.git": "gitdir: ../.git/worktrees/wt", "/repo/wt/a": folder };
    const { projectRoot } = await plan(tree, { cwd: "/repo/wt/a" });
    expect(projectRoot).toBe("/repo/wt");
    expect((await skillPaths(tree, { cwd: "/repo/wt/a" })).filter((path) => path.includes(" /repo/.claude"))).toEqual(
      [],
    );
  });

  it("stays in the working directory when there is no repository", async () => {
    const roots = await skillPaths({ "/home/ada/work/x": folder }, { cwd: "/home/ada/work/x" });
    expect(roots).toEqual([
      "project /home/ada/work/x/.claude/skills",
      "project /home/ada/work/x/.agents/skills",
      "user /home/ada/.claude/skills",
      "user /home/ada/.agents/skills",
    ]);
  });

  it.each([
    ["the working directory", { "/home/ada/.git": folder }, "/home/ada"],
    ["a parent in a repository", { "/home/ada/.git": folder, "/home/ada/work": folder }, "/home/ada/work"],
    ["a link to it", { "/link": { link: "/home/ada" } }, "/link"],
  ])("reads the home directory as user alone when it is %s", async (_, tree, cwd) => {
    const roots = await skillPaths(tree, { cwd });
    expect(roots.filter((path) => /\/(home\/ada|link)\/\.claude/.test(path))).toEqual([
      "user /home/ada/.claude/skills",
    ]);
  });

  it("plans each added directory once, relative ones from the working directory", async () => {
    const tree = { "/repo/.git": folder, "/extra": folder, "/other": { link: "/extra" } };
    const roots = await skillPaths(tree, { addedDirs: ["../extra", "/extra/", "/other", "/repo", "/home/ada"] });
    expect(roots.filter((path) => path.startsWith("added"))).toEqual([
      "added /extra/.claude/skills",
      "added /extra/.agents/skills",
    ]);
  });

  it("puts managed skills first and commands last", async () => {
    const { roots } = await plan({ "/repo": folder }, { managedDir: "/etc/agent" });
    expect(roots.map((root) => `${root.source} ${root.kind}`)).toEqual([
      "managed skill",
      "project skill",
      "project skill",
      "user skill",
      "user skill",
      "project command",
      "user command",
    ]);
  });

  it("confines project and added roots, and trusts the others", async () => {
    const tree = { "/repo/.git": folder, "/repo/a": folder, "/extra": folder };
    const { roots } = await plan(tree, {
      cwd: "/repo/a",
      addedDirs: ["/extra"],
      trusted: false,
      managedDir: "/etc/agent",
    });
    const bySource = new Map(roots.map((root) => [root.source, [root.trusted, root.confinedTo]]));
    expect(Object.fromEntries(bySource)).toEqual({
      managed: [true, undefined],
      project: [false, "/repo"],
      added: [false, "/extra"],
      user: [true, undefined],
    });
  });

  it("refuses a working directory that is none", async () => {
    await expect(plan({})).rejects.toMatchObject({ code: "cwd-missing" });
    await expect(plan({ "/repo": "a file" })).rejects.toMatchObject({ code: "cwd-missing" });
  });
});
