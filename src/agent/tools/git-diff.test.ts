import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolSandbox, type ToolSandbox } from "../../../test/support/tool-sandbox.ts";
import { gitDiffTool } from "./git-diff.ts";

let box: ToolSandbox;

function git(...args: string[]): void {
  const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  const result = spawnSync("git", [...identity, ...args], { cwd: box.cwd, encoding: "utf8" });
  if (result.status !== 0) throw new Error(result.stderr);
}

beforeEach(() => {
  box = createToolSandbox();
  git("init", "-q", "-b", "main");
  box.write("a.txt", "one\n");
  box.write("sub/b.txt", "one\n");
  git("add", ".");
  git("commit", "-qm", "first");
  box.write("a.txt", "two\n");
  git("commit", "-qam", "second");
});
afterEach(() => box.remove());

const diff = (input: object, more = {}) => box.run(gitDiffTool, input, more);

describe("GitDiff", () => {
  it("shows the working tree, the index, and ranges", async () => {
    expect(await diff({})).toEqual({ text: "No changes.", isError: false, touched: [] });
    box.write("sub/b.txt", "three\n");
    expect((await diff({})).text).toMatch(/sub\/b.txt \| 2 [\s\S]*-one\n\+three$/);
    git("add", ".");
    expect((await diff({})).text).toBe("No changes.");
    expect((await diff({ staged: true })).text).toContain("+three");
    expect((await diff({ range: "HEAD~1..HEAD" })).text).toContain("-one\n+two");
    expect((await diff({ range: "HEAD~1 HEAD" })).text).toContain("-one\n+two");
    expect((await diff({ range: "HEAD~1", path: "sub" })).text).toMatch(/b.txt/);
    expect((await diff({ range: "HEAD~1", path: "sub" })).text).not.toContain("a.txt");
  });

  it("stays below the working directory", async () => {
    box.write("a.txt", "changed\n");
    const inSub = await diff({}, { cwd: box.path("sub") });
    expect(inSub.text).toBe("No changes.");
  });

  it.each(["--output=/tmp/x", "-O", "HEAD --ext-diff", "HEAD:a.txt", ":/first", "a b c", "nope", "HEAD\u0000"])(
    "refuses the range %j",
    async (range) => {
      expect(await diff({ range })).toMatchObject({ isError: true });
    },
  );

  it("takes a path literally", async () => {
    box.write("a.txt", "changed\n");
    expect((await diff({ path: ":(top)" })).text).toBe("No changes.");
    expect((await diff({ path: "*.txt" })).text).toBe("No changes.");
    expect((await diff({ path: "--output=x" })).text).toBe("No changes.");
  });

  it("says so outside of a repository", async () => {
    rmSync(box.path(".git"), { recursive: true });
    const result = await diff({});
    expect(result).toMatchObject({ isError: true, text: `${box.cwd} is not in a git repository.` });
  });

  it("leaves out what may not be read", async () => {
    box.write("a.txt", "changed\n");
    box.write("sub/b.txt", "changed\n");
    const { text } = await diff({}, { mayRead: (path: string) => !path.endsWith("a.txt") });
    expect(text).toContain("b.txt");
    expect(text).not.toContain("a.txt");
    expect(text).toContain("(1 changed files may not be read and are left out.)");
    expect((await diff({}, { mayRead: () => false })).text).toBe("No changes in files that may be read.");
  });

  it("is bounded", async () => {
    box.write("a.txt", "line\n".repeat(100_000));
    const { text } = await diff({});
    expect(text.length).toBeLessThan(61_000);
    expect(text).toContain("The diff is cut here");
  });

  it("executes nothing that the repository configures", async () => {
    const marker = box.path("executed");
    box.write("evil.sh", `#!/bin/sh\necho "$0 $@" >> '${marker}'\ncat\n`);
    chmodSync(box.path("evil.sh"), 0o755);
    const evil = box.path("evil.sh");
    box.write(".gitattributes", "*.txt diff=evil filter=evil\n*.md filter=a=b\n");
    mkdirSync(box.path("hooks"));
    for (const [key, value] of [
      ["core.fsmonitor", evil],
      ["core.pager", evil],
      ["pager.diff", evil],
      ["diff.external", evil],
      ["diff.evil.command", evil],
      ["diff.evil.textconv", evil],
      ["filter.evil.clean", evil],
      ["filter.evil.process", evil],
      ["filter.evil.required", "true"],
      ["filter.a=b.clean", evil],
      ["core.hooksPath", box.path("hooks")],
      ["core.sshCommand", evil],
      ["credential.helper", `!${evil}`],
    ] as const) {
      git("config", key, value);
    }
    rmSync(marker, { force: true });
    box.write("a.txt", "changed\n");
    box.write("c.md", "changed\n");
    expect((await diff({})).text).toContain("+changed");
    expect((await diff({ range: "HEAD~1" })).isError).toBe(false);
    expect((await diff({ staged: true })).isError).toBe(false);
    expect(existsSync(marker)).toBe(false);
    // The trap works: git alone would have run it.
    spawnSync("git", ["diff"], { cwd: box.cwd, timeout: 10_000 });
    expect(existsSync(marker)).toBe(true);
  });

  it("does not follow a configured working tree elsewhere", async () => {
    git("config", "core.worktree", "/etc");
    expect(await diff({})).toMatchObject({ isError: true });
  });
});
