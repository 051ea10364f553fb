import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AgentOptions } from "./agent-options.ts";
import { loadSetupReport } from "./load-setup-report.ts";
import type { SetupReport } from "./setup-report.ts";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "skillful-setup-")));
  await mkdir(at("project/.git"), { recursive: true });
  await mkdir(at("home"));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const at = (path: string) => join(root, path);

async function write(path: string, content: unknown): Promise<string> {
  const text = typeof content === "string" ? content : JSON.stringify(content, undefined, 2);
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), text);
  return at(path);
}

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
});

function load(options: AgentOptions & { readonly variables?: Record<string, string> } = {}): Promise<SetupReport> {
  const { variables, ...rest } = options;
  return loadSetupReport({
    cwd: at("project"),
    env: {
      PATH: process.env.PATH,
      HOME: at("home"),
      SKILLFUL_HOME: at("state"),
      SKILLFUL_MANAGED_DIR: at("managed"),
      ...variables,
    },
    fetch: async (input) => {
      asked.push(String(input));
      throw new TypeError("nobody answers");
    },
    ...rest,
  });
}

const rows = (report: SetupReport) =>
  report.settings.effective
    .filter(({ level }) => level !== "default")
    .map(({ key, name, value, origin }) => [name === undefined ? key : `${key}.${name}`, value, origin]);

describe("settings", () => {
  it("have the file and line that they come from, each entry of a list its own", async () => {
    const managed = await write("managed/settings.json", { permissions: { deny: ["Read(.env)"] } });
    const user = await write("state/settings.json", { effort: "low", permissions: { allow: ["Bash(a)", "Bash(b)"] } });
    const local = await write("project/.skillful/settings.local.json", { maxSteps: 7 });
    const report = await load({ trusted: true, allow: ["Bash(c)"], settings: ['{"effort":"high"}'] });
    expect(rows(report)).toEqual([
      ["effort", "high", "--settings"],
      ["maxSteps", 7, `${local}:2`],
      ["permissions.allow", "Bash(c)", "the command line"],
      ["permissions.allow", "Bash(a)", `${user}:5`],
      ["permissions.allow", "Bash(b)", `${user}:6`],
      ["permissions.deny", "Read(.env)", `${managed}:4`],
    ]);
    expect(report.settings.files).toEqual([managed, local, user]);
    expect(report.settings.ignored).toEqual([
      { key: "effort", value: "low", level: "user", origin: `${user}:2`, why: "overridden", by: "--settings" },
    ]);
  });

  it("that are not set have their defaults", async () => {
    const { settings } = await load();
    const defaults = Object.fromEntries(settings.effective.map(({ key, value }) => [key, value]));
    expect(settings.effective.every(({ level, origin }) => level === "default" && origin === "default")).toBe(true);
    expect(defaults).toMatchObject({
      maxSteps: 50,
      "permissions.defaultMode": "default",
      "skills.bundled": true,
      "listing.maxDescriptionChars": 250,
    });
  });

  it("say why they are ignored", async () => {
    const user = await write("state/settings.json", { permissions: { deny: ["Bash(x)"] } });
    const project = await write("project/.skillful/settings.json", {
      permissions: { allow: ["Bash(a)"], deny: ["Bash(x)"] },
      sandbox: { mode: "off" },
    });
    const ignored = async (options: AgentOptions) =>
      (await load(options)).settings.ignored.map(({ key, value, why, by }) => [key, value, why, by]);
    const always = [
      ["sandbox.mode", "off", "personal", undefined],
      ["permissions.deny", "Bash(x)", "repeated", `${project}:7`],
    ];
    expect(await ignored({})).toEqual([["permissions.allow", "Bash(a)", "untrusted", undefined], ...always]);
    expect(await ignored({ trusted: true })).toEqual(always);
    expect(user).toContain("state");
  });

  it("never show what may be secret", async () => {
    await write("state/settings.json", {
      env: { MY_TOKEN: "secret-1", ANTHROPIC_API_KEY: "secret-2" },
      providers: { mine: { baseUrl: "https://me:secret-3@example.test/v1?key=secret-4", apiKeyEnv: "MY_TOKEN" } },
      hooks: {
        Stop: [
          { hooks: [{ type: "http", url: "https://u:secret-5@127.0.0.1/x?t=secret-6", headers: { A: "secret-7" } }] },
        ],
      },
    });
    const report = await load({ variables: { OPENAI_API_KEY: "secret-8" } });
    expect(JSON.stringify(report)).not.toContain("secret-");
    expect(report.model).toMatchObject({ kind: "chosen", keyVariable: "ANTHROPIC_API_KEY" });
    expect(rows(report)).toContainEqual(["env.MY_TOKEN", "(hidden)", expect.stringContaining("settings.json:3")]);
    expect(report.hooks).toMatchObject([{ event: "Stop", type: "http", runs: "https://127.0.0.1/x" }]);

    await write("state/settings.json", '{\n  "env": { "MY_TOKEN": "secret-9",, }\n}\n');
    const broken = await load();
    expect(broken.problems).toMatchObject([{ code: "settings-syntax", line: 2 }]);
    expect(JSON.stringify(broken)).not.toContain("secret-");
  });
});

