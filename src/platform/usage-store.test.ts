import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createUsageStore } from "./usage-store.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillful-usage-"));
  path = join(folder, "home", "usage.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (now: number) => createUsageStore({ path, clock: { now: () => now } });

test("is empty without a file, and writes none by being read", async () => {
  expect([...(await at(0).load())]).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test("keeps counts for the next store, faded by then", async () => {
  await at(0).record("a");
  await at(0).record("a");
  const later = await at(7 * 24 * 3600 * 1000).record("a");
  expect(later.get("a")).toEqual({ weight: 2, at: 7 * 24 * 3600 * 1000 });
  expect([...(await at(0).load())]).toEqual([...later]);
});

test("stores open at once see each other's uses, and lose none", async () => {
  const [one, other] = [at(1000), at(1000)];
  await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).record(`s${index % 4}`)));
  const counts = [...(await one.load())].map(([name, { weight }]) => [name, weight]).sort();
  expect(counts).toEqual([
    ["s0", 5],
    ["s1", 5],
    ["s2", 5],
    ["s3", 5],
  ]);
});

test("a damaged file counts as empty, is reported, and is kept aside", async () => {
  await at(0).record("a");
  await writeFile(path, "[1, 2");
  const messages: string[] = [];
  const store = createUsageStore({ path, clock: { now: () => 0 }, onDamaged: (message) => messages.push(message) });
  expect([...(await store.load())]).toEqual([]);
  expect((await store.record("b")).get("b")?.weight).toBe(1);
  expect(messages[0]).toContain(`${path} is damaged`);
  expect(await readFile(`${path}.damaged`, "utf8")).toBe("[1, 2");
});
