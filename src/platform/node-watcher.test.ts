import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Watch } from "../engine/index.ts";
import { createNodeWatcher } from "./node-watcher.ts";

let top: string;
let watch: Watch | undefined;
let seen: string[];
let waiting: { readonly path: string; resolve(): void }[];

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "skillful-watch-")));
  seen = [];
  waiting = [];
});

afterEach(async () => {
  await watch?.close();
  rmSync(top, { recursive: true, force: true });
});

const listener = {
  onChange(path: string) {
    const place = path.slice(top.length + 1);
    seen.push(place);
    for (const each of waiting) if (each.path === place) each.resolve();
  },
  onError(error: unknown) {
    throw error;
  },
};

async function start(...directories: string[]): Promise<void> {
  watch = await createNodeWatcher().watch(
    directories.map((directory) => skillsIn(directory)),
    listener,
  );
}

const skillsIn = (directory: string) => ({ kind: "skills", path: join(top, directory) }) as const;

/** Resolves when a change of the path is reported after the call. */
function change(path: string): Promise<void> {
  return new Promise((resolve) => waiting.push({ path, resolve }));
}

function write(path: string, text = "---\ndescription: x\n---\n"): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
}

test("sees files that are added, changed, replaced and removed", async () => {
  for (const name of ["a", "c", "d"]) write(`proj/.claude/skills/${name}/SKILL.md`);
  await start("proj/.claude/skills");

  const added = change("proj/.claude/skills/b/SKILL.md");
  write("proj/.claude/skills/b/SKILL.md");
  await added;

  const changed = change("proj/.claude/skills/a/SKILL.md");
  write("proj/.claude/skills/a/SKILL.md", "other");
  await changed;

  const replaced = change("proj/.claude/skills/c/SKILL.md");
  write("proj/draft.md", "third");
  renameSync(join(top, "proj/draft.md"), join(top, "proj/.claude/skills/c/SKILL.md"));
  await replaced;

  const removed = change("proj/.claude/skills/d");
  rmSync(join(top, "proj/.claude/skills/d"), { recursive: true });
  await removed;
});

test("sees directories come that do not exist yet", async () => {
  mkdirSync(join(top, "proj"));
  await start("proj/.claude/skills", "home/.claude/skills");
  for (const root of ["proj/.claude/skills", "home/.claude/skills"]) {
    const come = change(`${root}/a/SKILL.md`);
    write(`${root}/a/SKILL.md`);
    await come;
  }
});

test("sees a directory go and come back", async () => {
  write("proj/.claude/skills/a/SKILL.md");
  await start("proj/.claude/skills");
  const gone = change("proj/.claude");
  rmSync(join(top, "proj/.claude"), { recursive: true });
  await gone;
  const come = change("proj/.claude/skills/b/SKILL.md");
  write("proj/.claude/skills/b/SKILL.md");
  await come;
});

test("says nothing of other files, of folders of packages, and of places beside the directories", async () => {
  mkdirSync(join(top, "proj/.claude/skills"), { recursive: true });
  await start("proj/.claude/skills");
  const last = change("proj/.claude/skills/z/SKILL.md");
  write("proj/src/notes.md");
  write("proj/.claude/other/SKILL.md");
  write("proj/.claude/skills/z/script.py");
  write("proj/.claude/skills/node_modules/x/SKILL.md");
  write("proj/.claude/skills/.git/x/SKILL.md");
  write("proj/.claude/skills/z/SKILL.md");
  await last;
  expect(seen.filter((path) => !/^proj\/\.claude\/skills\/z(?:\/SKILL\.md)?$/.test(path))).toEqual([]);
});

test("sees changes behind links and survives a circle of them", async () => {
  write("shared/a/SKILL.md");
  mkdirSync(join(top, "proj/.claude/skills"), { recursive: true });
  symlinkSync(join(top, "shared/a"), join(top, "proj/.claude/skills/a"));
  symlinkSync(join(top, "proj/.claude"), join(top, "proj/.claude/skills/circle"));
  await start("proj/.claude/skills");
  const changed = change("proj/.claude/skills/a/SKILL.md");
  write("shared/a/SKILL.md", "other");
  await changed;
});

test("does not look at what links lead to outside of where a directory is confined to", async () => {
  write("outside/a/SKILL.md");
  write("outside/.claude/skills/b/SKILL.md");
  write("proj/shared/c/SKILL.md");
  mkdirSync(join(top, "proj/web"));
  mkdirSync(join(top, "proj/.claude/skills"), { recursive: true });
  symlinkSync(join(top, "outside/a"), join(top, "proj/.claude/skills/a"));
  symlinkSync("../../shared/c", join(top, "proj/.claude/skills/c"));
  symlinkSync(join(top, "outside/.claude"), join(top, "proj/web/.claude"));
  const confinedTo = join(top, "proj");
  watch = await createNodeWatcher().watch(
    ["proj/.claude/skills", "proj/web/.claude/skills"].map((path) => ({ ...skillsIn(path), confinedTo })),
    listener,
  );
  const inside = change("proj/.claude/skills/c/SKILL.md");
  write("outside/a/SKILL.md", "other");
  write("outside/.claude/skills/b/SKILL.md", "other");
  write("proj/shared/c/SKILL.md", "other");
  await inside;
  // What replaces the link is part of the tree.
  rmSync(join(top, "proj/.claude/skills/a"));
  const replaced = change("proj/.claude/skills/a/SKILL.md");
  write("proj/.claude/skills/a/SKILL.md");
  await replaced;
  expect(seen.filter((path) => !/^proj\/\.claude\/skills\/[ac](?:\/SKILL\.md)?$/.test(path))).toEqual([]);
  expect(seen[0]).toBe("proj/.claude/skills/c/SKILL.md");
});

test("watches more directories later, and nothing after it was closed", async () => {
  await start("proj/.claude/skills");
  await watch?.add([skillsIn("proj/packages/web/.claude/skills")]);
  const nested = change("proj/packages/web/.claude/skills/a/SKILL.md");
  write("proj/packages/web/.claude/skills/a/SKILL.md");
  await nested;
  await watch?.close();
  await watch?.close();
});

test("sees of other places what matters there, also when they come later", async () => {
  mkdirSync(join(top, "home"));
  const matters = (names: readonly string[], kind: string) =>
    names.length < 4 && (kind !== "file" || names.at(-1) === "plugin.json");
  watch = await createNodeWatcher().watch(
    [{ kind: "places", path: join(top, "home/.claude/plugins"), matters }],
    listener,
  );
  const come = change("home/.claude/plugins/demo/.claude-plugin/plugin.json");
  write("home/.claude/plugins/demo/.claude-plugin/plugin.json", "{}");
  await come;
  const changed = change("home/.claude/plugins/demo/.claude-plugin/plugin.json");
  write("home/.claude/plugins/demo/notes.md");
  write("home/other/plugin.json");
  write("home/.claude/plugins/demo/.claude-plugin/plugin.json", "{ }");
  await changed;
  expect(seen.filter((path) => path.includes("notes") || path.includes("other"))).toEqual([]);
});
