import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFilesAtHand } from "./files-at-hand.ts";
import type { SkillSource } from "./types.ts";

const skillOf = (directory: string, source: SkillSource = "nested", folder = ".claude") => ({
  path: `${directory === "/" ? "" : directory}/${folder}/skills/s/SKILL.md`,
  source,
});

/** The directories, nearest first. */
function order(files: readonly string[], directories: readonly string[], cwd = "/repo"): string[] {
  const atHand = createFilesAtHand(cwd);
  atHand.note(files);
  const distance = (directory: string) => atHand.distance(skillOf(directory));
  return [...directories].sort((a, b) => distance(a) - distance(b));
}

describe("distance", () => {
  it("puts what stands above a file first, the nearest of it before the farther", () => {
    expect(
      order(["packages/web/src/a.ts"], ["/repo", "/repo/packages/web", "/repo/packages", "/repo/packages/web/src"]),
    ).toEqual(["/repo/packages/web/src", "/repo/packages/web", "/repo/packages", "/repo"]);
  });

  it("puts what stands beside a file behind all that stands above it, however far", () => {
    expect(order(["packages/web/a.ts"], ["/repo/packages/api", "/repo/packages/web/deep/down", "/"])).toEqual([
      "/",
      "/repo/packages/api",
      "/repo/packages/web/deep/down",
    ]);
  });

  it("is that of the working directory while nothing was touched, and after a clear", () => {
    const atHand = createFilesAtHand("/repo/packages/web");
    const own = skillOf("/repo/packages/web", "project");
    const top = skillOf("/repo", "project");
    expect(atHand.distance(own)).toBeLessThan(atHand.distance(top));
    atHand.note(["/repo/x.ts"]);
    expect(atHand.distance(top)).toBeLessThan(atHand.distance(own));
    atHand.clear();
    expect(atHand.distance(own)).toBeLessThan(atHand.distance(top));
  });

  it("counts from whichever file is nearest", () => {
    expect(order(["a/x.ts", "b/y.ts"], ["/repo/c", "/repo/b", "/repo/a"]).slice(0, 2).sort()).toEqual([
      "/repo/a",
      "/repo/b",
    ]);
  });

  it("forgets what was touched long ago, and keeps what was touched again", () => {
    const atHand = createFilesAtHand("/repo");
    atHand.note(["old/x.ts", "kept/x.ts"]);
    for (let index = 0; index < 15; index += 1) atHand.note([`d${index}/x.ts`, "kept/x.ts"]);
    const [old, kept] = ["/repo/old", "/repo/kept"].map((directory) => atHand.distance(skillOf(directory)));
    expect(kept).toBe(0);
    expect(old).toBeGreaterThan(0);
    expect(atHand.directories()).toHaveLength(16);
    expect(createFilesAtHand("/repo", atHand.directories()).directories()).toEqual(atHand.directories());
  });

  it("knows both folders of skills, and the inner one of two", () => {
    const atHand = createFilesAtHand("/home/ada/.claude/worktrees/x");
    expect(atHand.distance(skillOf("/home/ada/.claude/worktrees/x", "project"))).toBe(0);
    expect(atHand.distance(skillOf("/home/ada/.claude/worktrees/x", "project", ".agents"))).toBe(0);
  });

  it.each(["user", "managed", "bundled", "plugin", "custom"] as const)("is infinite for a %s skill", (source) => {
    const atHand = createFilesAtHand("/repo");
    atHand.note(["/repo/x.ts"]);
    expect(atHand.distance(skillOf("/repo", source))).toBe(Number.POSITIVE_INFINITY);
  });

  it("never throws, and depends on nothing but the files", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 30 }), fc.string(), (files, directory) => {
        const [one, other] = [createFilesAtHand("/repo"), createFilesAtHand("/repo")];
        one.note(files);
        for (const file of files) other.note([file]);
        expect(one.distance(skillOf(directory))).toBe(other.distance(skillOf(directory)));
      }),
    );
  });
});
