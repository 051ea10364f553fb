/** O-28: a conditional skill that waits is known by name, as waiting and with what it waits for; it is not unknown. */
import { expect, it } from "vitest";
import { initialState, resolveEngineSettings } from "../../src/engine/index.ts";
import { loadTree, skillText } from "../support/load-tree.ts";

it("a waiting skill resolves, and says for which files it waits", async () => {
  const { find } = await loadTree({
    "/home/ada/.claude/skills/gomod/SKILL.md": skillText({ paths: "*.go,go.mod" }),
    "/home/ada/.claude/skills/always/SKILL.md": skillText({ paths: "**" }),
  });
  const settings = resolveEngineSettings();
  const gomod = find("gomod");
  const always = find("always");
  expect(gomod && initialState(gomod, settings)).toBe("waiting");
  expect(gomod?.paths).toEqual(["*.go", "go.mod"]);
  expect(always && initialState(always, settings)).toBe("active");
});
