/** Requirement S1, plugins: through the settings, the command line and a request to the model. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { allTexts, openScenario, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario;
beforeEach(async () => {
  scenario = await openScenario();
  scenario.server.setScript(() => ({ text: "done" }));
});
afterEach(() => scenario.dispose());

/** Writes below `~/.claude/plugins`; returns the path. */
async function plant(path: string, text: string): Promise<string> {
  const target = join(scenario.project.home, ".claude/plugins", path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
  return target;
}

async function enable(enabledPlugins: Readonly<Record<string, boolean>>): Promise<void> {
  const { skillfulHome } = scenario.project;
  await writeFile(join(skillfulHome, "settings.json"), JSON.stringify({ enabledPlugins }));
}

const skill = (name: string) =>
  `---\nname: ${name}\ndescription: The ${name} skill\n---\nSee \${CLAUDE_PLUGIN_ROOT}/x.\n`;

it("offers installed plugins that settings switch on, by their qualified names", async () => {
  await plant("cache/acme/kit/1.0.0/skills/lint/SKILL.md", skill("lint"));
  await plant("cache/acme/other/1.0.0/skills/hide/SKILL.md", skill("hide"));
  await enable({ "kit@acme": true });
  const run = await scenario.converse(["/kit:lint"]);
  const texts = allTexts(run.requests[0]).join("\n");
  expect(texts).toContain("- kit:lint: The lint skill");
  expect(texts).not.toContain("other:hide");
  expect(texts).toContain(`See ${join(scenario.project.home, ".claude/plugins/cache/acme/kit/1.0.0")}/x.`);
});

it("does not let a workspace that is not trusted switch a plugin on, but off", async () => {
  await plant("cache/acme/kit/1.0.0/skills/lint/SKILL.md", skill("lint"));
  await plant("local-kit/skills/format/SKILL.md", skill("format"));
  const settings = { enabledPlugins: { "kit@acme": true, "local-kit@local": false } };
  const stranger = join(scenario.project.home, "stranger");
  await mkdir(join(stranger, ".git"), { recursive: true });
  await mkdir(join(stranger, ".skillful"));
  await writeFile(join(stranger, ".skillful/settings.json"), JSON.stringify(settings));
  const list = async (cwd: string) => (await scenario.project.run(["skills", "list"], { cwd })).stdout;
  const untrusted = await list(stranger);
  expect(untrusted).not.toContain("kit:lint");
  expect(untrusted).not.toContain("local-kit:format");
  const trusted = await scenario.project.run(["skills", "list", "--trust"], { cwd: stranger });
  expect(trusted.stdout).toContain("kit:lint");
});

it("points at the mistake in a broken manifest and loads every other plugin", async () => {
  const broken = await plant("bad/.claude-plugin/plugin.json", '{\n  "name": "bad",\n}\n');
  await plant("bad/skills/x/SKILL.md", skill("x"));
  await plant("good/skills/lint/SKILL.md", skill("lint"));
  const { stdout, stderr } = await scenario.project.run(["skills", "list"]);
  expect(stdout).toContain("good:lint");
  expect(stdout + stderr).toContain(`${broken}:3:1`);
});
