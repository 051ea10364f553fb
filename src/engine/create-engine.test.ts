import { describe, expect, it } from "vitest";
import { openTestEngine, skill } from "../../test/support/engine-world.ts";
import { createMemoryFileSystem } from "../../test/support/memory-file-system.ts";
import { createEngine } from "./create-engine.ts";
import { formatExplanation } from "./format-explanation.ts";

const FOUR = {
  greet: skill(""),
  "with-vars": skill(""),
  review: skill("context: fork"),
  "secret-internal": skill("user-invocable: false\ndisable-model-invocation: true"),
  "react-helper": skill("paths: ['src/**/*.{tsx,jsx}', 'components/**/*.tsx']"),
};

describe("opening", () => {
  it("logs what it loads, and the totals last", async () => {
    const { log } = await openTestEngine(FOUR);
    expect(log[0]).toBe("skill: loading skills from filesystem project_dir=/proj");
    expect(log).toContain("skill: loaded from filesystem name=greet source=project conditional=false");
    expect(log).toContain("skill: loaded from filesystem name=react-helper source=project conditional=true");
    expect(log.slice(-2)).toEqual([
      "skill: registered as conditional name=react-helper paths=[src/**/*.tsx src/**/*.jsx components/**/*.tsx]",
      "skill: registry loaded active=4 conditional=1",
    ]);
  });

  it("goes on past a broken file, which is a diagnostic", async () => {
    const { engine, log } = await openTestEngine({ ...FOUR, broken: "---\nname: x" });
    expect(log).toContain(
      'skill: failed to parse SKILL.md dir=/proj/.claude/skills/broken error="unclosed front-matter block"',
    );
    expect(log.at(-1)).toBe("skill: registry loaded active=4 conditional=1");
    expect(engine.diagnostics).toMatchObject([{ code: "unclosed-frontmatter", severity: "error" }]);
  });

  it("rejects for a working directory that is not there", async () => {
    const fileSystem = createMemoryFileSystem({ tree: {} });
    const shell = { run: () => Promise.reject(new Error("no shell")) };
    const ports = { fileSystem, shell, newId: () => "1", bundled: [] };
    await expect(createEngine({ cwd: "/gone" }, ports)).rejects.toMatchObject({ code: "cwd-missing" });
  });

  it("takes bundled skills and those of the embedder, behind flags where they say so", async () => {
    const bundled = [
      { name: "commit", text: skill("") },
      { name: "loop", text: skill(""), feature: "loop" },
    ];
    const skills = [{ name: "mine", text: skill("") }];
    const names = async (settings: { bundled?: boolean; features?: readonly string[] }) => {
      const { engine } = await openTestEngine({}, { ports: { bundled }, skills, settings: { skills: settings } });
      return engine.list().map(({ skill: { name, source } }) => `${name} ${source}`);
    };
    expect(await names({})).toEqual(["commit bundled", "mine custom"]);
    expect(await names({ features: ["loop"] })).toEqual(["commit bundled", "loop bundled", "mine custom"]);
    expect(await names({ bundled: false })).toEqual(["mine custom"]);
  });

  it("lists and finds skills in the state in which a session starts", async () => {
    const { engine } = await openTestEngine(FOUR);
    expect(engine.find("react-helper")?.state).toBe("waiting");
    expect(engine.find("/greet")?.state).toBe("active");
    expect(engine.find("nobody")).toBeUndefined();
    expect(engine.list()).toHaveLength(5);
    expect(engine.session().id).toBe("session-1");
  });
});

describe("reloading", () => {
  it("brings the user's skill back when the project's is removed, and tells listeners", async () => {
    const { engine, files } = await openTestEngine({
      style: skill(""),
      "/home/ada/.claude/skills/style/SKILL.md": skill(""),
    });
    const session = engine.session();
    expect(session.find("style")?.skill.source).toBe("project");
    let told = 0;
    const stop = engine.onChanged(() => {
      told += 1;
    });
    files.remove("/proj/.claude/skills/style");
    await engine.reload();
    expect(engine.find("style")?.skill.source).toBe("user");
    expect(session.find("style")?.skill.source).toBe("user");
    stop();
    await engine.reload();
    expect(told).toBe(1);
  });

  it("goes on past a listener that throws, and past a working directory that is gone for a while", async () => {
    const { engine, files, log } = await openTestEngine({ a: skill("") });
    let told = 0;
    engine.onChanged(() => {
      throw new Error("bad listener");
    });
    engine.onChanged(() => {
      told += 1;
    });
    await engine.reload();
    expect(told).toBe(1);
    expect(log).toContain('skill: a listener failed error="bad listener"');
    files.remove("/proj");
    await expect(engine.reload()).rejects.toMatchObject({ code: "cwd-missing" });
    expect(engine.list()).toHaveLength(1);
    files.write("/proj/.claude/skills/b/SKILL.md", skill(""));
    await engine.reload();
    expect(engine.list().map(({ skill: { name } }) => name)).toEqual(["b"]);
  });

  it("ends with close", async () => {
    const { engine } = await openTestEngine({});
    await engine.close();
    await engine.close();
    expect(() => engine.session()).toThrow(/closed/);
    await expect(engine.reload()).rejects.toMatchObject({ code: "closed" });
  });
});

