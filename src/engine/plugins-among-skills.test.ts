import { describe, expect, it, test } from "vitest";
import { codesOf, skillText } from "../../test/support/load-tree.ts";
import { createMemoryFileSystem, type MemoryNode } from "../../test/support/memory-file-system.ts";
import { openTree } from "../../test/support/open-tree.ts";
import { openWatched } from "../../test/support/reload-stage.ts";
import { createTreeWorld, type TreeNode, WORLD_KINDS } from "../../test/support/tree-world.ts";

const USER = "/home/ada/.claude/skills";
const PROJECT = "/proj/.claude/skills";
const manifest = (fields: object = {}) => JSON.stringify({ name: "foo", ...fields });

/** A plugin in a folder: a manifest, a skill and a command. */
const plugin = (folder: string, fields: object = {}): Record<string, string> => ({
  [`${folder}/.claude-plugin/plugin.json`]: manifest(fields),
  [`${folder}/skills/lint/SKILL.md`]: skillText(),
  [`${folder}/commands/ship.md`]: skillText(),
});

async function namesIn(...args: Parameters<typeof openTree>): Promise<string[]> {
  return (await openTree(...args)).list().map(({ skill }) => skill.callName);
}

const enable = (enabled: Record<string, boolean>) => ({ settings: { plugins: { enabled } } });

describe.each(WORLD_KINDS)("a folder of skills with a manifest (%s)", (kind) => {
  async function open(
    tree: Readonly<Record<string, TreeNode>>,
    { trusted = true, cwd = "/proj", signal }: { trusted?: boolean; cwd?: string; signal?: AbortSignal } = {},
  ) {
    const world = createTreeWorld(kind, tree);
    const places = {
      fileSystem: world.fs,
      cwd: world.at(cwd),
      home: world.at("/home/ada"),
      trusted,
      ...(signal && { signal }),
    };
    const engine = await openTree({}, places);
    return { engine, world, names: engine.list().map(({ skill }) => skill.callName) };
  }

  it.each([
    ["of the person", USER],
    ["of the project", PROJECT],
  ])("%s is a plugin", async (_, root) => {
    const { engine, world, names } = await open({
      ...plugin(`${root}/foo`),
      [`${root}/plain/SKILL.md`]: skillText(),
    });
    expect(names).toEqual(["plain", "foo:lint", "foo:ship"]);
    expect(engine.find("foo:lint")?.skill).toMatchObject({ source: "plugin", trusted: true });
    expect(engine.plugins).toEqual([
      { name: "foo", root: world.at(`${root}/foo`), data: world.at("/home/ada/.claude/plugins/data/foo-skills-dir") },
    ]);
    expect(engine.diagnostics).toEqual([]);
    world.dispose();
  });

  it.each([undefined, new AbortController().signal])(
    "is one skill of its plugin when it holds nothing but a SKILL.md (signal: %s)",
    async (signal) => {
      const tree = {
        [`${PROJECT}/foo/.claude-plugin/plugin.json`]: manifest(),
        [`${PROJECT}/foo/SKILL.md`]: skillText({}, "In ${CLAUDE_PLUGIN_ROOT}."),
      };
      const { engine, world, names } = await open(tree, signal && { signal });
      expect(names).toEqual(["foo:foo"]);
      const outcome = await engine.session().invoke({ name: "foo:foo", by: "user" });
      expect(outcome).toMatchObject({
        kind: "inline",
        text: expect.stringContaining(`In ${world.at(`${PROJECT}/foo`)}.`),
      });
      world.dispose();
    },
  );

  it("is not loaded while the workspace is not trusted, and that is said; the person's own is", async () => {
    const tree = { ...plugin(`${USER}/mine`, { name: "mine" }), ...plugin(`${PROJECT}/foo`) };
    const { engine, world, names } = await open(tree, { trusted: false });
    expect(names).toEqual(["mine:lint", "mine:ship"]);
    expect(engine.plugins.map(({ name }) => name)).toEqual(["mine"]);
    expect(engine.diagnostics).toMatchObject([{ code: "untrusted-plugin", path: world.at(`${PROJECT}/foo`) }]);
    world.dispose();
  });

  it("may be a link; without trust none out of the project is looked through", async () => {
    const tree = {
      ...plugin("/elsewhere/out"),
      ...plugin("/proj/tools/in", { name: "in" }),
      [`${PROJECT}/out`]: { link: "/elsewhere/out" },
      [`${PROJECT}/in`]: { link: "/proj/tools/in" },
    };
    const trusted = await open(tree);
    expect(trusted.names).toEqual(["in:lint", "foo:lint", "in:ship", "foo:ship"]);
    trusted.world.dispose();
    const { engine, world, names } = await open(tree, { trusted: false });
    expect(names).toEqual([]);
    expect(engine.diagnostics.map(({ code, path }) => [code, world.name(path)])).toEqual([
      ["untrusted-plugin", `${PROJECT}/in`],
      ["untrusted-link", `${PROJECT}/out`],
    ]);
    world.dispose();
  });

  it("is a plain folder of skills everywhere else", async () => {
    const inParent = await open({ ...plugin(`${PROJECT}/foo`), "/proj/sub/x": "" }, { cwd: "/proj/sub" });
    expect(inParent.names).toEqual(["lint"]);
    inParent.world.dispose();
    const deeper = await open({ ...plugin(`${PROJECT}/group/foo`), ...plugin("/proj/.agents/skills/foo") });
    expect(deeper.names).toEqual(["lint", "project:lint~2"]);
    deeper.world.dispose();
  });

  it("needs the manifest, not only its folder", async () => {
    const { engine, world, names } = await open({
      [`${PROJECT}/foo/.claude-plugin/notes.txt`]: "",
      [`${PROJECT}/foo/SKILL.md`]: skillText(),
      [`${PROJECT}/bar/.claude-plugin/plugin.json`]: { kind: "directory" },
      [`${PROJECT}/bar/SKILL.md`]: skillText(),
    });
    expect(names).toEqual(["bar", "foo"]);
    expect(engine.plugins).toEqual([]);
    world.dispose();
  });
});

