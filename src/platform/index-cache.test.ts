/** The directory that keeps indexes: gives back what was saved or nothing, stays small, and bears any number of writers. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createIndexCache as createCache, type IndexCacheOptions } from "./index-cache.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let scratch: string;
let directory: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "skillful-index-"));
  directory = join(scratch, "deep/cache");
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const listFiles = () => readdirSync(directory).map((name) => join(directory, name));

/** The only file there is. */
function onlyFile(): string {
  const [path = "", ...rest] = listFiles();
  expect(rest).toEqual([]);
  return path;
}

describe.each([false, true])("a cache of indexes (blocking: %s)", (blocking) => {
  const createIndexCache = (options: IndexCacheOptions) => createCache({ ...options, blocking });
  it("gives back what was saved last under a key, in any process", async () => {
    await createIndexCache({ directory }).save("a", "of a");
    await createIndexCache({ directory }).save("b", "ö\n🎈\n\u2028");
    await createIndexCache({ directory }).save("a", "of a, later");
    const cache = createIndexCache({ directory });
    expect(await cache.load("a")).toBe("of a, later");
    expect(await cache.load("b")).toBe("ö\n🎈\n\u2028");
    expect(await cache.load("c")).toBeUndefined();
  });

  it("writes nothing before something is saved", async () => {
    expect(await createIndexCache({ directory }).load("a")).toBeUndefined();
    expect(existsSync(directory)).toBe(false);
  });

  it.skipIf(process.platform === "win32")("is for nobody else's eyes", async () => {
    await createIndexCache({ directory }).save("a", "text");
    expect([statSync(directory).mode & 0o077, statSync(onlyFile()).mode & 0o077]).toEqual([0, 0]);
  });

  it("leaves nothing behind when it cannot save, and says why", async () => {
    const cache = createIndexCache({ directory });
    await cache.save("a", "text");
    const path = onlyFile();
    rmSync(path);
    mkdirSync(join(path, "in the way"), { recursive: true });
    await expect(cache.save("a", "text")).rejects.toMatchObject({ code: expect.any(String) });
    expect(listFiles()).toEqual([path]);
  });
});

describe.each([false, true])("a file counts as missing (blocking: %s)", (blocking) => {
  const createIndexCache = (options: IndexCacheOptions) => createCache({ ...options, blocking });
  it("whatever is cut off it, changed in it or added to it", async () => {
    const cache = createIndexCache({ directory });
    const text = JSON.stringify(["a text", 1, "ö"]);
    await cache.save("a", text);
    const path = onlyFile();
    const good = readFileSync(path);
    const damages = fc.oneof(
      fc.nat(good.length - 1).map((end) => good.subarray(0, end)),
      fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, bits]) => {
        const bytes = Buffer.from(good);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        return bytes;
      }),
      fc.uint8Array({ minLength: 1, maxLength: 9 }).map((more) => Buffer.concat([good, more])),
      fc.uint8Array({ maxLength: 99 }),
    );
    await fc.assert(
      fc.asyncProperty(damages, async (bytes) => {
        writeFileSync(path, bytes);
        // A changed time of saving does no harm, so long as it is not one that is still to come.
        expect([text, undefined]).toContain(await cache.load("a"));
      }),
      { numRuns: 300 },
    );
    writeFileSync(path, good.subarray(0, -1));
    expect(await cache.load("a")).toBeUndefined();
    writeFileSync(path, Buffer.concat([good, Buffer.from(" ")]));
    expect(await cache.load("a")).toBeUndefined();
  });

  it("when it was saved under another key", async () => {
    const cache = createIndexCache({ directory });
    await cache.save("a", "of a");
    const path = onlyFile();
    const ofA = readFileSync(path);
    await cache.save("b", "of b");
    for (const other of listFiles()) writeFileSync(other, ofA);
    expect([await cache.load("a"), await cache.load("b")]).toEqual(["of a", undefined]);
  });

  it("when another version of Skillful or Node, or another account, saved it", async () => {
    const cache = createIndexCache({ directory });
    await cache.save("a", "text");
    const path = onlyFile();
    const good = readFileSync(path, "utf8");
    const [line = ""] = good.split("\n");
    const header = JSON.parse(line);
    const context: unknown[] = JSON.parse(header.context);
    expect(context).toHaveLength(4);
    for (const at of context.keys()) {
      const other = JSON.stringify({ ...header, context: JSON.stringify(context.with(at, "another")) });
      writeFileSync(
        path,
        good.replace(line, () => other),
      );
      expect(await cache.load("a")).toBeUndefined();
    }
    writeFileSync(path, good);
    expect(await cache.load("a")).toBe("text");
  });

  it("when it was saved at a time that is still to come: the clock was put back, and times of files mean nothing", async () => {
    const now = Date.now();
    await createIndexCache({ directory, clock: { now: () => now + DAY } }).save("a", "text");
    expect(await createIndexCache({ directory, clock: { now: () => now } }).load("a")).toBeUndefined();
    expect(await createIndexCache({ directory, clock: { now: () => now + DAY } }).load("a")).toBe("text");
  });

  it("when it is no file at all", async () => {
    const cache = createIndexCache({ directory });
    await cache.save("a", "text");
    const path = onlyFile();
    rmSync(path);
    mkdirSync(path);
    expect(await cache.load("a").catch((error: NodeJS.ErrnoException) => error.code)).toSatisfy(
      (result) => result === undefined || result === "EISDIR",
    );
  });
});

