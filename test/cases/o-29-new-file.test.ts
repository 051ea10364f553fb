/** O-29: a file that was only just made matches like one that was there; nothing is asked of the disk. */
import { expect, it } from "vitest";
import { compileActivation } from "../../src/engine/index.ts";
import { loadTree, skillText } from "../support/load-tree.ts";

it.each([
  ["src/ui/icon.tsx", true],
  ["src/ui/icon.ts", true],
  ["icon.ts", true],
  ["src/ui/icon.js", false],
  ["src/ui", false],
])("%s: %s", async (file, expected) => {
  const { registry } = await loadTree({
    "/proj/.claude/skills/types/SKILL.md": skillText({ paths: "**/*.{ts,tsx}" }),
  });
  expect(registry.skills[0]?.paths).toEqual(["**/*.ts", "**/*.tsx"]);
  expect(compileActivation(registry.skills).match(file).length > 0).toBe(expected);
});
