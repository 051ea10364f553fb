/** Looking at a hostile repository: listing, showing, explaining, linting and asking about trust run and leak nothing. */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SETTING_KEYS, SETTINGS } from "../../src/agent/settings-schema.ts";
import { PROGRAM } from "../support/program-world.ts";
import { createHostileRepository, DEPTHS, type HostileRepository } from "./hostile-repository.ts";
import { findTrespasses, hasStrace, placesOf, traceCommand } from "./trace-files.ts";

let clone: HostileRepository;
beforeAll(async () => {
  clone = await createHostileRepository();
});
afterAll(() => clone.dispose());

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const ACTIVE_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const COMMANDS: readonly (readonly string[])[] = [
  ["skills", "list"],
  ["skills", "list", "--all"],
  ["skills", "list", "--all", "--json"],
  ["skills", "show", "hooked"],
  ["skills", "show", "inject", "a", "b"],
  ["skills", "show", "closer"],
  ["skills", "show", "painter"],
  ["skills", "show", "inject", "--json"],
  ["skills", "show", "link-folder"],
  ["skills", "show", "../../../outside/leak"],
  ["skills", "explain", "waiting"],
  ["skills", "explain", "packages/web/a.ts"],
  ["skills", "explain", "packages/api/a.ts"],
  ["skills", "explain", "bare/file.ts"],
  ["skills", "explain", "link-outside/notes.txt"],
  ["skills", "explain", `${DEPTHS}/file.ts`],
  ["skills", "lint"],
  ["skills", "lint", "--format", "json"],
  ["trust", "--show"],
  ["trust", "--list"],
  // Where this version has it.
  ...(spawnSync(process.execPath, [PROGRAM, "--help"], { encoding: "utf8" }).stdout.includes("doctor")
    ? [["doctor"]]
    : []),
];

/** Runs the program and records its system calls where that can be done. */
async function look(words: readonly string[], cwd: string) {
  const folder = await mkdtemp(join(tmpdir(), "skillful-trace-"));
  const trace = join(folder, "trace");
  const run = await clone.world.run(words, {
    cwd,
    env: { PATH: clone.path },
    timeLimitMs: 60_000,
    ...(hasStrace && { wrap: (all) => traceCommand(all, trace) }),
  });
  const trespasses = hasStrace ? findTrespasses(await readFile(trace, "utf8"), placesOf(clone.world)) : [];
  await rm(folder, { recursive: true });
  return { ...run, trespasses };
}

describe.each(COMMANDS.map((words) => ({ line: words.join(" ").slice(0, 60), words })))(
  "skillful $line",
  ({ words }) => {
    let run: Awaited<ReturnType<typeof look>>;
    beforeAll(async () => {
      run = await look(words, clone.world.project);
    }, 90_000);

    it("runs nothing, shows nothing from outside, and keeps escape sequences to itself", () => {
      expect(clone.marks()).toEqual([]);
      expect(clone.leaks(run.stdout, run.stderr)).toEqual([]);
      expect(run.stdout + run.stderr).not.toMatch(ACTIVE_CHARACTERS);
      expect(clone.server.requests).toEqual([]);
      expect(clone.thief.requests).toEqual([]);
      expect([0, 1, 2]).toContain(run.exitCode);
      expect(run.stderr).not.toMatch(/unexpected|at .*\.(?:js|cjs|ts):\d/i);
    });

    // Skipped where system calls cannot be recorded.
    it.skipIf(!hasStrace)("opens and changes nothing outside of the workspace and starts nothing of it", () => {
      expect(run.trespasses).toEqual([]);
    });
  },
);

describe.each(["packages/web", "packages/api", "packages/cli", "bare", DEPTHS])("in the folder %.20s", (folder) => {
  it.each([["skills list --all --json"], ["doctor"], ["trust --show"]])(
    `skillful %s runs nothing and shows${hasStrace ? " and opens" : ""} nothing of outside`,
    async (line) => {
      const run = await look(line.split(" "), join(clone.world.project, folder));
      expect(clone.marks()).toEqual([]);
      expect(clone.leaks(run.stdout, run.stderr)).toEqual([]);
      expect(run.trespasses).toEqual([]);
      expect([0, 1]).toContain(run.exitCode);
    },
    90_000,
  );
});

