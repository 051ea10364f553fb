/** Requirement L10: uses are counted across processes, and rank what a person is offered. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openScenario, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario;
beforeEach(async () => {
  scenario = await openScenario();
  scenario.server.setScript(() => ({ text: "done" }));
});
afterEach(() => scenario.dispose());

const print = (message: string, ...args: string[]) =>
  scenario.project.run(["-p", message, "--model", "openai-compatible/scripted-model", ...args]);

const usageFile = () => join(scenario.project.skillfulHome, "usage.json");

/** Skill names as `/skills` lists them. */
async function listed(): Promise<readonly string[]> {
  const { stdout } = await print("/skills");
  return [...stdout.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name ?? "");
}

it("counts the uses of processes that run at once, and ranks `/skills` by them", async () => {
  const before = await listed();
  expect(before.indexOf("with-vars")).toBeGreaterThan(0);
  const runs = await Promise.all([print("/with-vars a"), print("/with-vars b"), print("/hello Ada")]);
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);

  const { skills } = JSON.parse(await readFile(usageFile(), "utf8")) as { readonly skills: readonly unknown[][] };
  const weights = new Map(skills.map(([name, weight]) => [name, weight as number]));
  expect([...weights.keys()].sort()).toEqual(["greet", "with-vars"]);
  expect(weights.get("with-vars")).toBeGreaterThan(1.99);

  const after = await listed();
  expect(after.slice(0, 2)).toEqual(["with-vars", "greet"]);
  expect([...after].sort()).toEqual([...before].sort());
});

it("runs skills as well when the counts cannot be kept", async () => {
  await mkdir(join(usageFile(), "in-the-way"), { recursive: true });
  const { stdout, stderr, exitCode } = await print("/greet Ada", "--debug");
  expect({ stdout, exitCode }).toEqual({ stdout: "done\n", exitCode: 0 });
  expect(stderr.match(/WARN skill: use counts are not kept/g)).toHaveLength(1);
});

it("writes nothing when no skill was used", async () => {
  await print("hello");
  await expect(readFile(usageFile())).rejects.toMatchObject({ code: "ENOENT" });
});
