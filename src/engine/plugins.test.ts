import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codesOf, skillText } from "../../test/support/load-tree.ts";
import { createMemoryFileSystem, type MemoryNode } from "../../test/support/memory-file-system.ts";
import { openTree } from "../../test/support/open-tree.ts";

const PLUGINS = "/home/ada/.claude/plugins";
const manifest = (fields: object) => JSON.stringify({ name: "demo", ...fields });

/** Opens a tree of plugins; paths that do not begin with `/` are below the plugins directory. */
function open(
  tree: Readonly<Record<string, MemoryNode>>,
  options: { readonly enabled?: Record<string, boolean>; readonly bundledPlugins?: readonly string[] } = {},
) {
  const { enabled = {}, ...rest } = options;
  const absolute = Object.entries(tree).map(([path, node]) => [
    path.startsWith("/") ? path : `${PLUGINS}/${path}`,
    node,
  ]);
  return openTree(Object.fromEntries(absolute), { ...rest, settings: { plugins: { enabled } } });
}

async function namesIn(...args: Parameters<typeof open>): Promise<string[]> {
  return (await open(...args)).list().map(({ skill }) => skill.callName);
}

describe("what a plugin holds", () => {
  test("skills and commands are named after the plugin", async () => {
    const names = await namesIn({
      "tools/.claude-plugin/plugin.json": manifest({}),
      "tools/skills/lint/SKILL.md": skillText(),
      "tools/skills/group/fix/SKILL.md": skillText({ name: "mend" }),
      "tools/commands/ship.md": skillText(),
      "tools/commands/git/push.md": skillText(),
    });
    expect(names).toEqual(["demo:lint", "demo:mend", "demo:ship", "demo:git:push"]);
  });

  test("the bare name works as long as nobody else has it", async () => {
    const tree = { "demo/skills/lint/SKILL.md": skillText() };
    expect((await open(tree)).find("lint")?.skill.callName).toBe("demo:lint");
    const owned = await open({ ...tree, "/proj/.claude/skills/lint/SKILL.md": skillText() });
    expect(owned.find("lint")?.skill.source).toBe("project");
    expect(owned.find("demo:lint")?.skill.source).toBe("plugin");
  });

  test("without a manifest the directory gives the name", async () => {
    expect(await namesIn({ "my tools/skills/lint/SKILL.md": skillText() })).toEqual(["my-tools:lint"]);
  });

  test("`skills` adds to the default directory: a folder of skills, a skill, the plugin itself", async () => {
    const names = await namesIn({
      "tools/.claude-plugin/plugin.json": manifest({ skills: ["./more", "./extra/pdf/", "./skills", "./"] }),
      "tools/SKILL.md": skillText({ name: "top" }),
      "tools/skills/lint/SKILL.md": skillText(),
      "tools/more/fix/SKILL.md": skillText(),
      "tools/extra/pdf/SKILL.md": skillText(),
    });
    expect(names).toEqual(["demo:lint", "demo:fix", "demo:pdf", "demo:top"]);
  });

  test("a plugin that is nothing but a SKILL.md is one skill", async () => {
    const single = { "one/.claude-plugin/plugin.json": manifest({}), "one/SKILL.md": skillText() };
    expect(await namesIn(single)).toEqual(["demo:demo"]);
    const engine = await open({ ...single, "one/skills/lint/SKILL.md": skillText() });
    expect(engine.list().map(({ skill }) => skill.callName)).toEqual(["demo:lint"]);
    expect(codesOf(engine.diagnostics)).toEqual(["plugin-root-skill"]);
  });

  test("`commands` replaces the default directory and may name files", async () => {
    const names = await namesIn({
      "tools/.claude-plugin/plugin.json": manifest({ commands: ["./cmd", "./one/deploy.md"] }),
      "tools/commands/unused.md": skillText(),
      "tools/cmd/ship.md": skillText(),
      "tools/one/deploy.md": skillText(),
      "tools/one/other.md": skillText(),
    });
    expect(names).toEqual(["demo:ship", "demo:deploy"]);
  });

  test("${CLAUDE_PLUGIN_ROOT} is the plugin's directory, in the body and in rules", async () => {
    const fields = { "allowed-tools": ["Bash(${CLAUDE_PLUGIN_ROOT}/run.sh *)"] };
    const engine = await open({ "demo/skills/lint/SKILL.md": skillText(fields, "Run ${CLAUDE_PLUGIN_ROOT}/run.sh") });
    const outcome = await engine.session().invoke({ name: "demo:lint", by: "user" });
    if (outcome.kind !== "inline") throw new Error(outcome.kind);
    expect(outcome.text).toContain(`Run ${PLUGINS}/demo/run.sh`);
    expect(outcome.overrides.allow).toEqual([`Bash(${PLUGINS}/demo/run.sh *)`]);
  });
});

