/** O-20: inside a linked work tree only the work tree's own skills are listed, each once. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeFileSystem } from "../../src/platform/index.ts";
import { loadFrom, skillText } from "../support/load-tree.ts";

let top: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "skillful-worktree-")));
  mkdirSync(join(top, "main/.claude/skills/chores"), { recursive: true });
  writeFileSync(join(top, "main/.claude/skills/chores/SKILL.md"), skillText());
  const env = { PATH: process.env.PATH, HOME: top, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: join(top, "main"),
      env,
      stdio: "ignore",
    });
  };
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "Add a skill");
  git("worktree", "add", "-q", "-b", "beside", "../wt");
  git("worktree", "add", "-q", "-b", "inside", ".trees/wt");
});
afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

describe.each(["wt", "main/.trees/wt"])("the work tree %s", (place) => {
  it("is a checkout of its own", async () => {
    const cwd = join(top, place);
    appendFileSync(join(cwd, ".claude/skills/chores/SKILL.md"), "\nChanged here.\n");
    const { registry, roots } = await loadFrom(createNodeFileSystem(), { cwd, home: join(top, "home") });
    expect(registry.skills.map((skill) => skill.callName)).toEqual(["chores"]);
    expect(readFileSync(registry.skills[0]?.path ?? "", "utf8")).toContain("Changed here.");
    expect(roots.filter((root) => root.source === "project" && !root.path.startsWith(`${cwd}/`))).toEqual([]);
  });
});
