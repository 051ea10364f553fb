/** `skillful skills list | show | explain`: complete, exact for programs, and without a model or a side effect. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openScenario, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario;
beforeEach(async () => {
  scenario = await openScenario();
});
afterEach(async () => {
  // Whatever was asked for, no model was.
  expect(scenario.server.requests).toEqual([]);
  expect(scenario.server.otherRequests).toEqual([]);
  await scenario.dispose();
});

const skills = (...args: string[]) => scenario.project.run(["skills", ...args]);
const json = async (...args: string[]) => JSON.parse((await skills(...args, "--json")).stdout);

describe("skills list", () => {
  it("has the documented JSON shape", async () => {
    const listed = await json("list");
    expect(Object.keys(listed)).toEqual(["skills", "diagnostics"]);
    const names = listed.skills.map(({ name }: { name: string }) => name).sort();
    expect(names).toEqual(["greet", "react-helper", "review", "secret-internal", "with-vars"]);
    const greet = listed.skills.find(({ name }: { name: string }) => name === "greet");
    expect(greet).toEqual({
      name: "greet",
      qualifiedName: "project:greet",
      source: "project",
      path: join(scenario.project.project, ".claude/skills/greet/SKILL.md"),
      description: "Greets somebody by name",
      state: "active",
      invocable: { user: true, model: true },
      paths: [],
      aliases: ["hello", "hi"],
    });
    expect(listed.skills.find(({ name }: { name: string }) => name === "react-helper")).toMatchObject({
      state: "waiting",
      paths: ["src/**/*.tsx", "src/**/*.jsx", "components/**/*.tsx"],
    });
  });

  it("with --all every file that was found is in one of the two lists", async () => {
    await scenario.project.writeUserSkill("greet", "---\nname: greet\ndescription: Mine\n---\nMine.\n");
    await scenario.project.writeSkill("broken", "---\nname: broken\ndescription: never closed\n");
    await scenario.project.writeSettings({ skills: { overrides: { "with-vars": "off" } } });
    const listed = await json("list", "--all");
    const found = [...listed.skills, ...listed.diagnostics].map(({ path }: { path: string }) => path);
    for (const name of ["greet", "with-vars", "review", "secret-internal", "react-helper", "broken"]) {
      expect(found).toContain(join(scenario.project.project, `.claude/skills/${name}/SKILL.md`));
    }
    const state = (qualified: string) =>
      listed.skills.find(({ qualifiedName }: { qualifiedName: string }) => qualifiedName === qualified);
    expect(state("user:greet")).toMatchObject({ state: "shadowed", shadowedBy: "project:greet" });
    expect(state("project:with-vars")).toMatchObject({ state: "disabled" });
    expect(listed.diagnostics).toContainEqual(
      expect.objectContaining({ code: "unclosed-frontmatter", severity: "error", line: expect.any(Number) }),
    );
  });

  it("is readable, with the problems and their frames on standard error", async () => {
    await scenario.project.writeSkill("broken", "---\nname: broken\ndescription: [open\n---\nBody.\n");
    const { stdout, stderr, exitCode } = await skills();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^project\n/);
    expect(stdout).toMatch(/ {2}greet +active +Greets somebody by name\n/);
    expect(stdout).toMatch(/ {2}react-helper +waiting +wakes when a file matches src\/\*\*\/\*\.tsx, /);
    expect(stdout).toMatch(/ {2}secret-internal +active +nobody can call it/);
    expect(stderr).toContain(".claude/skills/broken/SKILL.md:3");
    expect(stderr).toContain("description: [open");
  });
});

describe("skills show", () => {
  it("shows what the model would be given", async () => {
    const { stdout, exitCode } = await skills("show", "hello", "Alice", "and", "Bob");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Hello, Alice and Bob! Welcome to Skillful.");
    expect(stdout).toContain("/greet [name]");
    const shown = await json("show", "react-helper", "add a button");
    expect(shown).toMatchObject({
      qualifiedName: "project:react-helper",
      state: "waiting",
      fields: { paths: ["src/**/*.tsx", "src/**/*.jsx", "components/**/*.tsx"], context: "inline" },
      permission: { decision: "allow" },
      commands: [],
    });
    expect(shown.text).toContain("Current task: add a button");
  });

  it("runs no command, also where the workspace is trusted", async () => {
    await scenario.project.writeSkill("danger", "---\nname: danger\ndescription: d\n---\nNow: !`touch made-by-show`\n");
    const { stdout } = await skills("show", "danger", "--trust", "--permission-mode", "bypass");
    expect(stdout).toContain("!`touch made-by-show`");
    expect(stdout).toMatch(/permission +ask/);
    expect(existsSync(join(scenario.project.project, "made-by-show"))).toBe(false);
  });

  it("suggests near names and fails for one that does not exist", async () => {
    const { stdout, stderr, exitCode } = await skills("show", "gret");
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toBe("error: there is no skill gret\n  did you mean greet?\n");
  });
});

describe("skills explain", () => {
  it("says of a path what it wakes, pattern by pattern", async () => {
    const { stdout } = await skills("explain", "src/button.tsx");
    expect(stdout).toContain("react-helper");
    expect(stdout).toContain("src/**/*.tsx");
    const explained = await json("explain", "main.go");
    expect(explained).toMatchObject({ kind: "path", relativePath: "main.go" });
    expect(explained.skills).toMatchObject([{ skill: { name: "react-helper" }, state: "waiting" }]);
  });

  it("says of a name why it is or is not at hand", async () => {
    expect((await skills("explain", "secret-internal")).stdout).toContain("secret-internal");
    expect(await json("explain", "/hello")).toMatchObject({
      kind: "name",
      skills: [{ skill: { name: "greet" }, state: "active", isListed: true }],
    });
  });

  it("says of a skill that was refused where the mistake is, and fails", async () => {
    const path = join(scenario.project.project, ".claude/skills/torn/SKILL.md");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '---\nname: torn\ndescription: "open\n---\nText\n');
    const { stdout, exitCode } = await skills("explain", "/torn");
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`not loaded: ${path}\n  line 3, column 14: `);
    expect((await skills("explain", "torn", "--json")).stdout).toContain('"code": "invalid-yaml"');
  });

  it("says of a path which skills stay out because git ignores their directory", async () => {
    const { project } = scenario.project;
    execFileSync("git", ["init", "-q"], { cwd: project, env: { PATH: process.env.PATH, HOME: scenario.project.home } });
    const root = join(project, "vendor/dep/.claude/skills");
    mkdirSync(join(root, "inner"), { recursive: true });
    writeFileSync(join(root, "inner/SKILL.md"), "---\ndescription: Never loaded.\n---\nText\n");
    writeFileSync(join(project, ".gitignore"), "vendor/\n");
    const { stdout } = await skills("explain", "vendor/dep/main.go");
    expect(stdout).toContain(`not loaded: ${root}\n  git ignores the directory that holds it\n`);
    expect(stdout).not.toContain("inner");
    expect(await json("explain", "vendor/dep/main.go")).toMatchObject({ nestedRoots: [], gitIgnoredRoots: [root] });
    rmSync(join(project, ".gitignore"));
    expect(await json("explain", "vendor/dep/main.go")).toMatchObject({ nestedRoots: [root], gitIgnoredRoots: [] });
  });

  it("fails for a name that does not exist", async () => {
    const { stderr, exitCode } = await skills("explain", "reviw");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("did you mean review?");
  });
});