describe("which plugins are on", () => {
  const cached = {
    "cache/acme/demo/1.9.0/skills/old/SKILL.md": skillText(),
    "cache/acme/demo/1.10.0/skills/new/SKILL.md": skillText(),
  };

  test("one in the cache is off until a setting names it; the highest version is taken", async () => {
    expect(await namesIn(cached)).toEqual([]);
    expect(await namesIn(cached, { enabled: { "demo@acme": false } })).toEqual([]);
    expect(await namesIn(cached, { enabled: { "demo@acme": true } })).toEqual(["demo:new"]);
  });

  test("the version that the installer recorded beats the highest one", async () => {
    const installPath = `${PLUGINS}/cache/acme/demo/1.9.0`;
    const records = JSON.stringify({ version: 2, plugins: { "demo@acme": [{ scope: "user", installPath }] } });
    const enabled = { "demo@acme": true };
    expect(await namesIn({ ...cached, "installed_plugins.json": records }, { enabled })).toEqual(["demo:old"]);
    const foreign = records.replace(installPath, "/etc");
    expect(await namesIn({ ...cached, "installed_plugins.json": foreign }, { enabled })).toEqual(["demo:new"]);
    expect(await namesIn({ ...cached, "installed_plugins.json": "{" }, { enabled })).toEqual(["demo:new"]);
  });

  test("one placed directly is on unless a setting or its manifest switches it off", async () => {
    const placed = { "demo/skills/lint/SKILL.md": skillText() };
    expect(await namesIn(placed)).toEqual(["demo:lint"]);
    expect(await namesIn(placed, { enabled: { "demo@local": false } })).toEqual([]);
    expect(await namesIn(placed, { enabled: { demo: false } })).toEqual([]);
    const shy = { ...placed, "demo/.claude-plugin/plugin.json": manifest({ defaultEnabled: false }) };
    expect(await namesIn(shy)).toEqual([]);
    expect(await namesIn(shy, { enabled: { "demo@local": true } })).toEqual(["demo:lint"]);
  });

  test("one that came with the program is on, as `bundled-plugin`", async () => {
    const tree = { "/opt/kit/skills/lint/SKILL.md": skillText() };
    const engine = await open(tree, { bundledPlugins: ["/opt/kit"] });
    expect(engine.list().map(({ skill }) => [skill.callName, skill.source])).toEqual([["kit:lint", "bundled-plugin"]]);
    expect(await namesIn(tree, { bundledPlugins: ["/opt/kit"], enabled: { "kit@bundled": false } })).toEqual([]);
  });

  test("folders of installers are no plugins", async () => {
    const folders = ["cache", "data", "marketplaces", "repos", ".git"];
    const tree = Object.fromEntries(folders.map((folder) => [`${folder}/skills/x/SKILL.md`, skillText()]));
    expect(await namesIn({ ...tree, "notes/README.md": "no plugin" })).toEqual([]);
  });

  test("one that is switched on and not there is reported", async () => {
    const engine = await open({}, { enabled: { "gone@acme": true, "../x@acme": true, "x@..": true } });
    const missing = engine.diagnostics.filter(({ code }) => code === "plugin-not-installed");
    expect(missing.map(({ path }) => path)).toContain(`${PLUGINS}/cache/acme/gone`);
    expect(engine.list()).toEqual([]);
  });

  test("a reload finds plugins that were added", async () => {
    const tree = { "/proj/.git": { kind: "directory" }, "/home/ada": { kind: "directory" } } as const;
    const fileSystem = createMemoryFileSystem({ tree });
    const engine = await openTree({}, { fileSystem });
    fileSystem.write(`${PLUGINS}/demo/skills/lint/SKILL.md`, skillText());
    await engine.reload();
    expect(engine.find("demo:lint")).toBeDefined();
  });
});