describe.each([false, true])("the directory stays small (blocking: %s)", (blocking) => {
  const createIndexCache = (options: IndexCacheOptions) => createCache({ ...options, blocking });
  it("by giving up what was not used for the longest time", async () => {
    const now = Date.now();
    const at = (days: number) => createIndexCache({ directory, clock: { now: () => now + days * DAY } });
    const age = new Map<string, string>();
    for (let index = 0; index < 200; index += 1) {
      const before = new Set(existsSync(directory) ? listFiles() : []);
      await at(0).save(`key ${index}`, "text");
      const path = listFiles().find((file) => !before.has(file)) ?? "";
      age.set(`key ${index}`, path);
      utimesSync(path, (now - (300 - index) * DAY) / 1000, (now - (300 - index) * DAY) / 1000);
    }
    expect(await at(0).load("key 0")).toBe("text"); // Used just now.
    await at(0).save("one more", "text");
    expect(listFiles()).toHaveLength(200);
    expect(await at(0).load("key 0")).toBe("text");
    expect(await at(0).load("key 1")).toBeUndefined();
    expect(await at(0).load("key 2")).toBe("text");
  });

  it("by giving up what takes too many bytes, the oldest first", async () => {
    const cache = createIndexCache({ directory });
    await cache.save("a", "text");
    const first = onlyFile();
    // A file of holes: it counts with its size and takes no place.
    writeFileSync(first, "");
    truncateSync(first, 255 * 1024 * 1024);
    utimesSync(first, 1_000, 1_000);
    await cache.save("b", "text");
    expect(listFiles()).toHaveLength(2);
    await cache.save("c", "x".repeat(1024 * 1024));
    expect(existsSync(first)).toBe(false);
    expect([await cache.load("b"), (await cache.load("c"))?.length]).toEqual(["text", 1024 * 1024]);
  });

  it("by sweeping up what a process that was killed left behind, an hour later, and nothing of others", async () => {
    const now = Date.now();
    const cache = createIndexCache({ directory, clock: { now: () => now } });
    await cache.save("a", "text");
    const [old, fresh, foreign] = ["old.tmp", "fresh.tmp", "README"].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ];
    for (const path of [old, fresh, foreign]) writeFileSync(path, "");
    for (const path of [old, foreign]) utimesSync(path, (now - 2 * HOUR) / 1000, (now - 2 * HOUR) / 1000);
    await cache.save("a", "text");
    expect([old, fresh, foreign].map(existsSync)).toEqual([false, true, true]);
  });

  it("by refusing a text that is much too large, without a word", async () => {
    const cache = createIndexCache({ directory });
    await cache.save("a", "x".repeat(64 * 1024 * 1024 + 1));
    expect(existsSync(directory)).toBe(false);
  });
});

it("many writers at once leave one whole text, and readers never see a piece of one", async () => {
  const texts = Array.from({ length: 8 }, (_, writer) => String(writer).repeat(50_000));
  const caches = texts.map(() => createCache({ directory }));
  await caches[0]?.save("a", texts[0] ?? "");
  const seen: (string | undefined)[] = [];
  await Promise.all(
    caches.map(async (cache, writer) => {
      for (let round = 0; round < 5; round += 1) {
        await cache.save("a", texts[writer] ?? "");
        seen.push(await cache.load("a"));
      }
    }),
  );
  expect(seen).toHaveLength(40);
  expect(seen.filter((text) => text === undefined || !texts.includes(text))).toEqual([]);
  expect(listFiles()).toHaveLength(1);
});
