/** O-29: writing a new file and editing one activate like reading, in that same call; the file need not be there. */
import { describe, expect, it } from "vitest";
import { skillText } from "../support/load-tree.ts";
import { openTree } from "../support/open-tree.ts";

const tree = { "/proj/.claude/skills/types/SKILL.md": skillText({ paths: "**/*.{ts,tsx}" }) };

describe.each(["read", "write", "edit"] as const)("%s", (kind) => {
  it.each([
    ["src/ui/icon.tsx", true],
    ["src/ui/icon.ts", true],
    ["icon.ts", true],
    ["src/ui/icon.js", false],
    ["src/ui", false],
  ])("%s activates: %s", async (file, expected) => {
    const session = (await openTree(tree)).session();
    const { activated, reminder } = await session.touched([file], kind);
    expect(activated.map((skill) => skill.name)).toEqual(expected ? ["types"] : []);
    expect(reminder !== undefined).toBe(expected);
  });
});

it("an activated skill can be called at once", async () => {
  const session = (await openTree(tree)).session();
  expect(await session.invoke({ name: "types", by: "user" })).toMatchObject({ kind: "refused", code: "waiting" });
  await session.touched(["src/ui/icon.tsx"], "write");
  expect(await session.invoke({ name: "types", by: "user" })).toMatchObject({ kind: "inline" });
});