describe("a wrong plugin costs no other", () => {
  const good = { "good/skills/lint/SKILL.md": skillText() };

  test("broken JSON: a place in the file, and everything else loads", async () => {
    const engine = await open({
      ...good,
      "bad/.claude-plugin/plugin.json": '{\n  "name": "bad"\n  "skills": []\n}',
      "bad/skills/x/SKILL.md": skillText(),
    });
    expect(engine.list().map(({ skill }) => skill.callName)).toEqual(["good:lint"]);
    expect(engine.diagnostics).toMatchObject([
      { code: "plugin-manifest", path: `${PLUGINS}/bad/.claude-plugin/plugin.json`, line: 3, column: 3 },
    ]);
  });

  test("an unreadable manifest", async () => {
    const engine = await open({
      ...good,
      "bad/.claude-plugin/plugin.json": { error: "EACCES" },
      "bad/skills/x/SKILL.md": skillText(),
    });
    expect(engine.list().map(({ skill }) => skill.callName)).toEqual(["good:lint"]);
    expect(codesOf(engine.diagnostics)).toEqual(["unreadable-file"]);
  });

  test("of two plugins with one name the first is taken", async () => {
    const engine = await open({
      "a/.claude-plugin/plugin.json": manifest({}),
      "a/skills/x/SKILL.md": skillText(),
      "b/.claude-plugin/plugin.json": manifest({}),
      "b/skills/y/SKILL.md": skillText(),
    });
    expect(engine.list().map(({ skill }) => skill.callName)).toEqual(["demo:x"]);
    expect(codesOf(engine.diagnostics)).toEqual(["plugin-duplicate"]);
  });

  test("paths that lead out, into files or nowhere; the good one still counts", async () => {
    const skills = ["./../../secret", "./link", "./README.md", "./gone", "./more"];
    const engine = await open({
      "demo/.claude-plugin/plugin.json": `{\n  "name": "demo",\n  "skills": ${JSON.stringify(skills)}\n}`,
      "demo/link": { link: "/secret" },
      "demo/README.md": "hello",
      "demo/more/fix/SKILL.md": skillText(),
      "/secret/x/SKILL.md": skillText(),
    });
    expect(engine.list().map(({ skill }) => skill.callName)).toEqual(["demo:fix"]);
    expect(engine.diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
      ["plugin-path-outside", 3, 14],
      ["plugin-path-outside", 3, 31],
      ["plugin-path-not-a-directory", 3, 40],
      ["plugin-path-missing", 3, 54],
    ]);
  });

  test("links inside of `skills/` that lead out of the plugin are not followed, those within it are", async () => {
    const engine = await open({
      "demo/skills/out": { link: "/secret/x" },
      "demo/skills/in": { link: "../shared/in" },
      "demo/shared/in/SKILL.md": skillText(),
      "/secret/x/SKILL.md": skillText(),
    });
    expect(engine.list().map(({ skill }) => skill.callName)).toEqual(["demo:in"]);
    expect(codesOf(engine.diagnostics)).toEqual(["link-out-of-plugin"]);
  });

  test("whatever stands in a manifest, the other plugin loads and nothing outside does", async () => {
    const path = fc.oneof(fc.constantFrom("./more", "./", ".", "./..", "../..", "/", "./link", "~"), fc.string());
    const value = fc.oneof(path, fc.array(path), fc.jsonValue());
    const text = fc.oneof(
      fc
        .record({ name: fc.oneof(fc.constant("demo"), value), skills: value, commands: value })
        .map((fields) => JSON.stringify(fields)),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(text, async (json) => {
        const engine = await open({
          ...good,
          "bad/.claude-plugin/plugin.json": json,
          "bad/more/fix/SKILL.md": skillText(),
          "bad/link": { link: "/secret" },
          "/secret/x/SKILL.md": skillText(),
        });
        const paths = engine.list().map(({ skill }) => skill.realPath);
        expect(paths).toContain(`${PLUGINS}/good/skills/lint/SKILL.md`);
        expect(paths.filter((each) => !each.startsWith(PLUGINS))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
