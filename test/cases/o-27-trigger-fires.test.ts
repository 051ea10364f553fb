/** O-27: a file that matches fires the trigger in whichever way its path is written; others do not. */
import { describe, expect, it } from "vitest";
import { compileActivation, relativeToRoot } from "../../src/engine/index.ts";
import { loadTree, skillText } from "../support/load-tree.ts";

async function fires(file: string): Promise<boolean> {
  const { registry } = await loadTree({
    "/proj/.claude/skills/tomlhelp/SKILL.md": skillText({ paths: ["**/*.toml"] }),
  });
  const path = relativeToRoot("/proj", file);
  return path !== undefined && compileActivation(registry.skills).match(path).length === 1;
}

describe("the pattern **/*.toml", () => {
  it.each(["top.toml", "a/b/c.toml", ".cfg/d.toml"])("fires for %s, relative, dotted and absolute", async (file) => {
    expect(await fires(file)).toBe(true);
    expect(await fires(`./${file}`)).toBe(true);
    expect(await fires(`/proj/${file}`)).toBe(true);
  });

  it.each(["top.tomlx", "toml", "a.toml.bak", "A.TOML"])("does not fire for %s", async (file) => {
    expect(await fires(file)).toBe(false);
  });
});
