/** O-25: of two skills with one name the project's is the one, and the user's comes back when it goes. */
import { expect, it } from "vitest";
import { loadFrom, skillText } from "../support/load-tree.ts";
import { createMemoryFileSystem } from "../support/memory-file-system.ts";

const SK = "/proj/.claude/skills/minutes";
const USK = "/home/ada/.claude/skills/minutes";

it("the project's skill replaces the user's for as long as it is there", async () => {
  const fs = createMemoryFileSystem({
    tree: {
      "/proj/.git": { kind: "directory" },
      [`${USK}/SKILL.md`]: skillText({}, "USER"),
      [`${SK}/SKILL.md`]: skillText({}, "PROJECT"),
    },
  });
  const both = await loadFrom(fs);
  expect(both.find("minutes")?.path).toBe(`${SK}/SKILL.md`);
  expect(both.find("user:minutes")?.path).toBe(`${USK}/SKILL.md`);
  expect(both.registry.skills.filter((skill) => skill.shadowedBy === undefined)).toHaveLength(1);
  expect(both.diagnostics).toMatchObject([{ code: "shadowed-skill", severity: "info", path: `${USK}/SKILL.md` }]);

  fs.remove(SK);
  const alone = await loadFrom(fs);
  expect(alone.find("minutes")?.path).toBe(`${USK}/SKILL.md`);
  expect(alone.diagnostics).toEqual([]);
});

it("the order is a setting", async () => {
  const fs = createMemoryFileSystem({
    tree: { "/proj": { kind: "directory" }, [`${USK}/SKILL.md`]: skillText(), [`${SK}/SKILL.md`]: skillText() },
  });
  const { find } = await loadFrom(fs, { settings: { skills: { precedence: ["user", "project"] } } });
  expect(find("minutes")?.source).toBe("user");
});
