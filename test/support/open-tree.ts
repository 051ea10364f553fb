/** Opens the skills of a tree in memory, as an embedder does, without the bundled ones. */
import type { SkillEngine } from "../../src/engine/index.ts";
import { type OpenSkillsOptions, openSkills } from "../../src/open-skills.ts";
import { createMemoryFileSystem, type MemoryNode } from "./memory-file-system.ts";

/** The working directory is `/proj`, a repository; the home directory is `/home/ada`; the workspace is trusted. */
export function openTree(
  tree: Readonly<Record<string, MemoryNode>>,
  options: Partial<OpenSkillsOptions> = {},
): Promise<SkillEngine> {
  const standard: Record<string, MemoryNode> = {
    "/proj/.git": { kind: "directory" },
    "/home/ada": { kind: "directory" },
  };
  return openSkills({
    cwd: "/proj",
    home: "/home/ada",
    trusted: true,
    bundled: [],
    fileSystem: createMemoryFileSystem({ tree: { ...standard, ...tree } }),
    ignoreChecker: { isIgnored: async () => false },
    ...options,
  });
}
