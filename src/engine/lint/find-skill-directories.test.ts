import { expect, it } from "vitest";
import { createMemoryFileSystem, type MemoryNode } from "../../../test/support/memory-file-system.ts";
import { findSkillDirectories } from "./find-skill-directories.ts";

const folder: MemoryNode = { kind: "directory" };
const TREE: Readonly<Record<string, MemoryNode>> = {
  "/proj/.claude/skills/a/template/.claude/skills": folder,
  "/proj/packages/web/.claude/skills": folder,
  "/proj/packages/web/deep/.agents/skills": folder,
  "/proj/packages/api/.claude": { link: "/elsewhere/.claude" },
  "/proj/packages/none/src": folder,
  "/proj/node_modules/x/.claude/skills": folder,
  "/proj/.git/x/.claude/skills": folder,
  "/proj/linked": { link: "/elsewhere" },
  "/proj/locked": { error: "EACCES" },
  "/elsewhere/.claude/skills": folder,
};

it.each([undefined, 1, 2, 3])("finds them in one order, however the disk answers (seed %s)", async (seed) => {
  const fs = createMemoryFileSystem({ tree: TREE, ...(seed !== undefined && { seed }) });
  expect(await findSkillDirectories("/proj", fs)).toEqual({
    directories: ["/proj/packages/api", "/proj/packages/web", "/proj/packages/web/deep"],
    isComplete: true,
  });
});

it("stops at a tree that is too large, and says so", async () => {
  const fs = createMemoryFileSystem({ tree: TREE });
  expect(await findSkillDirectories("/proj", fs, { maxFolders: 7 })).toEqual({
    directories: ["/proj/packages/api", "/proj/packages/web"],
    isComplete: false,
  });
  expect(await findSkillDirectories("/nowhere", fs)).toEqual({ directories: [], isComplete: true });
});
