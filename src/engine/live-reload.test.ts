import { describe, expect, test } from "vitest";
import { skillText } from "../../test/support/load-tree.ts";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../test/support/memory-file-system.ts";
import { openTree } from "../../test/support/open-tree.ts";
import { createRecordingLogger } from "../../test/support/recording-logger.ts";
import { createReloadStage, openWatched as open } from "../../test/support/reload-stage.ts";
import type { FileSystem } from "./ports.ts";

const ROOT = "/proj/.claude/skills";

function createWorld(tree: Readonly<Record<string, string>> = {}): MemoryFileSystem {
  const standard = { "/proj/.git": { kind: "directory" }, "/home/ada": { kind: "directory" } } as const;
  return createMemoryFileSystem({ tree: { ...standard, ...tree } });
}

const names = (list: readonly { readonly skill: { readonly callName: string } }[]) =>
  list.map(({ skill }) => skill.callName);

describe("what is watched", () => {
  test("every planned root, whether it exists or not", async () => {
    const { stage } = await open(createWorld());
    expect(stage.watched).toEqual(
      expect.arrayContaining([ROOT, "/proj/.agents/skills", "/home/ada/.claude/skills", "/proj/.claude/commands"]),
    );
  });

  test("what the workspace brings no further than its tree, unless it is trusted", async () => {
    const confinement = async (trusted: boolean) => {
      const fileSystem = createWorld({ "/proj/web/.claude/skills/a/SKILL.md": skillText() });
      const enabledPlugins = {
        files: ["/proj/.skillful/settings.json", "/home/ada/.skillful/settings.json"],
        load: () => Promise.resolve({}),
      };
      const { engine, stage } = await open(fileSystem, createReloadStage(), { trusted, enabledPlugins });
      await engine.session().touched(["/proj/web/index.ts"], "read");
      return Object.fromEntries(stage.targets.map(({ path, confinedTo }) => [path, confinedTo]));
    };
    const [untrusted, trusted] = [await confinement(false), await confinement(true)];
    for (const path of [ROOT, "/proj/.claude/commands", "/proj/web/.claude/skills", "/proj/.skillful"]) {
      expect(untrusted[path], path).toBe("/proj");
      expect(Object.keys(trusted)).toContain(path);
      expect(trusted[path], path).toBeUndefined();
    }
    for (const path of ["/home/ada/.claude/skills", "/home/ada/.skillful"])
      expect(untrusted[path], path).toBeUndefined();
  });

  test("nested roots from the moment they are found", async () => {
    const fileSystem = createWorld({ "/proj/web/.claude/skills/a/SKILL.md": skillText() });
    const { engine, stage } = await open(fileSystem);
    await engine.session().touched(["/proj/web/index.ts"], "read");
    expect(stage.watched.filter((path) => path.startsWith("/proj/web"))).toEqual(["/proj/web/.claude/skills"]);
  });

  test("roots that a reload brings, each once", async () => {
    const fileSystem = createWorld();
    const { stage, settle } = await open(fileSystem);
    fileSystem.write("/home/ada/.claude/plugins/demo/skills/a/SKILL.md", skillText());
    stage.change(`${ROOT}/x`);
    await settle();
    expect(stage.watched).toContain("/home/ada/.claude/plugins/demo/skills");
    const targets = stage.targets.map(({ kind, path }) => `${kind} ${path}`);
    expect(new Set(targets).size).toBe(targets.length);
  });
});

describe("a change", () => {
  test("adds, changes and removes skills; the next listing tells each once", async () => {
    const fileSystem = createWorld({ [`${ROOT}/a/SKILL.md`]: skillText({ description: "First." }) });
    const { engine, stage, settle } = await open(fileSystem);
    const session = engine.session();
    expect(session.listing()).toContain("- a: First.");

    fileSystem.write(`${ROOT}/b/SKILL.md`, skillText({ description: "New." }));
    stage.change(`${ROOT}/b/SKILL.md`);
    await settle();
    expect(names(session.list())).toEqual(["a", "b"]);
    const added = session.listing() ?? "";
    expect(added).toContain("- b: New.");
    expect(added).not.toContain("- a");

    fileSystem.write(`${ROOT}/a/SKILL.md`, skillText({ description: "Second." }));
    fileSystem.remove(`${ROOT}/b`);
    stage.change(`${ROOT}/a/SKILL.md`);
    await settle();
    const changed = session.listing() ?? "";
    expect(changed).toContain("- a: Second.");
    expect(changed).toMatch(/no longer available:\n\n- b\n/);
    expect(session.listing()).toBeUndefined();
  });

  test("leaves activated skills active", async () => {
    const fileSystem = createWorld({ [`${ROOT}/ts/SKILL.md`]: skillText({ paths: ["*.ts"] }) });
    const { engine, stage, settle } = await open(fileSystem);
    const session = engine.session();
    await session.touched(["/proj/a.ts"], "read");
    fileSystem.write(`${ROOT}/ts/SKILL.md`, skillText({ paths: ["*.ts"], description: "Better." }));
    stage.change(`${ROOT}/ts/SKILL.md`);
    await settle();
    expect(session.find("ts")).toMatchObject({ state: "active", skill: { description: "Better." } });
    expect(engine.find("ts")?.state).toBe("waiting");
  });

  test("in a nested root reaches the session that found it", async () => {
    const root = "/proj/web/.claude/skills";
    const fileSystem = createWorld({ [`${root}/a/SKILL.md`]: skillText() });
    const { engine, stage, settle } = await open(fileSystem);
    const session = engine.session();
    await session.touched(["/proj/web/index.ts"], "read");
    fileSystem.write(`${root}/b/SKILL.md`, skillText());
    stage.change(`${root}/b/SKILL.md`);
    await settle();
    expect(names(session.list())).toEqual(["a", "b"]);
  });

  test("in a broken state costs that skill until it is mended", async () => {
    const fileSystem = createWorld({ [`${ROOT}/a/SKILL.md`]: skillText() });
    const { engine, stage, settle } = await open(fileSystem);
    fileSystem.write(`${ROOT}/a/SKILL.md`, "---\ndescription: x\n");
    stage.change(`${ROOT}/a/SKILL.md`);
    await settle();
    expect(engine.find("a")).toBeUndefined();
    expect(engine.diagnostics.map(({ code }) => code)).toEqual(["unclosed-frontmatter"]);
    fileSystem.write(`${ROOT}/a/SKILL.md`, skillText());
    stage.change(`${ROOT}/a/SKILL.md`);
    await settle();
    expect(engine.find("a")).toBeDefined();
    expect(engine.diagnostics).toEqual([]);
  });
});

