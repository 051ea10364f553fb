/** Requirement L11: more skills than the list can name. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createScriptedServer, type ScriptedServer } from "../../src/testing/index.ts";
import { createProgramWorld, type ProgramWorld } from "../support/program-world.ts";
import { allTexts, listings } from "../support/scenario-run.ts";

let server: ScriptedServer;
let world: ProgramWorld;
beforeEach(async () => {
  server = await createScriptedServer();
  world = await createProgramWorld({ env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "test-key" } });
  const settings = { skills: { bundled: false }, listing: { budget: 300 } };
  await writeFile(join(world.skillfulHome, "settings.json"), JSON.stringify(settings));
  for (let index = 100; index < 130; index += 1) await writeSkill(".", `task-${index}`, `Does task ${index}`);
  await writeSkill("packages/web", "ship", "Ships the web package");
  await writeSkill("packages/api", "ship", "Ships the api package");
  await world.write("packages/api/x.ts", "export const x = 1;\n");
});
afterEach(async () => {
  await server.close();
  await world.dispose();
});

const writeSkill = (directory: string, name: string, description: string) =>
  world.write(
    `${directory}/.claude/skills/${name}/SKILL.md`,
    `---\ndescription: ${description}\n---\nBody of ${name}.\n`,
  );

const print = (text: string, cwd = world.project) =>
  world.run(["-p", text, "--model", "openai-compatible/scripted-model"], { cwd });

/** What follows a line of the list's name, from the first list of a request. */
const listed = (request: number): readonly string[] =>
  [...(listings(server.requests[request]?.view)[0] ?? "").matchAll(/^- (\S+)$/gm)].map(([, name = ""]) => name);

it("names the nearest to the working directory, keeps to the budget, and lets all be found and called", async () => {
  server.setScript([
    { toolCalls: [{ name: "Skill", input: { search: "task 129" } }] },
    { toolCalls: [{ name: "Skill", input: { skill: "task-129" } }] },
    { text: "done" },
  ]);
  const run = await print("do it", join(world.project, "packages/web"));
  expect({ stdout: run.stdout, exitCode: run.exitCode }).toEqual({ stdout: "done\n", exitCode: 0 });
  const [list = ""] = listings(server.requests[0]?.view);
  expect(listed(0)).toContain("ship");
  expect(listed(0)).not.toContain("task-129");
  expect(list.length).toBeLessThanOrEqual(300);
  expect(list).toMatch(/… and \d+ more: call one by its name, or find it with \{"search": "…"\}/);
  expect(allTexts(server.requests[1]?.view).at(-1)).toMatch(
    /^Skills that fit, best first:\n\n- task-129: Does task 129$/m,
  );
  expect(allTexts(server.requests[2]?.view).join("\n")).toContain("Body of task-129.");
});

it("finds first what is near the files just read", async () => {
  await writeSkill(".", "ship", "Ships the root package");
  const search = { toolCalls: [{ name: "Skill", input: { search: "ship package" } }] };
  server.setScript([
    search,
    { toolCalls: [{ name: "Read", input: { file_path: "packages/api/x.ts" } }] },
    search,
    { text: "done" },
  ]);
  await print("look");
  const found = (request: number) =>
    [...(allTexts(server.requests[request]?.view).at(-1) ?? "").matchAll(/^- (.*): Ships/gm)].map(([, name]) => name);
  expect(found(1)).toEqual(["ship"]);
  expect(found(3)).toEqual(["packages/api:ship", "ship"]);
});