it("every setting that takes trust or a person is among those that the repository tries", async () => {
  const text = await readFile(join(clone.world.project, ".skillful/settings.json"), "utf8");
  const settings = JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
  const isTried = (key: string) => {
    const [group = "", name] = key.split(".");
    return name === undefined ? settings[group] !== undefined : settings[group]?.[name] !== undefined;
  };
  const values = [undefined, true, "", "on", {}];
  const powers = SETTING_KEYS.filter((key) => values.some((value) => !SETTINGS[key].untrusted(value)));
  expect(powers.length).toBeGreaterThan(20);
  expect(powers.filter((key) => !isTried(key))).toEqual([]);
});

describe("skillful skills new", () => {
  it("writes nothing where a link of the repository leads", async () => {
    const place = await clone.world.write("packages/new/file", "");
    await mkdir(join(place, "../.claude"));
    await symlink(join(clone.outside, "skills"), join(place, "../.claude/skills"));
    const cwd = join(place, "..");
    const run = await clone.world.run(["skills", "new", "mine"], { cwd });
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toContain("leads out of this workspace");
    expect(await readdir(join(clone.outside, "skills"))).toEqual(["leak"]);
    expect((await clone.world.run(["skills", "new", "mine", "--trust"], { cwd })).exitCode).toBe(0);
    await rm(join(clone.outside, "skills/mine"), { recursive: true });
  });
});

describe("what is safe", () => {
  it("is listed, each skill once, under a name that can be called", async () => {
    const { stdout } = await clone.world.run(["skills", "list", "--all", "--json"]);
    const { skills, diagnostics } = JSON.parse(stdout) as {
      skills: { name: string; path: string; state: string }[];
      diagnostics: { path: string; code: string }[];
    };
    const names = skills.map(({ name }) => name);
    for (const name of ["plain", "hooked", "inject", "forked", "closer", "agents-skill", "command"]) {
      expect(
        names.filter((it) => it === name),
        name,
      ).toHaveLength(1);
    }
    expect(names.filter((name) => /[\s/\\\p{Cc}]|\.\./u.test(name))).toEqual([]);
    const linked = diagnostics.filter(({ code }) => code === "untrusted-link").map(({ path }) => path);
    for (const name of ["link-folder", "link-relative", "link-chain", "link-file/SKILL.md", "disk"]) {
      expect(linked).toContain(join(clone.world.project, ".claude/skills", name));
    }
    const places = [...skills, ...diagnostics].map(({ path }) => path);
    for (const name of ["pipe", "device", "sparse", "deep", "broken", "process"]) {
      expect(
        places.some((path) => path.includes(`/${name}`)),
        name,
      ).toBe(true);
    }
  });

  it("is shown as text, with what it would do", async () => {
    const shown = await clone.world.run(["skills", "show", "inject"]);
    expect(shown).toMatchObject({ exitCode: 0 });
    expect(shown.stdout).toContain("inject-1");
  });

  it("is named in full by the list of what trust would switch on", async () => {
    const { stdout } = await clone.world.run(["trust", "--show"]);
    for (const text of [
      /settings: \S*\/\.skillful\/settings\.json registers hooks/,
      /settings: packages\/\.skillful\/settings\.json registers hooks/,
      /hooked: allows itself .*registers hooks/,
      /packages\/web:nested: allows itself/,
      /agents: \.claude\/agents brings .*boss/,
      /servers: \.mcp\.json names servers: evil, web/,
      /link: \S*link-folder leads out/,
      /link: packages\/api\/\.skillful\/settings\.json leads out/,
    ]) {
      expect(stdout).toMatch(text);
    }
  });
});
