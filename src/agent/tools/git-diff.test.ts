import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { basename } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolSandbox, type ToolSandbox } from "../../../test/support/tool-sandbox.ts";
import { gitDiffTool } from "./git-diff.ts";

let box: ToolSandbox;

function git(...args: string[]): void {
  const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  const result = spawnSync("git", [...identity, ...args], { cwd: box.cwd, encoding: "utf8" });
  if (result.status !== 0) throw new Error(result.stderr);
}

beforeEach(() => {
  box = createToolSandbox();
  git("init", "-q", "-b", "main");
  box.write("a.txt", "one\n");
  box.write("sub/b.txt", "one\n");
  git("add", ".");
  git("commit", "-qm", "first");
  box.write("a.txt", "two\n");
  git("commit", "-qam", "second");
});
afterEach(() => box.remove());

const diff = (input: object, more = {}) => box.run(gitDiffTool, input, more);

describe("GitDiff", () => {
  it("shows the working tree, the index, and ranges", async () => {
    expect(await diff({})).toEqual({ text: "No changes.", isError: false, touched: [] });
    box.write("sub/b.txt", "three\n");
    expect((await diff({})).text).toMatch(/sub\/b.txt \| 2 [\s\S]*-one\n\+three$/);
    git("add", ".");
    expect((await diff({})).text).toBe("No changes.");
    expect((await diff({ staged: true })).text).toContain("+three");
    expect((await diff({ range: "HEAD~1..HEAD" })).text).toContain("-one\n+two");
    expect((await diff({ range: "HEAD~1 HEAD" })).text).toContain("-one\n+two");
    expect((await diff({ range: "HEAD~1", path: "sub" })).text).toMatch(/b.txt/);
    expect((await diff({ range: "HEAD~1", path: "sub" })).text).not.toContain("a.txt");
  });

  it("stays below the working directory", async () => {
    box.write("a.txt", "changed\n");
    const inSub = await diff({}, { cwd: box.path("sub") });
    expect(inSub.text).toBe("No changes.");
  });

  it.each(["--output=/tmp/x", "-O", "HEAD --ext-diff", "HEAD:a.txt", ":/first", "a b c", "nope", "HEAD\u0000"])(
    "refuses the range %j",
    async (range) => {
      expect(await diff({ range })).toMatchObject({ isError: true });
    },
  );

  it("takes a path literally", async () => {
    box.write("a.txt", "changed\n");
    expect((await diff({ path: ":(top)" })).text).toBe("No changes.");
    expect((await diff({ path: "*.txt" })).text).toBe("No changes.");
    expect((await diff({ path: "--output=x" })).text).toBe("No changes.");
  });

  it("says so outside of a repository", async () => {
    rmSync(box.path(".git"), { recursive: true });
    const result = await diff({});
    expect(result).toMatchObject({ isError: true, text: `${box.cwd} is not in a git repository.` });
  });

  it("leaves out what may not be read", async () => {
    box.write("a.txt", "changed\n");
    box.write("sub/b.txt", "changed\n");
    const { text } = await diff({}, { mayRead: (path: string) => !path.endsWith("a.txt") });
    expect(text).toContain("b.txt");
    expect(text).not.toContain("a.txt");
    expect(text).toContain("(1 changed files may not be read and are left out.)");
    expect((await diff({}, { mayRead: () => false })).text).toBe("No changes in files that may be read.");
  });

  it("is bounded", async () => {
    box.write("a.txt", "line\n".repeat(100_000));
    const { text } = await diff({});
    expect(text.length).toBeLessThan(61_000);
    expect(text).toContain("The diff is cut here");
  });

  it("executes nothing that the repository configures", async () => {
    const marker = box.path("executed");
    box.write("evil.sh", `#!/bin/sh\necho "$0 $@" >> '${marker}'\ncat\n`);
    chmodSync(box.path("evil.sh"), 0o755);
    const evil = box.path("evil.sh");
    box.write(".gitattributes", "*.txt diff=evil filter=evil\n*.md filter=a=b\n");
    mkdirSync(box.path("hooks"));
    for (const [key, value] of [
      ["core.fsmonitor", evil],
      ["core.pager", evil],
      ["pager.diff", evil],
      ["diff.external", evil],
      ["diff.evil.command", evil],
      ["diff.evil.textconv", evil],
      ["filter.evil.clean", evil],
      ["filter.evil.process", evil],
      ["filter.evil.required", "true"],
      ["filter.a=b.clean", evil],
      ["core.hooksPath", box.path("hooks")],
      ["core.sshCommand", evil],
      ["credential.helper", `!${evil}`],
    ] as const) {
      git("config", key, value);
    }
    rmSync(marker, { force: true });
    box.write("a.txt", "changed\n");
    box.write("c.md", "changed\n");
    expect((await diff({})).text).toContain("+changed");
    expect((await diff({ range: "HEAD~1" })).isError).toBe(false);
    expect((await diff({ staged: true })).isError).toBe(false);
    expect(existsSync(marker)).toBe(false);
    // The trap works: git alone would have run it.
    spawnSync("git", ["diff"], { cwd: box.cwd, timeout: 10_000 });
    expect(existsSync(marker)).toBe(true);
  });

  it("fetches nothing, whatever program the repository names for it", async () => {
    const id = spawnSync("git", ["rev-parse", "HEAD:a.txt"], { cwd: box.cwd, encoding: "utf8" }).stdout.trim();
    rmSync(box.path(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`));
    for (const [key, value] of [
      ["core.repositoryformatversion", "1"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.promisor", "true"],
      ["remote.origin.url", `ext::sh -c touch% ${box.path("fetched")}`],
      ["protocol.ext.allow", "always"],
    ] as const) {
      git("config", key, value);
    }
    box.write("a.txt", "changed\n");
    expect(await diff({})).toMatchObject({ isError: true });
    expect(existsSync(box.path("fetched"))).toBe(false);
    // The trap works: git alone would have run it.
    spawnSync("git", ["diff"], { cwd: box.cwd, timeout: 10_000 });
    expect(existsSync(box.path("fetched"))).toBe(true);
  });

  it("does not follow a configured working tree elsewhere", async () => {
    git("config", "core.worktree", "/etc");
    expect(await diff({})).toMatchObject({ isError: true });
  });
});

describe("GitDiff and data outside of the working tree", () => {
  /** A repository of somebody else, with a secret in its history. */
  let other: ToolSandbox;
  beforeEach(() => {
    other = createToolSandbox();
    git("init", "-q", "-b", "main", other.cwd);
    other.write("secret.txt", "CANARY-ONE\n");
    git("-C", other.cwd, "add", ".");
    git("-C", other.cwd, "commit", "-qm", "first");
    other.write("secret.txt", "CANARY-TWO\n");
    git("-C", other.cwd, "commit", "-qam", "second");
  });
  afterEach(() => other.remove());

  const link = (target: string, name: string) => {
    rmSync(box.path(name), { recursive: true, force: true });
    symlinkSync(target, box.path(name));
  };
  const TRICKS: Readonly<Record<string, () => void>> = {
    "a .git file": () => {
      rmSync(box.path(".git"), { recursive: true });
      box.write(".git", `gitdir: ${other.path(".git")}\n`);
    },
    "a link .git": () => link(other.path(".git"), ".git"),
    "a common directory": () => box.write(".git/commondir", `${other.path(".git")}\n`),
    "linked objects and refs": () => {
      link(other.path(".git/objects"), ".git/objects");
      link(other.path(".git/refs"), ".git/refs");
    },
    "one linked ref and alternate objects": () => {
      link(other.path(".git/refs/heads/main"), ".git/refs/heads/main");
      box.write(".git/objects/info/alternates", `${other.path(".git/objects")}\n`);
    },
    "alternate objects alone": () => box.write(".git/objects/info/alternates", `${other.path(".git/objects")}\n`),
    "alternates of alternate objects": () => {
      box.write(".git/objects/info/alternates", "../../stash/objects\n");
      box.write("stash/objects/info/alternates", `${other.path(".git/objects")}\n`);
    },
    "a link to a folder with links": () => {
      link(other.path(".git/objects"), "stash");
      link(box.path("stash"), ".git/objects");
    },
    "one linked object": () => {
      const id = spawnSync("git", ["-C", other.cwd, "rev-parse", "HEAD"], { encoding: "utf8" }).stdout.trim();
      const object = `.git/objects/${id.slice(0, 2)}/${id.slice(2)}`;
      box.write(object, "");
      link(other.path(object), object);
    },
    "linked attributes": () => {
      other.write("attributes", "*.txt -diff\n");
      link(other.path("attributes"), ".git/info/attributes");
    },
    "settings that include others": () => git("config", "include.path", other.path(".git/config")),
    "settings that include some on a condition": () =>
      git("config", "includeIf.onbranch:**.path", other.path(".git/config")),
    "included settings that include others": () => {
      git("config", "include.path", "../included");
      box.write("included", `[include]\n\tpath = ${other.path(".git/config")}\n`);
    },
    "settings that are a pipe": () => {
      git("config", "include.path", "../pipe");
      spawnSync("mkfifo", [box.path("pipe")]);
    },
    "settings with a mistake": () => {
      box.write(".git/config", `[include]\n\tpath = ${other.path(".git/config")}\n[broken\n`);
    },
    "a pipe among its data": () => void spawnSync("mkfifo", [box.path(".git/refs/heads/pipe")]),
    "a link to a pipe among its data": () => {
      spawnSync("mkfifo", [box.path("pipe")]);
      link("../pipe", ".git/FETCH_HEAD");
    },
    "linked settings": () => link(other.path(".git/config"), ".git/config"),
    "settings of a work tree": () => {
      git("config", "extensions.worktreeConfig", "true");
      link(other.path(".git/config"), ".git/config.worktree");
    },
    "a relative alternate": () =>
      box.write(".git/objects/info/alternates", `../../../${basename(other.cwd)}/.git/objects\n`),
    "a work tree of somebody else": () => {
      git("-C", other.cwd, "worktree", "add", "-q", other.path("w"));
      rmSync(box.path(".git"), { recursive: true });
      box.write(".git", `gitdir: ${other.path(".git/worktrees/w")}\n`);
      rmSync(other.path("w"), { recursive: true });
    },
    "a work tree's data made here": () => {
      rmSync(box.path(".git"), { recursive: true });
      box.write("fake/worktrees/w/HEAD", "ref: refs/heads/main\n");
      box.write("fake/worktrees/w/commondir", `${other.path(".git")}\n`);
      box.write("fake/worktrees/w/gitdir", box.path(".git"));
      box.write(".git", `gitdir: ${box.path("fake/worktrees/w")}\n`);
    },
  };
  it.each(Object.keys(TRICKS))("is not shown by %s", async (name) => {
    TRICKS[name]?.();
    for (const request of [{}, { staged: true }, { range: "HEAD" }, { range: "HEAD~1..HEAD" }]) {
      const { text, isError } = await diff(request);
      expect(isError, text).toBe(true);
      expect(text).toContain("outside of the workspace");
      expect(text).not.toContain("CANARY");
    }
  });

  it("is not waited for where attributes are a pipe", async () => {
    box.write("sub/deep/c.txt", "one\n");
    git("add", ".");
    box.write("sub/deep/c.txt", "two\n");
    spawnSync("mkfifo", [box.path("sub/.gitattributes")]);
    for (const request of [{}, { staged: true }, { range: "HEAD" }, { path: "sub/deep" }]) {
      const { text, isError } = await diff(request);
      expect(isError, text).toBe(true);
      expect(text).toContain(`${box.path("sub/.gitattributes")} is a pipe`);
    }
    box.write("a.txt", "changed\n");
    expect((await diff({ path: "a.txt" })).text).toContain("+changed");
  });

  it("is left alone where settings name files that git can do without", async () => {
    other.write("attributes", "*.txt -diff\n");
    other.write("order", "z.txt\n");
    box.write(".gitconfig", "[diff]\n\tnoprefix = true\n");
    git("config", "include.path", "../.gitconfig");
    git("config", "core.attributesFile", other.path("attributes"));
    git("config", "diff.orderFile", other.path("order"));
    box.write("a.txt", "changed\n");
    const { text, isError } = await diff({});
    expect(isError, text).toBe(false);
    expect(text).toContain("+changed");
    // Files included from inside count.
    expect(text).toContain("diff --git a.txt a.txt");
  });

  it("does not tell which commit a folder that poses as a submodule is at", async () => {
    const head = spawnSync("git", ["-C", other.cwd, "rev-parse", "HEAD"], { encoding: "utf8" }).stdout.trim();
    git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},part`);
    git("commit", "-qm", "part");
    box.write("part/.git", `gitdir: ${other.path(".git")}\n`);
    box.write("a.txt", "changed\n");
    const { text } = await diff({});
    expect(text).toContain("+changed");
    expect(text).not.toContain(head);
    // The trap works: git alone would have told.
    expect(spawnSync("git", ["diff"], { cwd: box.cwd, encoding: "utf8" }).stdout).toContain(head);
  });

  it("is a work tree's and a submodule's own when it says so itself", async () => {
    const tree = createToolSandbox();
    git("worktree", "add", "-q", "-b", "topic", tree.path("wt"));
    tree.write("wt/a.txt", "in the work tree\n");
    expect((await diff({}, { cwd: tree.path("wt") })).text).toContain("+in the work tree");
    tree.remove();

    git("-c", "protocol.file.allow=always", "submodule", "add", "-q", other.cwd, "part");
    box.write("part/secret.txt", "in the submodule\n");
    expect((await diff({}, { cwd: box.path("part") })).text).toContain("+in the submodule");
  });
});
