/** O-27: a file that matches fires the trigger in whichever way its path is written, once; others do not. */
import { describe, expect, it } from "vitest";
import { skillText } from "../support/load-tree.ts";
import { openTree } from "../support/open-tree.ts";

const tree = { "/proj/.claude/skills/tomlhelp/SKILL.md": skillText({ paths: ["**/*.toml"] }) };

async function activatedBy(file: string): Promise<readonly string[]> {
  const session = (await openTree(tree)).session();
  return (await session.touched([file], "read")).activated.map((skill) => skill.callName);
}

describe("the pattern **/*.toml", () => {
  it.each(["top.toml", "a/b/c.toml", ".cfg/d.toml"])("fires for %s, relative, dotted and absolute", async (file) => {
    for (const spelling of [file, `./${file}`, `/proj/${file}`]) {
      expect(await activatedBy(spelling)).toEqual(["tomlhelp"]);
    }
  });

  it.each(["top.tomlx", "toml", "a.toml.bak", "A.TOML"])("does not fire for %s", async (file) => {
    expect(await activatedBy(file)).toEqual([]);
  });

  it("is announced in that very call, and only once in a session", async () => {
    const session = (await openTree(tree)).session();
    const first = await session.touched(["top.toml"], "read");
    expect(first.reminder).toContain("- tomlhelp: ");
    expect(await session.touched(["a/b/c.toml"], "edit")).toEqual({ discovered: [], activated: [] });
    expect(session.listing()).toBeUndefined();
  });

  it("fires in each session for itself", async () => {
    const engine = await openTree(tree);
    const [one, other] = [engine.session(), engine.session()];
    await one.touched(["top.toml"], "read");
    expect(other.find("tomlhelp")?.state).toBe("waiting");
    expect((await other.touched(["top.toml"], "read")).activated).toHaveLength(1);
  });
});
