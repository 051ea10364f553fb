import { describe, expect, it } from "vitest";
import { skillText } from "../../test/support/load-tree.ts";
import { createMemoryFileSystem, type MemoryNode } from "../../test/support/memory-file-system.ts";
import { createRecordingLogger } from "../../test/support/recording-logger.ts";
import { createReloadStage, openWatched } from "../../test/support/reload-stage.ts";
import { watchedFiles, watchedPlugins } from "./watched-plugins.ts";

const PLUGINS = "/home/ada/.claude/plugins";

describe("what tells of plugins", () => {
  const [placed, installed] = watchedPlugins("/home/ada", { "kit@acme": true, "off@acme": false, odd: true });

  it.each([
    ["demo", "directory", true],
    ["demo/skills", "directory", true],
    ["demo/.claude-plugin/plugin.json", "file", true],
    ["demo/hooks/hooks.json", "file", true],
    ["demo/SKILL.md", "file", true],
    ["demo/README.md", "file", false],
    ["demo/src/deep", "directory", true],
    ["demo/src/deep/down", "directory", false],
    ["demo/node_modules/x", "directory", false],
    ["installed_plugins.json", "file", true],
    ["known_marketplaces.json", "file", false],
    ["marketplaces", "directory", false],
    ["cache/acme", "directory", false],
  ] as const)("%s, a %s: %s", (path, kind, matters) => {
    expect(placed?.path).toBe(PLUGINS);
    expect(placed?.matters(path.split("/"), kind)).toBe(matters);
  });

  it("is in the installer's cache what settings switch on", () => {
    expect(watchedPlugins("/home/ada", { "kit@acme": true, "off@acme": false, odd: true })).toHaveLength(2);
    expect(installed?.path).toBe(`${PLUGINS}/cache/acme/kit`);
    expect(installed?.matters(["1.0.0"], "directory")).toBe(true);
    expect(installed?.matters(["1.0.0", ".claude-plugin", "plugin.json"], "file")).toBe(true);
  });

  it("is of single files their name alone", () => {
    const [file] = watchedFiles(["/proj/.skillful/settings.json"]);
    expect(file?.path).toBe("/proj/.skillful");
    expect(file?.matters(["settings.json"], "file")).toBe(true);
    expect(file?.matters(["usage.json"], "file")).toBe(false);
    expect(file?.matters(["sub", "settings.json"], "file")).toBe(false);
  });
});

describe("while the engine watches", () => {
  const world = (tree: Readonly<Record<string, MemoryNode>> = {}) =>
    createMemoryFileSystem({
      tree: { "/proj/.git": { kind: "directory" }, "/home/ada": { kind: "directory" }, ...tree },
    });

  it("a plugin that comes is loaded, its skills are watched, and one that goes is gone", async () => {
    const fileSystem = world();
    const { engine, stage, settle } = await openWatched(fileSystem);
    const session = engine.session();
    session.listing();
    fileSystem.write(`${PLUGINS}/demo/skills/a/SKILL.md`, skillText());
    stage.change(`${PLUGINS}/demo`);
    await settle();
    expect(session.listing()).toContain("- demo:a:");
    expect(stage.watched).toContain(`${PLUGINS}/demo/skills`);
    fileSystem.write(`${PLUGINS}/demo/.claude-plugin/plugin.json`, '{"name": "kit"}');
    stage.change(`${PLUGINS}/demo/.claude-plugin/plugin.json`);
    await settle();
    const renamed = session.listing();
    expect(renamed).toContain("- kit:a:");
    expect(renamed).toMatch(/no longer available:\n\n- demo:a\n/);
  });

  it("enabledPlugins counts as it stands at the reload, and as it stood when it cannot be read", async () => {
    const fileSystem = world({ [`${PLUGINS}/cache/acme/kit/1.0.0/skills/a/SKILL.md`]: skillText() });
    let load = async (): Promise<Record<string, boolean>> => ({ "kit@acme": true });
    const logger = createRecordingLogger();
    const { engine, stage, settle } = await openWatched(fileSystem, createReloadStage(), {
      logger,
      enabledPlugins: { files: ["/proj/.skillful/settings.json"], load: () => load() },
    });
    expect(engine.find("kit:a")).toBeUndefined();
    expect(stage.watched).toContain("/proj/.skillful");
    const change = async () => {
      stage.change("/proj/.skillful/settings.json");
      await settle();
    };
    await change();
    expect(engine.find("kit:a")).toBeDefined();
    expect(stage.watched).toEqual(expect.arrayContaining([`${PLUGINS}/cache/acme/kit`]));
    load = async () => {
      throw new Error("no JSON");
    };
    await change();
    expect(engine.find("kit:a")).toBeDefined();
    expect(logger.lines().join("\n")).toContain("enabledPlugins could not be read again");
    load = async () => ({});
    await change();
    expect(engine.find("kit:a")).toBeUndefined();
  });
});
