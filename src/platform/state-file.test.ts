import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStateFile } from "./state-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillful-state-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const counterAt = (path: string, damaged: string[] = []) =>
  createStateFile<number>({
    path,
    empty: 0,
    parse: (text) => {
      const value: unknown = JSON.parse(text);
      if (typeof value !== "number") throw new SyntaxError("not a number");
      return value;
    },
    format: (value) => `${value}\n`,
    onDamaged: (message) => damaged.push(message),
  });

describe("createStateFile", () => {
  it("reads empty where there is no file, and makes the directory on the first change", async () => {
    const path = join(folder, "deep", "count.json");
    const file = counterAt(path);
    expect(await file.read()).toBe(0);
    expect(await file.update((n) => n + 1)).toBe(1);
    expect(await readFile(path, "utf8")).toBe("1\n");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("loses no change of many at once", async () => {
    const path = join(folder, "count.json");
    await Promise.all(Array.from({ length: 25 }, () => counterAt(path).update((n) => n + 1)));
    expect(await counterAt(path).read()).toBe(25);
    expect(await readdir(folder)).toEqual(["count.json"]);
  });

  it("loses no change of several processes", async () => {
    const path = join(folder, "count.json");
    const { build } = await import("vite");
    await build({
      configFile: false,
      logLevel: "error",
      ssr: { noExternal: true },
      build: {
        ssr: new URL("./state-file.ts", import.meta.url).pathname,
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: "state-file.mjs" } },
      },
    });
    const module = join(folder, "state-file.mjs");
    const script = `import { createStateFile } from ${JSON.stringify(module)};
      const file = createStateFile({ path: ${JSON.stringify(path)}, empty: 0, parse: Number, format: String });
      for (let i = 0; i < 10; i++) await file.update((n) => n + 1);`;
    const run = promisify(execFile);
    await Promise.all([1, 2, 3].map(() => run(process.execPath, ["--input-type=module", "-e", script])));
    expect(await counterAt(path).read()).toBe(30);
  });

  it("reads a damaged file as empty, says so, and keeps it aside", async () => {
    const path = join(folder, "count.json");
    await writeFile(path, "{oops");
    const damaged: string[] = [];
    const file = counterAt(path, damaged);
    expect(await file.read()).toBe(0);
    expect(damaged[0]).toContain(`${path} is damaged`);
    await file.update((n) => n + 1);
    expect(await readFile(`${path}.damaged`, "utf8")).toBe("{oops");
    expect(await file.read()).toBe(1);
  });

  it("keeps the old file and no lock when a change throws", async () => {
    const path = join(folder, "count.json");
    await counterAt(path).update(() => 7);
    await expect(
      counterAt(path).update(() => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await counterAt(path).read()).toBe(7);
    expect(await readdir(folder)).toEqual(["count.json"]);
  });

  it("takes over the lock of a process that died", async () => {
    const path = join(folder, "count.json");
    await writeFile(`${path}.lock`, "");
    await utimes(`${path}.lock`, new Date(0), new Date(0));
    expect(await counterAt(path).update((n) => n + 1)).toBe(1);
  });

  it.skipIf(process.getuid?.() === 0)("reports a directory that cannot be written", async () => {
    const closed = join(folder, "closed");
    await mkdir(closed);
    await chmod(closed, 0o500);
    await expect(counterAt(join(closed, "count.json")).update((n) => n + 1)).rejects.toThrow("EACCES");
  });
});