describe("many changes", () => {
  test("of one moment are one reload", async () => {
    const { engine, stage, settle } = await open(createWorld());
    let reloads = 0;
    engine.onChanged(() => {
      reloads += 1;
    });
    for (let index = 0; index < 1000; index++) stage.change(`${ROOT}/s${index}/SKILL.md`);
    expect(stage.pauses()).toEqual([100]);
    await settle();
    expect(reloads).toBe(1);
    expect(stage.pauses()).toEqual([]);
  });

  test("during a reload start one more, after it and never beside it", async () => {
    const world = createWorld({ [`${ROOT}/a/SKILL.md`]: skillText() });
    let reading = 0;
    let mostAtOnce = 0;
    let duringReload = () => {};
    const fileSystem: FileSystem = {
      ...world,
      async readFile(path, options) {
        reading += 1;
        mostAtOnce = Math.max(mostAtOnce, reading);
        duringReload();
        try {
          return await world.readFile(path, options);
        } finally {
          reading -= 1;
        }
      },
    };
    const { stage, settle } = await open(fileSystem);
    duringReload = () => {
      for (let index = 0; index < 5; index++) stage.change(`${ROOT}/a/SKILL.md`);
    };
    stage.change(`${ROOT}/a/SKILL.md`);
    await settle();
    duringReload = () => {};
    expect(stage.pauses()).toEqual([100]);
    await settle();
    expect(stage.pauses()).toEqual([]);
    expect(mostAtOnce).toBe(1);
  });
});

describe("when something fails", () => {
  test("a reload that is impossible leaves everything as it was, and the next one succeeds", async () => {
    const fileSystem = createWorld({ [`${ROOT}/a/SKILL.md`]: skillText() });
    const logger = createRecordingLogger();
    const stage = createReloadStage();
    const engine = await openTree({}, { fileSystem, logger, ...stage.ports });
    await engine.watch();
    fileSystem.remove("/proj");
    stage.change(ROOT);
    stage.ring();
    await logger.until("skill: reload failed");
    expect(names(engine.list())).toEqual(["a"]);

    fileSystem.write("/proj/.claude/skills/b/SKILL.md", skillText());
    await new Promise((resolve) => setImmediate(resolve));
    stage.change(ROOT);
    stage.ring();
    await new Promise<void>((resolve) => engine.onChanged(resolve));
    expect(names(engine.list())).toEqual(["b"]);
  });

  test("a part that cannot be watched is a line of log", async () => {
    const logger = createRecordingLogger();
    const stage = createReloadStage();
    const engine = await openTree({}, { fileSystem: createWorld(), logger, ...stage.ports });
    await engine.watch();
    stage.fail(new Error("ENOSPC"));
    expect(logger.lines()).toContain('warn skill: some changes cannot be seen {"error":"ENOSPC"}');
  });

  test("a watcher that cannot start can be asked again", async () => {
    const stage = createReloadStage({ fails: 1 });
    const engine = await openTree({}, { fileSystem: createWorld(), ...stage.ports });
    await expect(engine.watch()).rejects.toThrow("no more watches");
    await engine.watch();
    expect(stage.watched).toContain(ROOT);
  });
});

test("after close nothing is read any more", async () => {
  const fileSystem = createWorld();
  const { engine, stage } = await open(fileSystem);
  stage.change(`${ROOT}/a/SKILL.md`);
  await engine.close();
  const calls = fileSystem.calls.length;
  stage.change(`${ROOT}/a/SKILL.md`);
  stage.ring();
  expect(stage.pauses()).toEqual([]);
  expect(fileSystem.calls.length).toBe(calls);
  expect(stage.closed()).toBe(1);
  await expect(engine.watch()).rejects.toMatchObject({ code: "closed" });
});
