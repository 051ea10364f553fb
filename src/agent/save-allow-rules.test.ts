import { execFileSync } from "node:child_process";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { localSettingsPath, saveAllowRules } from "./save-allow-rules.ts";

let root: string;
let path: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "skillful-rules-")));
  path = localSettingsPath(root);
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
const isRoot = process.getuid?.() === 0;

async function write(text: string | Uint8Array): Promise<void> {
  await mkdir(join(root, ".skillful"), { recursive: true });
  await writeFile(path, text);
}

describe("saveAllowRules", () => {
  it("begins a file, and leaves nothing else behind", async () => {
    expect(await saveAllowRules(root, ["Bash(npm test)"])).toEqual({ kind: "saved" });
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({ permissions: { allow: ["Bash(npm test)"] } });
    expect(await readdir(join(root, ".skillful"))).toEqual(["settings.local.json"]);
  });

  it("keeps a new file out of git by the list that is never shared", async () => {
    git("init", "-q");
    await writeFile(join(root, ".git/info/exclude"), "*.log");
    const saved = await saveAllowRules(root, ["Bash(npm test)"]);
    expect(saved).toEqual({ kind: "saved", note: expect.stringContaining(".git/info/exclude") });
    expect(await readFile(join(root, ".git/info/exclude"), "utf8")).toBe("*.log\n/.skillful/settings.local.json\n");
    expect(git("status", "--porcelain", "--untracked-files=all")).toBe("");
  });

  it("adds nothing to git's lists when git ignores the file already", async () => {
    git("init", "-q");
    await writeFile(join(root, ".gitignore"), ".skillful/\n");
    const before = await readFile(join(root, ".git/info/exclude"), "utf8");
    expect(await saveAllowRules(root, ["Bash(npm test)"])).toEqual({ kind: "saved" });
    expect(await readFile(join(root, ".git/info/exclude"), "utf8")).toBe(before);
    expect(await readFile(join(root, ".gitignore"), "utf8")).toBe(".skillful/\n");
  });

  it.each(["a link out of the repository", "a pipe"])("leaves git's lists alone when they are %s", async (kind) => {
    git("init", "-q");
    const list = join(root, ".git/info/exclude");
    const outside = await mkdtemp(join(tmpdir(), "skillful-outside-"));
    await writeFile(join(outside, "list"), "*.log\n");
    await rm(list);
    if (kind === "a pipe") execFileSync("mkfifo", [list]);
    else await symlink(join(outside, "list"), list);
    const saved = await saveAllowRules(root, ["Bash(npm test)"]);
    const text = await readFile(join(outside, "list"), "utf8");
    await rm(outside, { recursive: true });
    expect(saved).toEqual({ kind: "saved", note: expect.stringContaining("add .skillful/settings.local.json to") });
    expect(text).toBe("*.log\n");
  });

  it("keeps everything else in the file, its mode, and a link to it", async () => {
    await write("");
    const target = join(root, "elsewhere.json");
    await writeFile(target, '{\n  "model": "demo"\n}\n');
    await chmod(target, 0o640);
    await rm(path);
    await symlink(target, path);
    await saveAllowRules(root, ["Bash(npm test)"]);
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect((await stat(target)).mode & 0o777).toBe(0o640);
    expect(JSON.parse(await readFile(target, "utf8"))).toEqual({
      model: "demo",
      permissions: { allow: ["Bash(npm test)"] },
    });
  });

  it.each([
    ["is not JSON", '{ "model": "demo", }', /settings\.local\.json:1:20: expected a name in double quotes/],
    [
      "has something else in the rules' place",
      '{ "permissions": { "allow": {} } }',
      /:1:29: expected a list under allow/,
    ],
    ["is not UTF-8", Uint8Array.of(0x7b, 0xff, 0x7d), /cannot be written/],
  ])("leaves a file that %s as it is, and says where", async (_, text, message) => {
    await write(text);
    const before = await readFile(path);
    const saved = await saveAllowRules(root, ["Bash(npm test)"]);
    expect(saved).toMatchObject({ kind: "failed", message: expect.stringMatching(message) });
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(join(root, ".skillful"))).toEqual(["settings.local.json"]);
  });

  it("says so when there is no way to write", async () => {
    await writeFile(join(root, ".skillful"), "a file where the folder belongs");
    expect(await saveAllowRules(root, ["Bash(npm test)"])).toMatchObject({ kind: "failed" });
  });

  it.skipIf(isRoot)("leaves the old file where the folder cannot be written", async () => {
    await write("{}");
    await chmod(join(root, ".skillful"), 0o500);
    expect(await saveAllowRules(root, ["Bash(npm test)"])).toMatchObject({ kind: "failed" });
    await chmod(join(root, ".skillful"), 0o700);
    expect(await readFile(path, "utf8")).toBe("{}");
  });

  it("loses no rule of many at once", async () => {
    const rules = Array.from({ length: 12 }, (_, index) => `Bash(echo ${index})`);
    const saved = await Promise.all(rules.map((rule) => saveAllowRules(root, [rule])));
    expect(saved.every(({ kind }) => kind === "saved")).toBe(true);
    const { permissions } = JSON.parse(await readFile(path, "utf8")) as { permissions: { allow: string[] } };
    expect(permissions.allow.sort()).toEqual([...rules].sort());
  });
});