describe("the model", () => {
  const model = async (options: Parameters<typeof load>[0] = {}) => (await load(options)).model;

  it("says what chose it, and asks no server for a name that says enough", async () => {
    const user = await write("state/settings.json", { model: "haiku" });
    expect(await model({ variables: { ANTHROPIC_API_KEY: "k" } })).toMatchObject({
      id: expect.stringMatching(/^anthropic\/claude-haiku/),
      because: `the setting model is "haiku" (${user}:2), and ANTHROPIC_API_KEY is set`,
      address: "https://api.anthropic.com/v1",
      keyVariable: "ANTHROPIC_API_KEY",
    });
    expect(await model({ model: "demo" })).toEqual({
      kind: "chosen",
      id: "demo",
      because: 'the setting model is "demo" (the command line)',
    });
    expect(asked).toEqual([]);
  });

  it("without a name is the first that can be used", async () => {
    expect(await model({ variables: { GEMINI_API_KEY: "k" } })).toMatchObject({ because: "GEMINI_API_KEY is set" });
    expect(await model()).toMatchObject({ id: "demo", because: "no key is set, and no local server answers" });
    expect(asked).toEqual(["http://127.0.0.1:11434/v1/models"]);
  });

  it("that cannot be used is a problem, and the rest is there", async () => {
    const user = await write("state/settings.json", { model: "openai/gpt-6-luna" });
    const report = await load();
    expect(report.model).toMatchObject({
      kind: "unusable",
      message: expect.stringContaining("OPENAI_API_KEY is not set"),
    });
    expect(report.problems).toMatchObject([{ code: "model-unusable", severity: "error", path: user, line: 2 }]);
    expect(report.skills).toEqual([{ source: "bundled", states: { active: 6 } }]);
  });
});

describe("the rest", () => {
  it("says who trusts the workspace, and where things are", async () => {
    expect((await load()).workspace).toMatchObject({ root: at("project"), trusted: false });
    expect((await load({ trusted: true })).workspace).toMatchObject({ trusted: true, because: "for this run" });
    await write("state/trust.json", { version: 1, trusted: [root] });
    expect((await load({ trusted: false })).workspace).toMatchObject({ trusted: false, because: "for this run" });
    const report = await load();
    expect(report.workspace).toMatchObject({ trusted: true, because: `${at("state")}/trust.json lists it` });
    expect(report.places.state).toEqual({ path: at("state"), origin: "SKILLFUL_HOME" });
    expect(report.shell).toMatch(/sh$/);
    expect(report.sandbox.text).not.toBe("");
  });

  it("counts skills and what their list takes, with what does not fit", async () => {
    const skill = (name: string, fields = "") =>
      `---\nname: ${name}\ndescription: ${"d".repeat(200)}\n${fields}---\nBody.\n`;
    await write("project/.claude/skills/one/SKILL.md", skill("one"));
    await write("project/.claude/skills/two/SKILL.md", skill("two", "paths: '*.ts'\n"));
    await write("home/.claude/skills/three/SKILL.md", skill("three"));
    await write("home/.claude/skills/four/SKILL.md", "---\nname: [\n---\n");
    await write("state/settings.json", { skills: { bundled: false }, listing: { budget: 100 } });
    const report = await load();
    expect(report.skills).toEqual([
      { source: "project", states: { active: 1, waiting: 1 } },
      { source: "user", states: { active: 1 } },
    ]);
    expect(report.listing).toMatchObject({ budget: 100, skills: 2, cut: { shortened: 2, unlisted: 0 } });
    expect(report.listing.used).toBeGreaterThan(80);
    expect(report.listing.used).toBeLessThanOrEqual(100);
    expect(report.problems).toMatchObject([{ severity: "error", path: at("home/.claude/skills/four/SKILL.md") }]);
  });

  it("lists the hooks that are in force, not those of events that do not exist", async () => {
    const user = await write("state/settings.json", {
      hooks: {
        PreToolUse: [{ matcher: "Write", hooks: [{ command: "check" }] }],
        Nothing: [{ hooks: [{ command: "x" }] }],
      },
    });
    await write("project/.skillful/settings.json", { hooks: { Stop: [{ hooks: [{ command: "theirs" }] }] } });
    const report = await load();
    expect(report.hooks).toEqual([
      { event: "PreToolUse", matcher: "Write", type: "command", runs: "check", origin: `${user}:4` },
    ]);
    expect(report.problems).toContainEqual(expect.objectContaining({ code: "unknown-hook-event", severity: "error" }));
    const trusted = await load({ trusted: true });
    expect(trusted.hooks.map(({ runs }) => runs)).toEqual(["theirs", "check"]);
  });

  it("lists the hooks of plugins, with what is wrong with their files", async () => {
    const kit = (path: string) => `home/.claude/plugins/kit/${path}`;
    await write(kit("skills/a/SKILL.md"), "---\nname: a\ndescription: d\n---\nBody.\n");
    const file = await write(kit("hooks/hooks.json"), { hooks: { Stop: [{ hooks: [{ command: "theirs" }] }] } });
    expect((await load()).hooks).toEqual([
      { event: "Stop", type: "command", runs: "theirs", origin: `plugin kit, ${file}` },
    ]);
    await write(kit("hooks/hooks.json"), "{");
    const broken = await load();
    expect(broken.hooks).toEqual([]);
    expect(broken.problems).toMatchObject([{ severity: "error", path: file }]);
  });

  it("goes on where a settings file is broken", async () => {
    await write("project/.skillful/settings.json", '{ "permissions": {');
    await write("state/settings.json", { model: "demo" });
    const report = await load();
    expect(report.problems).toMatchObject([{ code: "settings-syntax", severity: "error", line: 1 }]);
    expect(report.model).toMatchObject({ kind: "chosen", id: "demo" });
  });
});
