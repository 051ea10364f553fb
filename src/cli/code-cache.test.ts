import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCodeCache } from "./code-cache.ts";

/** Large enough to be worth keeping. */
const SOURCE = Buffer.from(`function answer() { return 42; }\nanswer();\n// ${"x".repeat(150_000)}`);

let home: string;
let path: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "skillful-code-"));
  path = join(home, "cache", "code", "pack");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function keep(name: string, source = SOURCE): boolean {
  const cache = openCodeCache(path);
  cache.slot(name, source).fill({ script: new Script(source.toString()), isFresh: true });
  return cache.save();
}

describe("openCodeCache", () => {
  it("gives back what V8 accepts for the same text", () => {
    expect(keep("a.cjs")).toBe(true);
    const cachedData = openCodeCache(path).slot("a.cjs", SOURCE).data;
    const script = new Script(SOURCE.toString(), { cachedData });
    expect(script.cachedDataRejected).toBe(false);
    expect(script.runInThisContext()).toBe(42);
  });

  it("knows nothing of another file, nor of another text of the same length", () => {
    keep("a.cjs");
    const other = Buffer.from(SOURCE.toString().replace("42", "41"));
    expect(other).toHaveLength(SOURCE.length);
    expect(openCodeCache(path).slot("b.cjs", SOURCE).data).toBeUndefined();
    expect(openCodeCache(path).slot("a.cjs", other).data).toBeUndefined();
  });

  it("adds to what other commands have kept", () => {
    keep("a.cjs");
    keep("b.cjs");
    expect(openCodeCache(path).slot("a.cjs", SOURCE).data).toBeDefined();
    expect(openCodeCache(path).slot("b.cjs", SOURCE).data).toBeDefined();
  });

  it("believes no file that was damaged, at any place, nor one that was cut", () => {
    keep("a.cjs");
    const good = readFileSync(path);
    for (const place of [0, 20, good.indexOf(10) + 1, Math.floor(good.length / 2), good.length - 1]) {
      const bad = Buffer.from(good);
      bad[place] = (bad[place] ?? 0) ^ 0xff;
      writeFileSync(path, bad);
      expect(openCodeCache(path).slot("a.cjs", SOURCE).data, `damaged at byte ${place}`).toBeUndefined();
    }
    for (const length of [0, 1, 30, good.length - 1]) {
      writeFileSync(path, good.subarray(0, length));
      expect(openCodeCache(path).slot("a.cjs", SOURCE).data, `cut after ${length} bytes`).toBeUndefined();
    }
    writeFileSync(path, '{"entries":7}\n');
    expect(openCodeCache(path).slot("a.cjs", SOURCE).data).toBeUndefined();
  });

  it("writes nothing when nearly everything was kept before", () => {
    const cache = openCodeCache(path);
    cache.slot("a.cjs", SOURCE).fill({ script: new Script(SOURCE.toString()), isFresh: false });
    cache.slot("small.cjs", Buffer.from("1")).fill({ script: new Script("1"), isFresh: true });
    expect(cache.save()).toBe(false);
    expect(readdirSync(home)).toEqual([]);
  });

  it("adds what later runs compiled, a few times", () => {
    const size = () => readFileSync(path).length;
    // V8 compiles a function in parentheses at once, and this one when it is called.
    const source = Buffer.from(`${SOURCE}\nfunction late() { return ${"[".repeat(50)}1${"]".repeat(50)}; }\nlate`);
    const run = (isUsed: boolean) => {
      const cache = openCodeCache(path);
      const slot = cache.slot("a.cjs", source);
      const script = new Script(source.toString(), slot.data && { cachedData: slot.data });
      const inner = script.runInThisContext() as () => unknown;
      if (isUsed) inner();
      slot.fill({ script, isFresh: slot.data === undefined });
      return cache.save();
    };
    expect(run(false)).toBe(true);
    const first = size();
    expect(run(true)).toBe(true);
    expect(size()).toBeGreaterThan(first);
    expect([run(true), run(true), run(true), run(true)]).toEqual([true, true, false, false]);
  });

  it("goes without when the place cannot be written", () => {
    writeFileSync(join(home, "cache"), "a file stands here");
    expect(keep("a.cjs")).toBe(false);
    expect(readdirSync(home)).toEqual(["cache"]);
  });
});
