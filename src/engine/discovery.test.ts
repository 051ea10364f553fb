import { describe, expect, it } from "vitest";
import { codesOf, loadTree, skillText } from "../../test/support/load-tree.ts";
import { createMemoryFileSystem } from "../../test/support/memory-file-system.ts";
import { loadRoots } from "./discovery.ts";
import type { LogValue } from "./ports.ts";
import type { SkillRoot } from "./sources.ts";

const SK = "/proj/.claude/skills";
const USK = "/home/ada/.claude/skills";
const text = skillText();

describe("loadRoots", () => {
  it("loads skills of every planned source in load order", async () => {
    const tree = await loadTree(
      {
        "/etc/agent/.claude/skills/policy/SKILL.md": text,
        [`${SK}/one/SKILL.md`]: text,
        "/proj/.agents/skills/two/SKILL.md": text,
        "/extra/.claude/skills/three/SKILL.md": text,
        [`${USK}/four/SKILL.md`]: text,
        "/home/ada/.agents/skills/five/SKILL.md": text,
        "/proj/.claude/commands/six.md": "Do six.",
        "/home/ada/.claude/commands/seven.md": "Do seven.",
      },
      { managedDir: "/etc/agent", addedDirs: ["../extra"] },
    );
    expect(tree.loaded.map((skill) => [skill.name, skill.source, skill.kind])).toEqual([
      ["policy", "managed", "skill"],
      ["one", "project", "skill"],
      ["two", "project", "skill"],
      ["three", "added", "skill"],
      ["four", "user", "skill"],
      ["five", "user", "skill"],
      ["six", "project", "command"],
      ["seven", "user", "command"],
    ]);
    expect(tree.diagnostics).toEqual([]);
  });

  it("says where a skill stands", async () => {
    const { loaded } = await loadTree({ [`${SK}/one/SKILL.md`]: text }, { trusted: false });
    expect(loaded[0]).toMatchObject({
      path: `${SK}/one/SKILL.md`,
      realPath: `${SK}/one/SKILL.md`,
      directory: `${SK}/one`,
      directoryName: "one",
      qualifier: "project",
      trusted: false,
    });
  });

  it("trusts what does not come from the workspace", async () => {
    const tree = {
      [`${USK}/mine/SKILL.md`]: text,
      "/etc/agent/.claude/skills/policy/SKILL.md": text,
      "/extra/.claude/skills/added/SKILL.md": text,
    };
    const { loaded } = await loadTree(tree, { trusted: false, managedDir: "/etc/agent", addedDirs: ["/extra"] });
    expect(loaded.map((skill) => [skill.name, skill.trusted])).toEqual([
      ["policy", true],
      ["added", false],
      ["mine", true],
    ]);
  });

  it("finds skills under grouping folders down to the fourth, and says where it stopped", async () => {
    const { loaded, diagnostics } = await loadTree({
      [`${SK}/a/b/c/d/deep/SKILL.md`]: text,
      [`${SK}/a/b/c/d/e/deeper/SKILL.md`]: text,
    });
    expect(loaded.map((skill) => skill.name)).toEqual(["deep"]);
    expect(diagnostics).toMatchObject([{ code: "too-deep", path: `${SK}/a/b/c/d/e` }]);
  });

  it("takes a folder with a SKILL.md as a leaf", async () => {
    const { loaded, diagnostics } = await loadTree({
      [`${SK}/outer/SKILL.md`]: text,
      [`${SK}/outer/inner/SKILL.md`]: text,
      [`${SK}/outer/gone`]: { link: "/nowhere" },
    });
    expect(loaded.map((skill) => skill.name)).toEqual(["outer"]);
    expect(diagnostics).toEqual([]);
  });

  it("does not look into .git and node_modules", async () => {
    const { loaded } = await loadTree({
      [`${SK}/.git/a/SKILL.md`]: text,
      [`${SK}/node_modules/b/SKILL.md`]: text,
      [`${SK}/.hidden/c/SKILL.md`]: text,
    });
    expect(loaded.map((skill) => skill.name)).toEqual(["c"]);
  });

  it("ignores loose files and reports a SKILL.md without a folder", async () => {
    const { loaded, diagnostics } = await loadTree({
      [`${SK}/README.md`]: "Read me.",
      [`${SK}/SKILL.md`]: text,
      [`${SK}/one/SKILL.md`]: text,
      [`${SK}/notes/text.md`]: "Notes.",
    });
    expect(loaded.map((skill) => skill.name)).toEqual(["one"]);
    expect(codesOf(diagnostics)).toEqual(["skill-file-in-root"]);
  });

  it("reports what cannot be read and loads the rest", async () => {
    const { loaded, diagnostics } = await loadTree({
      [`${SK}/locked`]: { error: "EACCES" },
      [`${SK}/secret/SKILL.md`]: { error: "EACCES", kind: "file" },
      [`${SK}/pipe/SKILL.md`]: { kind: "pipe" },
      [`${SK}/folder/SKILL.md/one/x`]: "A folder of this name is only a folder.",
      [`${SK}/broken/SKILL.md`]: "---\nname: broken\n",
      [`${SK}/fine/SKILL.md`]: text,
    });
    expect(loaded.map((skill) => skill.name)).toEqual(["fine"]);
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["unreadable-directory", `${SK}/locked`],
      ["not-a-regular-file", `${SK}/pipe/SKILL.md`],
      ["unclosed-frontmatter", `${SK}/broken/SKILL.md`],
      ["unreadable-file", `${SK}/secret/SKILL.md`],
    ]);
    for (const { message, hint } of diagnostics) expect([message, hint]).not.toContain(undefined);
  });

  it("reads no more of a file than it may have", async () => {
    const { loaded, diagnostics } = await loadTree({ [`${SK}/huge/SKILL.md`]: "x".repeat(3 * 1024 * 1024) });
    expect(loaded).toEqual([]);
    expect(codesOf(diagnostics)).toEqual(["too-large"]);
  });

  it("reports a root that is a link to nowhere, and is silent about one that is absent", async () => {
    const { diagnostics } = await loadTree({ [SK]: { link: "/nowhere" } });
    expect(diagnostics).toMatchObject([{ code: "broken-link", path: SK }]);
  });

  it("reports a root that is a file", async () => {
    const { diagnostics } = await loadTree({ [SK]: "not a directory" });
    expect(diagnostics).toMatchObject([{ code: "unreadable-directory", path: SK }]);
  });

  it("opens nothing but skill files", async () => {
    const fs = createMemoryFileSystem({
      tree: { "/r/a/SKILL.md": text, "/r/a/data.bin": "x", "/r/README.md": "x", "/r/p/SKILL.md": { kind: "pipe" } },
    });
    await loadRoots([root("/r")], { fs });
    expect(fs.calls.filter((call) => call.startsWith("readFile"))).toEqual(["readFile /r/a/SKILL.md"]);
  });

  it("asks for no real path below a root without links", async () => {
    const tree = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`/r/s${index}/SKILL.md`, text]));
    const fs = createMemoryFileSystem({ tree });
    await loadRoots([root("/r")], { fs });
    expect(fs.calls.filter((call) => /^(realPath|stat)/.test(call))).toEqual(["realPath /r"]);
  });

  it("does not load again what is loaded", async () => {
    const fs = createMemoryFileSystem({ tree: { "/r/a/SKILL.md": text, "/r/b/SKILL.md": text } });
    const { skills, diagnostics } = await loadRoots([root("/r")], { fs, alreadyLoaded: new Set(["/r/a/SKILL.md"]) });
    expect(skills.map((skill) => skill.name)).toEqual(["b"]);
    expect(diagnostics).toMatchObject([{ code: "already-loaded", severity: "info", path: "/r/a/SKILL.md" }]);
  });

  it("gives the same result whatever the order and the pace of the file system", async () => {
    const tree = {
      [`${SK}/b/SKILL.md`]: skillText({ name: "same" }),
      [`${SK}/a/SKILL.md`]: skillText({ name: "same" }),
      [`${SK}/group/c/SKILL.md`]: text,
      [`${SK}/link`]: { link: "group" },
      [`${SK}/broken/SKILL.md`]: "---\n",
      [`${SK}/gone`]: { link: "/nowhere" },
      [`${USK}/d/SKILL.md`]: { link: `${SK}/a/SKILL.md` },
      [`${USK}/e/SKILL.md`]: skillText({ name: "same" }),
      "/home/ada/.claude/commands/git/push.md": "Push.",
    };
    const first = await loadTree(tree);
    for (let seed = 1; seed <= 30; seed += 1) {
      const other = await loadTree(tree, { seed });
      expect(JSON.stringify(other.registry.skills)).toBe(JSON.stringify(first.registry.skills));
      expect(other.diagnostics).toEqual(first.diagnostics);
    }
  });
});