describe("which of them are on", () => {
  test("all, until a setting or the manifest says otherwise", async () => {
    expect(await namesIn(plugin(`${PROJECT}/foo`), enable({ "foo@skills-dir": false }))).toEqual([]);
    const shy = plugin(`${PROJECT}/foo`, { defaultEnabled: false });
    expect(await namesIn(shy)).toEqual([]);
    expect(await namesIn(shy, enable({ "foo@skills-dir": true }))).toEqual(["foo:lint", "foo:ship"]);
    const engine = await openTree({}, enable({ "gone@skills-dir": true }));
    expect(engine.diagnostics).toEqual([]);
  });

  test("nothing that a workspace brings takes the name of a plugin of the person's", async () => {
    const engine = await openTree({
      ...plugin(`${PROJECT}/foo`),
      "/home/ada/.claude/plugins/foo/skills/own/SKILL.md": skillText(),
    });
    expect(engine.list().map(({ skill }) => skill.callName)).toEqual(["foo:own"]);
    expect(codesOf(engine.diagnostics)).toEqual(["plugin-duplicate"]);
    const user = await openTree({ ...plugin(`${PROJECT}/foo`), [`${USER}/foo/SKILL.md`]: skillText() });
    expect(user.list().map(({ skill }) => skill.callName)).toEqual(["foo", "foo:lint", "foo:ship"]);
  });

  test("a manifest that cannot be read costs this plugin only, with its place", async () => {
    const path = `${PROJECT}/foo/.claude-plugin/plugin.json`;
    const tree: Record<string, MemoryNode> = { ...plugin(`${PROJECT}/foo`), [path]: "{\n  name\n}" };
    const engine = await openTree({ ...tree, [`${PROJECT}/plain/SKILL.md`]: skillText() });
    expect(engine.list().map(({ skill }) => skill.callName)).toEqual(["plain"]);
    expect(engine.diagnostics).toMatchObject([{ code: "plugin-manifest", path, line: 2, column: 3 }]);
  });
});

it("a folder becomes a plugin, and ceases to be one, while the engine watches", async () => {
  const fileSystem = createMemoryFileSystem({
    tree: { "/proj/.git": { kind: "directory" }, "/home/ada": { kind: "directory" } },
  });
  fileSystem.write(`${PROJECT}/foo/skills/lint/SKILL.md`, skillText());
  const { engine, stage, settle } = await openWatched(fileSystem);
  const mark = `${PROJECT}/foo/.claude-plugin/plugin.json`;
  expect(engine.find("lint")?.skill.callName).toBe("lint");
  const interest = stage.targets.filter(({ kind, path }) => kind === "places" && path === PROJECT);
  expect(interest).toHaveLength(1);
  const [target] = interest;
  if (target?.kind !== "places") throw new Error("not watched");
  expect(target.matters(["foo", ".claude-plugin", "plugin.json"], "file")).toBe(true);
  expect(target.matters(["foo", ".claude-plugin"], "directory")).toBe(true);
  expect(target.matters(["foo"], "directory")).toBe(true);
  for (const names of [["plugin.json"], ["foo", "plugin.json"], ["foo", ".claude-plugin", "other.json"]]) {
    expect(target.matters(names, "file")).toBe(false);
  }
  expect(target.matters(["foo", "src"], "directory")).toBe(false);
  fileSystem.write(mark, manifest());
  stage.change(mark);
  await settle();
  expect(engine.find("lint")?.skill.callName).toBe("foo:lint");
  fileSystem.remove(mark);
  stage.change(mark);
  await settle();
  expect(engine.find("lint")?.skill.callName).toBe("lint");
});
