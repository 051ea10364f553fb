/** `skillful doctor`: what holds here, where it comes from, what is wrong; and nothing runs. */
import { readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openScenario, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario;
beforeEach(async () => {
  scenario = await openScenario();
});
afterEach(async () => {
  await scenario.dispose();
});

const MODEL = ["--model", "openai-compatible/scripted-model"];

it("shows every part, says that all is well, runs nothing of a trusted workspace and asks no model", async () => {
  const { project, server } = scenario;
  const touch = [{ hooks: [{ command: "touch hook-ran" }] }];
  await project.write(
    ".skillful/settings.json",
    JSON.stringify({ permissions: { allow: ["Bash(npm test)"] }, hooks: { SessionStart: touch, SessionEnd: touch } }),
  );
  await project.writeSkill("now", "---\nname: now\ndescription: d\n---\n!`touch command-ran`\n");
  const before = (await readdir(project.project)).sort();
  const run = await project.run(["doctor", ...MODEL]);
  expect(run.stderr).toBe("");
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toMatch(/^Skillful \d+\.\d+\.\d+, Node v\d+/);
  expect(run.stdout).toContain(
    `workspace    ${project.project} (trusted: ${project.skillfulHome}/trust.json lists it)`,
  );
  expect(run.stdout).toContain(
    'model        openai-compatible/scripted-model: the setting model is "openai-compatible/scripted-model" (the command line)',
  );
  expect(run.stdout).toContain("key from OPENAI_API_KEY");
  expect(run.stdout).not.toContain("test-key");
  expect(run.stdout).toContain("permissions  mode default");
  expect(run.stdout).toMatch(/shell {8}\S+sh\n/);
  expect(run.stdout).toMatch(/sandbox {6}\S/);
  expect(run.stdout).toContain("skills       project 5 active, 1 waiting");
  expect(run.stdout).toMatch(/listing {6}\d+ of 8,000 characters for 4 skills\n/);
  expect(run.stdout).toContain(`state        ${project.skillfulHome} (SKILLFUL_HOME)`);
  expect(run.stdout).toMatch(/permissions\.allow +Bash\(npm test\) \(\.skillful\/settings\.json:1\)/);
  expect(run.stdout).toMatch(/SessionStart +command touch hook-ran \(\.skillful\/settings\.json:1\)/);
  expect(run.stdout).toMatch(/All is well\.\n$/);
  expect((await readdir(project.project)).sort()).toEqual(before);
  expect(server.requests).toEqual([]);
});

it("says what is ignored in a workspace that is not trusted, and what --trust would change", async () => {
  const { project } = scenario;
  await writeFile(join(project.skillfulHome, "trust.json"), '{"version":1,"trusted":[]}');
  await project.write(".skillful/settings.json", '{\n  "permissions": { "allow": ["Bash(npm test)"] }\n}\n');
  const wary = await project.run(["doctor", ...MODEL]);
  expect(wary.stdout).toContain("Bash(npm test) (.skillful/settings.json:2): the workspace is not trusted");
  expect(wary.exitCode).toBe(0);
  const trusting = await project.run(["doctor", "--trust", ...MODEL]);
  expect(trusting.stdout).toContain("(trusted: for this run)");
  expect(trusting.stdout).not.toContain("Ignored");
});

it("prints everything else when a settings file is broken, points at the mistake, and exits with 1", async () => {
  const { project } = scenario;
  await project.write(".skillful/settings.json", '{\n  "model": "demo",,\n}\n');
  const run = await project.run(["doctor", ...MODEL]);
  expect(run.exitCode).toBe(1);
  expect(run.stdout).toContain("skills       project 4 active, 1 waiting");
  expect(run.stdout).toContain(".skillful/settings.json:2:");
  expect(run.stdout).toContain("settings-syntax");
  expect(run.stdout).toMatch(/\n1 error\n$/);
  const session = await project.run(["-p", "hello", ...MODEL]);
  expect(session.exitCode).not.toBe(0);
});

it("looks at the directory that --cwd names, and exits with 2 where there is none", async () => {
  const { project } = scenario;
  const run = await project.run(["doctor", "--cwd", project.project, "--json", ...MODEL], { cwd: project.home });
  expect(JSON.parse(run.stdout)).toMatchObject({ ok: true, workspace: { cwd: project.project } });
  expect((await project.run(["doctor", "--cwd", "nowhere"])).exitCode).toBe(2);
});

it("says the same to /doctor, which asks no model either", async () => {
  const { project } = scenario;
  await project.write(".skillful/settings.local.json", '{ "permissions": { "allow": ["Bash(npm test)"] } }');
  const run = await scenario.converse(["/doctor"], { args: ["--allow", "Bash(ls)"] });
  const [notice] = run.objects.filter(({ type }) => type === "notice").map(({ message }) => String(message));
  expect(notice).toMatch(/^Skillful \d/);
  expect(notice).toContain("Bash(ls) (the command line)");
  expect(notice).toContain("Bash(npm test) (.skillful/settings.local.json:1)");
  expect(notice).toContain("All is well.");
  expect(run.requests).toEqual([]);
});

it("prints with --json the object that the documentation describes, and the same verdict", async () => {
  const { project } = scenario;
  const run = await project.run(["doctor", "--json", ...MODEL]);
  const report = JSON.parse(run.stdout) as Readonly<Record<string, unknown>>;
  const documentation = readFileSync(fileURLToPath(new URL("../../docs/doctor.md", import.meta.url)), "utf8");
  const documented = [...documentation.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(Object.keys(report).sort()).toEqual(documented.sort());
  expect(report).toMatchObject({ ok: true, permissionMode: "default", model: { kind: "chosen" }, problems: [] });

  const unusable = await project.run(["doctor", "--json", "--model", "anthropic/x"]);
  expect(unusable.exitCode).toBe(1);
  expect(JSON.parse(unusable.stdout)).toMatchObject({
    ok: false,
    model: { kind: "unusable", message: expect.stringContaining("ANTHROPIC_API_KEY is not set") },
    problems: [{ code: "model-unusable", severity: "error" }],
  });
});
