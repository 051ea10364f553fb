/** Requirement S9: skill files that come, change and go while a session runs, in a project that had none at its start. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createScriptedServer, type ScriptedServer } from "../../src/testing/index.ts";
import { createProgramWorld, type ProgramWorld, type RunningProgram } from "../support/program-world.ts";
import { allTexts } from "../support/scenario-run.ts";

const FILE = ".claude/skills/late/SKILL.md";
const MODEL = ["--model", "openai-compatible/scripted-model"];

let server: ScriptedServer;
let world: ProgramWorld;
beforeEach(async () => {
  server = await createScriptedServer();
  let answers = 0;
  server.setScript(() => {
    answers += 1;
    return { text: `answer ${answers}.` };
  });
  world = await createProgramWorld({ env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "test-key" } });
});
afterEach(async () => {
  await server.close();
  await world.dispose();
});

function say(running: RunningProgram, text: string): void {
  running.write(`${JSON.stringify({ type: "user", text })}\n`);
}

/** Resolves when all changes up to now have taken effect: a skill that is written after them was loaded. */
async function noticed(running: RunningProgram, mark: string): Promise<void> {
  await world.write(`.claude/skills/${mark}/SKILL.md`, `---\nname: ${mark}\ndescription: A mark\n---\nMark.\n`);
  await running.logged(new RegExp(`name=${mark} [\\s\\S]*registry loaded`));
}

/** The last message's reminder of skills, if it had one. */
function lastReminder(): string {
  const texts = allTexts(server.requests.at(-1)?.view);
  return texts.filter((text) => text.includes("<system-reminder>")).at(-1) ?? "";
}

it("takes effect in the running session, and the model is told what is new, changed and gone", async () => {
  const running = world.start(["-p", "--input-format", "stream-json", "--debug", ...MODEL]);
  await running.logged(/skill: watching roots=\d/);
  say(running, "first");
  await running.printed("answer 1.");

  await world.write(FILE, "---\nname: late\ndescription: Comes late\n---\nBetter late: $ARGUMENTS\n");
  await running.logged(/name=late [\s\S]*registry loaded/);
  say(running, "/late than never");
  await running.printed("answer 2.");
  expect(lastReminder()).toContain("- late: Comes late");
  expect(allTexts(server.requests.at(-1)?.view).join("\n")).toContain("Better late: than never");

  await world.write(FILE, "---\nname: late\ndescription: Comes later\n---\nBetter.\n");
  await noticed(running, "mark-one");
  say(running, "third");
  await running.printed("answer 3.");
  expect(lastReminder()).toContain("- late: Comes later");

  await rm(join(world.project, ".claude"), { recursive: true });
  await noticed(running, "mark-two");
  say(running, "fourth");
  await running.printed("answer 4.");
  expect(lastReminder()).toMatch(/no longer available:\n\n- late/);

  running.endInput();
  expect((await running.ended).exitCode).toBe(0);
});

it("takes a plugin that comes, and settings that switch another one on and off", async () => {
  const inHome = (path: string, text: string) => world.write(`../home/${path}`, text);
  const skill = (name: string) => `---\nname: ${name}\ndescription: From a plugin\n---\nDo it.\n`;
  await inHome(".claude/plugins/cache/acme/kit/1.0.0/skills/tool/SKILL.md", skill("tool"));
  const running = world.start(["-p", "--input-format", "stream-json", "--debug", ...MODEL]);
  await running.logged(/skill: watching roots=\d/);
  say(running, "first");
  await running.printed("answer 1.");
  expect(lastReminder()).not.toContain("kit:tool");

  await inHome(".claude/plugins/demo/skills/format/SKILL.md", skill("format"));
  await running.logged(/name=format [\s\S]*registry loaded/);
  await world.write("../skillful-home/settings.json", JSON.stringify({ enabledPlugins: { "kit@acme": true } }));
  await running.logged(/name=tool [\s\S]*registry loaded/);
  say(running, "second");
  await running.printed("answer 2.");
  expect(lastReminder()).toMatch(/- demo:format: From a plugin\n- kit:tool: From a plugin/);

  running.endInput();
  expect((await running.ended).exitCode).toBe(0);
});

it("is off for a single prompt", async () => {
  const { stdout, stderr } = await world.run(["-p", "first", "--debug", ...MODEL]);
  expect(stdout).toBe("answer 1.\n");
  expect(stderr).toContain("registry loaded");
  expect(stderr).not.toContain("skill: watching");
});
