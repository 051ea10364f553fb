/** O-21: skills of a package become known when a file of it is touched, and are there from the start inside it. */
import { describe, expect, it } from "vitest";
import { buildRegistry, findNestedRoots, loadRoots, resolveEngineSettings } from "../../src/engine/index.ts";
import { loadFrom, skillText } from "../support/load-tree.ts";
import { createMemoryFileSystem } from "../support/memory-file-system.ts";

const tree = {
  "/proj/.git/HEAD": "ref: refs/heads/main",
  "/proj/.claude/skills/style/SKILL.md": skillText(),
  "/proj/packages/web/.claude/skills/ui/SKILL.md": skillText(),
  "/proj/packages/web/.claude/skills/style/SKILL.md": skillText(),
  "/proj/packages/api/.claude/skills/db/SKILL.md": skillText(),
  "/proj/packages/web/src/a.ts": "",
};
const fs = createMemoryFileSystem({ tree });
const settings = resolveEngineSettings();

/** What the engine knows after these files were touched, in this order. */
async function touch(...files: string[]) {
  const start = await loadFrom(fs);
  const seenRoots = new Set(start.roots.map((root) => root.path));
  let loaded = start.loaded;
  for (const file of files) {
    const roots = await findNestedRoots(file, { cwd: "/proj", fs, seenRoots, trusted: true });
    for (const root of roots) seenRoots.add(root.path);
    const found = await loadRoots(roots, { fs, alreadyLoaded: new Set(loaded.map((skill) => skill.realPath)) });
    loaded = [...loaded, ...found.skills];
  }
  return buildRegistry(loaded, settings);
}

describe("skills of a package in a larger repository", () => {
  it("are unknown at first", async () => {
    const { skills } = await touch();
    expect(skills.map((skill) => skill.callName)).toEqual(["style"]);
  });

  it("become known by a touch, each once, under their directory where the name is taken", async () => {
    const registry = await touch("/proj/packages/web/src/a.ts", "packages/web/src/a.ts");
    expect(registry.skills.map((skill) => [skill.callName, skill.source])).toEqual([
      ["style", "project"],
      ["packages/web:style", "nested"],
      ["ui", "nested"],
    ]);
    expect(registry.resolve("style")).toMatchObject({
      skill: { qualifiedName: "project:style" },
      variants: [{ qualifiedName: "packages/web:style" }],
    });
    expect(registry.resolve("db").kind).toBe("unknown");
  });

  it("are the project's own inside the package, nearest first, with those of the parents", async () => {
    const { registry } = await loadFrom(fs, { cwd: "/proj/packages/web" });
    expect(registry.skills.map((skill) => [skill.callName, skill.path])).toEqual([
      ["style", "/proj/packages/web/.claude/skills/style/SKILL.md"],
      ["ui", "/proj/packages/web/.claude/skills/ui/SKILL.md"],
      ["root:style", "/proj/.claude/skills/style/SKILL.md"],
    ]);
  });
});
