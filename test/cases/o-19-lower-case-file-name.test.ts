/** O-19: skill.md is loaded with a warning that names the right spelling, the same on every file system. */
import { describe, expect, it } from "vitest";
import { loadFrom, skillText } from "../support/load-tree.ts";
import { createMemoryFileSystem, type MemoryNode } from "../support/memory-file-system.ts";

const SK = "/proj/.claude/skills";

function load(tree: Readonly<Record<string, MemoryNode>>, ignoresCase: boolean) {
  return loadFrom(createMemoryFileSystem({ tree: { "/proj/.git": { kind: "directory" }, ...tree }, ignoresCase }));
}

describe.each([false, true])("a file system that ignores case: %s", (ignoresCase) => {
  it("loads skill.md and says how it should be spelled", async () => {
    const { loaded, diagnostics } = await load({ [`${SK}/low/skill.md`]: skillText() }, ignoresCase);
    expect(loaded.map((skill) => [skill.name, skill.path])).toEqual([["low", `${SK}/low/skill.md`]]);
    expect(diagnostics).toMatchObject([
      { code: "misspelled-file-name", severity: "warning", hint: "Rename skill.md to SKILL.md." },
    ]);
  });
});

it("takes the exact SKILL.md when both are there, once", async () => {
  const tree = {
    [`${SK}/both/skill.md`]: skillText({ description: "Lower." }),
    [`${SK}/both/SKILL.md`]: skillText({ description: "Exact." }),
  };
  const { loaded, diagnostics } = await load(tree, false);
  expect(loaded.map((skill) => skill.description)).toEqual(["Exact."]);
  expect(diagnostics).toEqual([]);
});
