/** `skillful skills lint | new`: what authors see, the exit codes, and that nothing is executed or overwritten. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProgramWorld, type ProgramWorld } from "../support/program-world.ts";

let world: ProgramWorld;
beforeEach(async () => {
  world = await createProgramWorld();
});
afterEach(() => world.dispose());

const skills = (...args: string[]) => world.run(["skills", ...args]);
const GOOD = "---\nname: good\ndescription: Tidies files. Use when asked to tidy.\n---\n\nTidy.\n";
const BROKEN = "---\nname: broken\ndescription: never closed\n";

describe("skills lint", () => {
  it("checks all skills of the workspace and the user, and fails for an error", async () => {
    await world.write(".claude/skills/good/SKILL.md", GOOD);
    await world.write(".claude/skills/broken/SKILL.md", BROKEN);
    await mkdir(join(world.home, ".claude/skills/mine"), { recursive: true });
    await world.write("../home/.claude/skills/mine/SKILL.md", GOOD);
    const run = await skills("lint");
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain(".claude/skills/broken/SKILL.md:1:1 error unclosed-frontmatter");
    expect(run.stdout).toContain("> 1 | ---");
    expect(run.stdout).toContain("warning name-differs-from-directory");
    expect(run.stdout).toContain("mine/SKILL.md:1:1 info shadowed-skill");
    expect(run.stdout).toMatch(/3 files checked: 1 error, 1 warning, 1 note\n$/);
    expect(run.stderr).toBe("");
  });

  it("checks nested skills too, as far as a session could find them", async () => {
    await world.write(".gitignore", "/out\n");
    await promisify(execFile)("git", ["init", "-q", world.project]);
    await world.write("packages/web/.claude/skills/broken/SKILL.md", BROKEN);
    await world.write("packages/web/deep/.agents/skills/tidy/SKILL.md", GOOD);
    await world.write("packages/.claude/skills/good/SKILL.md", GOOD);
    await world.write(".claude/skills/good/SKILL.md", GOOD);
    for (const place of ["node_modules/x", "out", ".claude/skills/good/template"]) {
      await world.write(`${place}/.claude/skills/other/SKILL.md`, BROKEN);
    }
    const run = await skills("lint", "--format", "json");
    const report = JSON.parse(run.stdout);
    expect({ exitCode: run.exitCode, files: report.files }).toEqual({ exitCode: 1, files: 4 });
    expect(run.stdout).toContain("packages/web/.claude/skills/broken/SKILL.md");
    expect(run.stdout).toContain("name-differs-from-directory");
    expect(run.stdout).not.toMatch(/skills\/other|template/);
  });

  it("takes files, skills, directories of skills and projects", async () => {
    await world.write(".claude/skills/good/SKILL.md", GOOD);
    await world.write(".claude/skills/broken/SKILL.md", BROKEN);
    for (const path of [".claude/skills/good/SKILL.md", ".claude/skills/good"]) {
      expect(await skills("lint", path)).toMatchObject({
        exitCode: 0,
        stdout: "1 file checked: 0 errors, 0 warnings, 0 notes\n",
      });
    }
    for (const path of [".claude/skills", "."]) {
      const run = await skills("lint", path, "--format", "json");
      expect([run.exitCode, JSON.parse(run.stdout).files]).toEqual([1, 2]);
    }
  });

  it("refuses paths that lead to no skill with code 2", async () => {
    await world.write("notes.md", "Notes.\n");
    for (const path of ["nowhere", "notes.md", "."]) {
      const run = await skills("lint", path);
      expect([run.exitCode, run.stdout]).toEqual([2, ""]);
      expect(run.stderr).toContain("SKILL.md");
    }
    expect((await skills("lint", "--format", "xml")).exitCode).toBe(2);
  });

  it("speaks to GitHub and to code scanning, and holds to the standard on request", async () => {
    await world.write(".claude/skills/good/SKILL.md", GOOD.replace("---\n\n", "argument-hint: x\n---\n\n"));
    expect((await skills("lint")).exitCode).toBe(0);
    const github = await skills("lint", "--portable", "--format", "github");
    expect(github.exitCode).toBe(1);
    expect(github.stdout).toMatch(
      /^::error file=\.claude\/skills\/good\/SKILL\.md,line=4,col=1,title=portable-field::/,
    );
    const sarif = JSON.parse((await skills("lint", "--portable", "--format", "sarif")).stdout);
    expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: "portable-field", level: "error" });
  });

  it("knows links, patterns, tools and matchers of the real workspace, and executes nothing", async () => {
    await world.write("src/app.ts", "");
    await world.write(".claude/skills/good/reference.md", "");
    const fields = [
      "paths: [src/*.ts, lib/*.rb]",
      "allowed-tools: Read, Gerp",
      'hooks: { PreToolUse: [{ matcher: "(Edit", hooks: [{ command: touch hooked }] }] }',
    ];
    const body = "[a](reference.md) [b](none.md)\n\n!`touch ran`\n";
    await world.write(
      ".claude/skills/good/SKILL.md",
      GOOD.replace("---\n\nTidy.\n", `${fields.join("\n")}\n---\n${body}`),
    );
    const run = await skills("lint", "--format", "json", "--trust");
    const found = JSON.parse(run.stdout).diagnostics.map(({ code, line }: { code: string; line: number }) => [
      code,
      line,
    ]);
    expect(found).toEqual([
      ["paths-match-nothing", 4],
      ["unknown-tool", 5],
      ["invalid-hook-matcher", 6],
      ["missing-file", 8],
    ]);
    expect(existsSync(join(world.project, "ran")) || existsSync(join(world.project, "hooked"))).toBe(false);
  });
});

describe("the skills of the program", () => {
  it("pass without an error or a warning", async () => {
    const bundled = new URL("../../src/bundled/skills", import.meta.url).pathname;
    const run = await skills("lint", bundled);
    expect(run.stdout).toMatch(/^\d+ files checked: 0 errors, 0 warnings/);
    expect(run.exitCode).toBe(0);
  });
});

describe("skills new", () => {
  it("writes a skill that is found, passes every check, and is never overwritten", async () => {
    const made = await skills("new", "tidy", "--description", "Tidies files. Use when asked to tidy.");
    expect([made.exitCode, made.stdout]).toEqual([0, ".claude/skills/tidy/SKILL.md\n"]);
    const file = join(world.project, ".claude/skills/tidy/SKILL.md");
    const text = readFileSync(file, "utf8");
    expect(await skills("lint", "--portable")).toMatchObject({
      exitCode: 0,
      stdout: "1 file checked: 0 errors, 0 warnings, 0 notes\n",
    });
    expect((await skills("list")).stdout).toContain("tidy");
    const again = await skills("new", "tidy");
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toContain("exists already");
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(await readdir(join(world.project, ".claude/skills/tidy"))).toEqual(["SKILL.md"]);
  });

  it("--user writes into the home directory", async () => {
    expect((await skills("new", "mine", "--user")).exitCode).toBe(0);
    expect(existsSync(join(world.home, ".claude/skills/mine/SKILL.md"))).toBe(true);
    expect(existsSync(join(world.project, ".claude"))).toBe(false);
  });

  it("refuses illegal names with the rule, and writes nothing", async () => {
    for (const name of ["My_Skill", "../out", "a--b"]) {
      const run = await skills("new", name);
      expect(run.exitCode).toBe(2);
      expect(run.stderr).toContain("lower-case letters");
    }
    expect(existsSync(join(world.project, ".claude"))).toBe(false);
  });
});