describe("explaining", () => {
  const TREE = {
    react: skill("paths: ['src/**/*.tsx', '!src/gen/**']\nallowed-tools: Read"),
    style: skill(""),
    "/home/ada/.claude/skills/style/SKILL.md": skill(""),
    "/proj/web/.claude/skills/css/SKILL.md": skill("paths: 'web/*.css'"),
    "/proj/web/a.css": "",
    "/proj/Makefile": "",
  };
  const open = () => openTestEngine(TREE, { settings: { permissions: { deny: ["Skill(style)"] } } });
  const explain = async (target: string) => formatExplanation(await (await open()).engine.explain(target));

  it("says pattern by pattern what a file does", async () => {
    expect(await explain("src/gen/a.tsx")).toMatchInlineSnapshot(`
      "src/gen/a.tsx activates 0 of 1 candidate.

      react: keeps waiting: its patterns do not select this file
        file: /proj/.claude/skills/react/SKILL.md (project)
        src/**/*.tsx: selects src/gen/a.tsx
        !src/gen/**: takes back src/gen/a.tsx (decides)
        callable by: the user and the model
        in the model's list: no
        when the model calls it: refused while it waits, then ask. The skill allows itself Read.
        it allows itself Read
      "
    `);
    expect(await explain("src/a.tsx")).toContain("react: becomes active by this file");
  });

  it("brings in what lies beside the file, as touching it would", async () => {
    expect(await explain("web/a.css")).toMatchInlineSnapshot(`
      "web/a.css activates 1 of 2 candidates. It also brings in /proj/web/.claude/skills.

      css: becomes active by this file
        file: /proj/web/.claude/skills/css/SKILL.md (nested)
        web/*.css: selects web/a.css (decides)
        callable by: the user and the model
        in the model's list: yes
        when the model calls it: allow. It only adds instructions to the conversation.

      react: keeps waiting: its patterns do not select this file
        file: /proj/.claude/skills/react/SKILL.md (project)
        src/**/*.tsx: does not match
        !src/gen/**: does not match
        callable by: the user and the model
        in the model's list: no
        when the model calls it: refused while it waits, then ask. The skill allows itself Read.
        it allows itself Read
      "
    `);
  });

  it("says of a name who has it and who does not", async () => {
    expect(await explain("style")).toMatchInlineSnapshot(`
      "style is project:style.

      style: active
        file: /proj/.claude/skills/style/SKILL.md (project)
        callable by: the user and the model
        in the model's list: no
        when the model calls it: deny. The rule Skill(style) denies it.

      user:style: shadowed: project:style has the name; call this one user:style
        file: /home/ada/.claude/skills/style/SKILL.md (user)
        callable by: the user and the model
        in the model's list: no
        when the model calls it: deny. The rule Skill(style) denies it.
      "
    `);
  });

  it("takes what is a file for a path, and suggests near names for the rest", async () => {
    const { engine } = await open();
    expect((await engine.explain("Makefile")).kind).toBe("path");
    expect((await engine.explain("/proj/src/x.tsx")).kind).toBe("path");
    expect(await engine.explain("rect")).toMatchObject({ kind: "name", skills: [], suggestions: ["react"] });
    expect(await explain("../outside.tsx")).toBe(
      "../outside.tsx lies outside the working directory: it activates nothing.\n",
    );
  });

  it("changes nothing for sessions", async () => {
    const { engine } = await open();
    const session = engine.session();
    const before = session.list();
    await engine.explain("web/a.css");
    expect(session.list()).toBe(before);
  });

  it("says the same as a session does", async () => {
    const { engine } = await open();
    for (const path of ["src/a.tsx", "src/gen/a.tsx", "web/a.css", "web/b.ts", "other.md"]) {
      const explanation = await engine.explain(path);
      const session = engine.session();
      const { activated } = await session.touched([path], "read");
      const woken = explanation.skills.filter(({ state, patterns }) => state === "active" && patterns.length > 0);
      expect(woken.map(({ skill: { name } }) => name)).toEqual(activated.map(({ name }) => name));
    }
  });
});
