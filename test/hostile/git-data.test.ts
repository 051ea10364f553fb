/** A repository whose `.git` leads to somebody else's: neither its history nor its settings are read. */
import { execFileSync } from "node:child_process";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScriptedReply } from "../../src/testing/index.ts";
import type { ProgramRun } from "../support/program-world.ts";
import { createHostileRepository, type HostileRepository } from "./hostile-repository.ts";
import { findTrespasses, hasStrace, placesOf, traceCommand } from "./trace-files.ts";

let clone: HostileRepository;
let git: string;
let foreign: string;

const link = async (target: string, path: string) => {
  await rm(path, { recursive: true, force: true });
  await symlink(target, path);
};

const TRICKS: Readonly<Record<string, () => Promise<unknown>>> = {
  "a .git file": async () => {
    await rm(git, { recursive: true });
    await writeFile(git, `gitdir: ${foreign}\n`);
  },
  "a link .git": () => link(foreign, git),
  "a pipe .git": async () => {
    await rm(git, { recursive: true });
    execFileSync("mkfifo", [git]);
  },
  "linked objects": () => link(join(foreign, "objects"), join(git, "objects")),
  "linked settings": () => link(join(foreign, "config"), join(git, "config")),
  "settings that include others": async () =>
    execFileSync("git", ["config", "--file", join(git, "config"), "include.path", join(clone.outside, "notes.txt")]),
  "linked lists of what is ignored": () => link(join(clone.outside, ".gitignore"), join(git, "info/exclude")),
};

const CALLS: readonly ScriptedReply[] = [
  ["GitDiff", {}],
  ["GitDiff", { range: "HEAD" }],
  ["GitDiff", { staged: true }],
  ["Grep", { pattern: "CANARY" }],
  ["Read", { file_path: "packages/web/a.ts" }],
  ["Bash", { command: "ls; cat tracked.txt" }],
].map(([name, input]) => ({ toolCalls: [{ name: name as string, input }] }));

describe.each(Object.keys(TRICKS))("with %s", (trick) => {
  let run: ProgramRun;
  let trace = "";
  beforeAll(async () => {
    clone = await createHostileRepository();
    git = join(clone.world.project, ".git");
    foreign = join(clone.outside, "repository/.git");
    await TRICKS[trick]?.();
    const { world, server } = clone;
    const file = join(world.skillfulHome, "trace");
    server.setScript([...CALLS, { text: "Done." }]);
    const args = ["-p", "look", "--output-format", "stream-json", "--model", "openai-compatible/scripted-model"];
    run = await world.run(args, {
      env: { PATH: clone.path },
      timeLimitMs: 60_000,
      ...(hasStrace && { wrap: (words) => traceCommand(words, file) }),
    });
    trace = hasStrace ? await readFile(file, "utf8") : "";
  }, 90_000);
  afterAll(() => clone.dispose());

  it("nothing of somebody else's is shown, and nothing runs", async () => {
    expect(run.exitCode, run.stderr).toBe(0);
    expect(clone.leaks(run.stdout, run.stderr)).toEqual([]);
    expect(clone.server.requests).toHaveLength(CALLS.length + 1);
    const shown = await clone.world.run(["skills", "explain", "packages/web/a.ts"], { env: { PATH: clone.path } });
    expect(shown.stdout).toContain("nested");
    expect(clone.marks()).toEqual([]);
  });

  // Skipped where system calls cannot be recorded.
  it.skipIf(!hasStrace)("nothing of somebody else's is read", () => {
    const places = placesOf(clone.world);
    // Whether a repository says of itself that this is its working tree can only be read there.
    const own = [...places.own, ...["config", "commondir"].map((name) => join(foreign, name))];
    expect(findTrespasses(trace, trick === "a .git file" ? { ...places, own } : places)).toEqual([]);
  });
});
