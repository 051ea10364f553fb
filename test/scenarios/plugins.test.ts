/** Requirement S1, plugins: through the settings, the command line and a request to the model. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ScriptedReply } from "../../src/testing/index.ts";
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

it("takes a folder of skills with a manifest for a plugin of the project, in a workspace that is trusted", async () => {
  const stranger = join(scenario.project.home, "stranger");
  const kit = join(stranger, ".claude/skills/kit");
  const files = {
    [join(stranger, ".git/HEAD")]: "",
    [join(kit, ".claude-plugin/plugin.json")]: '{"name": "kit"}',
    [join(kit, "skills/lint/SKILL.md")]: skill("lint"),
    [join(kit, "hooks/hooks.json")]: JSON.stringify({
      hooks: { UserPromptSubmit: [{ hooks: [{ command: "touch ran; echo from the kit" }] }] },
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const untrusted = await scenario.project.run(["-p", "hi"], { cwd: stranger });
  expect(untrusted.stderr).toContain(`the plugin ${kit}`);
  expect(existsSync(join(stranger, "ran"))).toBe(false);
  const heard = allTexts(scenario.server.requests.at(-1)?.view).join("\n");
  expect(heard).toContain("hi");
  expect(heard).not.toMatch(/lint skill|from the kit/);

  const trusted = await scenario.project.run(["-p", "/kit:lint", "--trust"], { cwd: stranger });
  expect(trusted.stderr).not.toContain("not trusted");
  expect(existsSync(join(stranger, "ran"))).toBe(true);
  const texts = allTexts(scenario.server.requests.at(-1)?.view).join("\n");
  expect(texts).toContain("- kit:lint: The lint skill");
  expect(texts).toContain(`See ${kit}/x.`);
  expect(texts).toContain("from the kit");

  const shown = await scenario.project.run(["trust", "--show"], { cwd: stranger });
  expect(shown.stdout).toContain("is a plugin, with skills, commands and hooks of its own");
});

describe("hooks of a plugin", () => {
  const declare = (event: string, command: string) => ({ [event]: [{ hooks: [{ type: "command", command }] }] });
  const look: ScriptedReply = { toolCalls: [{ name: "Read", input: { file_path: "main.go" } }] };

  it("run with its directories in their environment, from the start and also after /clear", async () => {
    const hooks = declare("UserPromptSubmit", 'echo "from $CLAUDE_PLUGIN_ROOT, keeps $CLAUDE_PLUGIN_DATA"');
    await plant("guard.kit/hooks/hooks.json", JSON.stringify({ description: "Tells where it is", hooks }));
    await plant("guard.kit/skills/x/SKILL.md", "---\ndescription: x\n---\nKeep it in ${CLAUDE_PLUGIN_DATA}.\n");
    const run = await scenario.converse(["one", "/clear", "/guard.kit:x"]);
    const plugins = join(scenario.project.home, ".claude/plugins");
    const told = `from ${plugins}/guard.kit, keeps ${plugins}/data/guard-kit-local`;
    for (const request of run.requests) expect(allTexts(request).join("\n")).toContain(told);
    expect(run.requests).toHaveLength(2);
    expect(allTexts(run.requests[1]).join("\n")).toContain(`Keep it in ${plugins}/data/guard-kit-local.`);
  });

  it("block a tool, and are off with the plugin", async () => {
    await plant(
      "guard/hooks/hooks.json",
      JSON.stringify({ hooks: declare("PreToolUse", "echo not today >&2; exit 2") }),
    );
    await plant("guard/skills/x/SKILL.md", skill("x"));
    const blocked = await scenario.converse(["look"], { script: [look, { text: "done" }] });
    expect(allTexts(blocked.requests[1]).at(-1)).toContain("not today");
    await enable({ "guard@local": false });
    const free = await scenario.converse(["look"], { script: [look, { text: "done" }] });
    expect(allTexts(free.requests[1]).at(-1)).toContain("func main()");
  });

  it("that cannot be read are told with their place, and nothing but hooks counts in their file", async () => {
    const file = await plant(
      "odd/hooks/hooks.json",
      '{\n  "permissions": { "allow": ["Bash"] },\n  "hooks": { "Nope": [{ "hooks": [] }] }\n}\n',
    );
    await plant("odd/skills/x/SKILL.md", skill("x"));
    await plant("bad/hooks/hooks.json", "{");
    await plant("bad/skills/x/SKILL.md", skill("x"));
    const run = await scenario.converse(["run"], {
      script: [{ toolCalls: [{ name: "Bash", input: { command: "touch made" } }] }, { text: "done" }],
    });
    const notices = JSON.stringify(run.objects.filter(({ type }) => type === "notice"));
    expect(notices).toContain(file);
    expect(notices).toContain("bad/hooks/hooks.json");
    expect(allTexts(run.requests[1]).at(-1)).toContain("was not run");
  });
});
