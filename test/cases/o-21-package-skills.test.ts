/** O-21: skills of a package become known when a file of it is touched, and are there from the start inside it. */
import { describe, expect, it } from "vitest";
import { skillText } from "../support/load-tree.ts";
import { openTree } from "../support/open-tree.ts";

const tree = {
  "/proj/.claude/skills/style/SKILL.md": skillText({ description: "The root's." }),
  "/proj/packages/web/.claude/skills/ui/SKILL.md": skillText(),
  "/proj/packages/web/.claude/skills/style/SKILL.md": skillText({ description: "The package's." }),
  "/proj/packages/api/.claude/skills/db/SKILL.md": skillText(),
  "/proj/packages/web/src/a.ts": "",
};

describe("skills of a package in a larger repository", () => {
  it("are unknown until a file of the package is touched, and then announced once", async () => {
    const session = (await openTree(tree)).session();
    expect(session.list().map(({ skill }) => skill.callName)).toEqual(["style"]);
    expect(session.listing()).toContain("- style: The root's.");

    const first = await session.touched(["packages/web/src/a.ts"], "read");
    expect(first.discovered.map((skill) => skill.callName).sort()).toEqual(["packages/web:style", "ui"]);
    expect(first.reminder).toContain("- packages/web:style: The package's.");
    expect(first.reminder).not.toContain("db");

    const again = await session.touched(["/proj/packages/web/src/a.ts"], "read");
    expect(again).toEqual({ discovered: [], activated: [] });
    expect(session.listing()).toBeUndefined();
  });

  it("run the owner for the bare name", async () => {
    const session = (await openTree(tree)).session();
    await session.touched(["packages/web/src/a.ts"], "read");
    expect(session.find("style")?.skill.description).toBe("The root's.");
    expect(session.find("packages/web:style")?.skill.description).toBe("The package's.");
    expect(session.find("db")).toBeUndefined();
  });

  it("are the project's own inside the package, nearest first, with those of the parents", async () => {
    const engine = await openTree(tree, { cwd: "/proj/packages/web" });
    expect(engine.list().map(({ skill, state }) => [skill.callName, skill.description, state])).toEqual([
      ["style", "The package's.", "active"],
      ["ui", "A skill for tests.", "active"],
      ["root:style", "The root's.", "shadowed"],
    ]);
  });
});
