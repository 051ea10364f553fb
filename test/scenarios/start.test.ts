/** Starting the program: what it keeps from one start to the next, and that nothing goes wrong with it. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import module from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProgramWorld, type ProgramWorld } from "../support/program-world.ts";

let world: ProgramWorld;
beforeEach(async () => {
  world = await createProgramWorld();
});
afterEach(() => world.dispose());

const list = (env: Record<string, string> = {}) => world.run(["skills", "list"], { env });
const cacheDirectory = () => join(world.skillfulHome, "cache", "code");

/** Newer Nodes have a cache of their own, whose files are theirs. */
describe.skipIf("enableCompileCache" in module)("compiled code", () => {
  const pack = async () => {
    const [name, ...rest] = await readdir(cacheDirectory());
    expect(rest).toEqual([]);
    return join(cacheDirectory(), name ?? "");
  };

  it("is kept by the first starts and used by all that follow", async () => {
    const first = await list();
    expect(first.exitCode).toBe(0);
    const { size } = await stat(await pack());
    for (let start = 2; start <= 4; start += 1) expect(await list()).toEqual(first);
    const kept = await stat(await pack());
    expect(kept.size).toBeGreaterThanOrEqual(size);
    expect(await list()).toEqual(first);
    // A start that could not use it would have written it anew.
    expect((await stat(await pack())).ino).toBe(kept.ino);
  });

  it("is read by nobody else", async () => {
    await list();
    const file = await stat(await pack());
    expect(file.mode & 0o077).toBe(0);
  });

  it("is made anew when it is damaged, without a word", async () => {
    const first = await list();
    const path = await pack();
    const good = await readFile(path);
    await writeFile(path, good.subarray(0, good.length / 2));
    expect(await list()).toEqual(first);
    expect((await stat(path)).size).toBeGreaterThan(good.length * 0.9);
  });

  it("is not kept where it is not wanted", async () => {
    expect((await list({ NODE_DISABLE_COMPILE_CACHE: "1" })).exitCode).toBe(0);
    await expect(readdir(cacheDirectory())).rejects.toThrow("ENOENT");
  });

  it("is done without where its place cannot be used", async () => {
    const first = await list({ NODE_DISABLE_COMPILE_CACHE: "1" });
    await rm(cacheDirectory(), { recursive: true, force: true });
    await mkdir(join(world.skillfulHome, "cache"), { recursive: true });
    await writeFile(cacheDirectory(), "a file stands here");
    expect(await list()).toEqual(first);
  });
});

it("writes nothing to show its version", async () => {
  expect((await world.run(["--version"])).exitCode).toBe(0);
  expect(await readdir(world.skillfulHome)).toEqual([]);
});
