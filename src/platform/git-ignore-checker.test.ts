import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGitIgnoreChecker } from "./git-ignore-checker.ts";

let dir: string;
/** No configuration of the machine or of its user takes part. */
const env = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: dir,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CEILING_DIRECTORIES: tmpdir(),
});
const git = (...args: string[]): void => {
  execFileSync("git", args, { cwd: join(dir, "repo"), env: env(), stdio: "ignore" });
};

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "skillful-git-"));
  mkdirSync(join(dir, "repo/build/deep"), { recursive: true });
  mkdirSync(join(dir, "repo/src"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

describe("createGitIgnoreChecker", () => {
  it("answers by the ignore files of the repository", async () => {
    git("init", "-q");
    writeFileSync(join(dir, "repo/.gitignore"), "build/\n");
    const checker = createGitIgnoreChecker({ env: env() });
    expect(await checker.isIgnored(join(dir, "repo/build"))).toBe(true);
    expect(await checker.isIgnored(join(dir, "repo/build/deep"))).toBe(true);
    expect(await checker.isIgnored(join(dir, "repo/src"))).toBe(false);
  });

  it("answers false without a repository, a directory or git", async () => {
    const checker = createGitIgnoreChecker({ env: env() });
    expect(await checker.isIgnored(join(dir, "repo/build"))).toBe(false);
    expect(await checker.isIgnored(join(dir, "gone/build"))).toBe(false);
    const without = createGitIgnoreChecker({ env: env(), git: join(dir, "no-such-git") });
    expect(await without.isIgnored(join(dir, "repo/build"))).toBe(false);
  });

  it("does not let git wait for a pipe in the place of an ignore file", async () => {
    git("init", "-q");
    // A git that says of everything that it is ignored.
    const checker = createGitIgnoreChecker({ env: env(), git: "true" });
    expect(await checker.isIgnored(join(dir, "repo/build/deep"))).toBe(true);
    execFileSync("mkfifo", [join(dir, "repo/build/.gitignore")]);
    expect(await checker.isIgnored(join(dir, "repo/build/deep"))).toBe(false);
    expect(await checker.isIgnored(join(dir, "repo/src"))).toBe(true);
    execFileSync("mkfifo", [join(dir, "repo/.git/info/pipe")]);
    expect(await checker.isIgnored(join(dir, "repo/src"))).toBe(false);
  });

  it("asks about the repository around the path, whatever the environment names", async () => {
    git("init", "-q");
    writeFileSync(join(dir, "repo/.gitignore"), "build/\n");
    const checker = createGitIgnoreChecker({ env: { ...env(), GIT_DIR: join(dir, "other"), GIT_WORK_TREE: dir } });
    expect(await checker.isIgnored(join(dir, "repo/build"))).toBe(true);
  });

  it("takes a path that looks like an option or a pattern as a path", async () => {
    git("init", "-q");
    writeFileSync(join(dir, "repo/.gitignore"), "-v\n");
    mkdirSync(join(dir, "repo/-v"));
    mkdirSync(join(dir, "repo/$(touch pwned)"));
    const checker = createGitIgnoreChecker({ env: env() });
    expect(await checker.isIgnored(join(dir, "repo/-v"))).toBe(true);
    expect(await checker.isIgnored(join(dir, "repo/$(touch pwned)"))).toBe(false);
    expect(existsSync(join(dir, "repo/pwned"))).toBe(false);
  });

  it("asks the person's own list, and none elsewhere that the repository names", async () => {
    git("init", "-q");
    mkdirSync(join(dir, ".config/git"), { recursive: true });
    writeFileSync(join(dir, ".config/git/ignore"), "src/\n");
    writeFileSync(join(dir, "foreign"), "build/\n");
    git("config", "core.excludesFile", join(dir, "foreign"));
    const checker = createGitIgnoreChecker({ env: env() });
    expect(await checker.isIgnored(join(dir, "repo/build"))).toBe(false);
    expect(await checker.isIgnored(join(dir, "repo/src"))).toBe(true);
    git("config", "--global", "core.excludesFile", "~/mine");
    writeFileSync(join(dir, "mine"), "deep/\n");
    expect(await checker.isIgnored(join(dir, "repo/src"))).toBe(false);
    expect(await checker.isIgnored(join(dir, "repo/build/deep"))).toBe(true);
    // One inside of the repository is its own.
    writeFileSync(join(dir, "repo/list"), "build/\n");
    git("config", "core.excludesFile", "list");
    expect(await checker.isIgnored(join(dir, "repo/build"))).toBe(true);
  });

  it("asks nothing of a repository that keeps its data elsewhere", async () => {
    execFileSync("git", ["init", "-q", join(dir, "other")], { env: env() });
    writeFileSync(join(dir, "other/.git/info/exclude"), "build/\n");
    writeFileSync(join(dir, "repo/.git"), `gitdir: ${join(dir, "other/.git")}\n`);
    expect(await createGitIgnoreChecker({ env: env() }).isIgnored(join(dir, "repo/build"))).toBe(false);
  });

  it("lets the repository's configuration run nothing", async () => {
    git("init", "-q");
    writeFileSync(join(dir, "repo/a"), "x");
    git("add", "a");
    const trap = join(dir, "trap.sh");
    writeFileSync(trap, `#!/bin/sh\ntouch "${dir}/ran"\n`);
    chmodSync(trap, 0o755);
    git("config", "core.fsmonitor", trap);
    await createGitIgnoreChecker({ env: env() }).isIgnored(join(dir, "repo/build"));
    expect(existsSync(join(dir, "ran"))).toBe(false);
  });
});
