import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, type MemoryNode } from "../../test/support/memory-file-system.ts";
import { findNestedRoots, type NestedContext } from "./nested.ts";

const folder: MemoryNode = { kind: "directory" };
const tree = {
  "/proj/.claude/skills": folder,
  "/proj/packages/web/.claude/skills": folder,
  "/proj/packages/web/.agents/skills": folder,
  "/proj/packages/web/src/.claude/skills": folder,
  "/proj/packages/api/.claude/skills": folder,
  "/proj/build/.claude/skills": folder,
  "/proj/node_modules/dep/.claude/skills": folder,
  "/elsewhere/.claude/skills": folder,
};

async function find(file: string, context: Partial<NestedContext> = {}, extra: Record<string, MemoryNode> = {}) {
  const fs = createMemoryFileSystem({ tree: { ...tree, ...extra } });
  const { roots } = await findNestedRoots(file, { cwd: "/proj", fs, seenRoots: new Set(), trusted: true, ...context });
  return roots.map((root) => root.path.slice("/proj/".length));
}

describe("findNestedRoots", () => {
  it("walks from the file to the working directory, deepest first, without the working directory's own", async () => {
    expect(await find("/proj/packages/web/src/a/b.ts")).toEqual([
      "packages/web/src/.claude/skills",
      "packages/web/.claude/skills",
      "packages/web/.agents/skills",
    ]);
  });

  it.each(["/proj/a.ts", "/proj", "/elsewhere/a.ts", "/proj-old/a.ts", "../elsewhere/a.ts", ""])(
    "finds none for %j",
    async (file) => {
      expect(await find(file)).toEqual([]);
    },
  );

  it("takes a relative path from the working directory", async () => {
    expect(await find("./packages/api/x.ts")).toEqual(["packages/api/.claude/skills"]);
  });

  it("passes over what it has seen", async () => {
    const seenRoots = new Set(["/proj/packages/web/.claude/skills"]);
    expect(await find("packages/web/x.ts", { seenRoots })).toEqual(["packages/web/.agents/skills"]);
  });

  it("describes the root", async () => {
    const fs = createMemoryFileSystem({ tree });
    const context = { cwd: "/proj", fs, seenRoots: new Set<string>(), trusted: false, projectRoot: "/" };
    expect((await findNestedRoots("/proj/packages/api/x.ts", context)).roots).toEqual([
      {
        path: "/proj/packages/api/.claude/skills",
        source: "nested",
        kind: "skill",
        qualifier: "packages/api",
        trusted: false,
        confinedTo: "/",
      },
    ]);
  });

  it("passes over directories that git ignores, and asks only about those that have skills", async () => {
    const asked: string[] = [];
    const ignoreChecker = {
      isIgnored: async (path: string) => {
        asked.push(path);
        return path === "/proj/build";
      },
    };
    const context = { cwd: "/proj", fs: createMemoryFileSystem({ tree }), seenRoots: new Set<string>(), trusted: true };
    expect(await findNestedRoots("build/deep/down/x.js", { ...context, ignoreChecker })).toEqual({
      roots: [],
      gitIgnored: ["/proj/build/.claude/skills"],
    });
    expect(await find("packages/api/x.ts", { ignoreChecker })).toEqual(["packages/api/.claude/skills"]);
    expect(asked).toEqual(["/proj/build", "/proj/packages/api"]);
  });

  it("finds nothing inside packages of others or in tools' own folders", async () => {
    const inside = "packages/web/.claude/skills/maker/template/.claude/skills";
    expect(await find("node_modules/dep/x.js")).toEqual([]);
    expect(await find(`${inside}/x.md`, {}, { [`/proj/${inside}`]: folder })).toEqual([
      "packages/web/.claude/skills",
      "packages/web/.agents/skills",
    ]);
  });

  it("takes a root that cannot be looked at as absent", async () => {
    const locked = { "/proj/locked/.claude/skills": { link: "/nowhere" }, "/proj/locked/.agents": { error: "EACCES" } };
    expect(await find("locked/x.ts", {}, locked)).toEqual([]);
  });
});