describe("legacy commands", () => {
  it("are named by their file; sub-directories qualify them", async () => {
    const tree = await loadTree({
      "/proj/.claude/commands/fix.md": "Fix it.",
      "/proj/.claude/commands/git/push.md": "Push it.",
      "/proj/.claude/commands/git/hub/fix.md": "Fix it there.",
    });
    expect(tree.registry.skills.map((skill) => [skill.callName, skill.qualifiedName])).toEqual([
      ["fix", "project:fix"],
      ["push", "git:push"],
      ["git:hub:fix", "git:hub:fix"],
    ]);
    expect(tree.find("git:push")?.name).toBe("push");
  });

  it("are beaten by skills of any source", async () => {
    const tree = await loadTree({ "/proj/.claude/commands/fix.md": "Fix.", [`${USK}/fix/SKILL.md`]: text });
    expect(tree.find("fix")?.kind).toBe("skill");
    expect(tree.find("project:fix")?.kind).toBe("command");
  });
});

describe("the log of loading", () => {
  it("is the contract of the scenarios", async () => {
    const lines: [string, string, Readonly<Record<string, LogValue>> | undefined][] = [];
    const logger = {
      log: (level: string, message: string, fields?: Readonly<Record<string, LogValue>>) =>
        void lines.push([level, message, fields]),
    };
    await loadTree(
      {
        [`${SK}/greet/SKILL.md`]: text,
        [`${SK}/react-helper/SKILL.md`]: skillText({ paths: "src/**/*.{tsx,jsx}" }),
        [`${SK}/broken/SKILL.md`]: "---\nname: broken\n",
        [`${USK}/greet/SKILL.md`]: text,
      },
      { logger },
    );
    expect(lines).toEqual([
      ["debug", "skill: loading skills from filesystem", { project_dir: "/proj" }],
      ["warn", "skill: failed to parse SKILL.md", { dir: `${SK}/broken`, error: "unclosed front-matter block" }],
      ["debug", "skill: loaded from filesystem", { name: "greet", source: "project", conditional: false }],
      ["debug", "skill: loaded from filesystem", { name: "react-helper", source: "project", conditional: true }],
      ["debug", "skill: loaded from filesystem", { name: "greet", source: "user", conditional: false }],
    ]);
  });
});

function root(path: string): SkillRoot {
  return { path, source: "custom", kind: "skill", qualifier: "custom", trusted: true };
}
