import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadInputHistory } from "./input-history.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "skillful-history-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("loadInputHistory", () => {
  it("keeps entries for the next session, readable by their owner only", async () => {
    const path = join(directory, "home", "history.jsonl");
    const first = await loadInputHistory(path);
    expect(first.entries).toEqual([]);
    await first.add("one\ntwo");
    await first.add("three");
    await first.add("three");
    expect((await loadInputHistory(path)).entries).toEqual(["three", "one\ntwo"]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, "utf8")).split("\n")).toHaveLength(3);
  });

  it("drops damaged lines and cuts a long file back", async () => {
    const path = join(directory, "history.jsonl");
    const lines = Array.from({ length: 2500 }, (_, index) => JSON.stringify(`entry ${index}`));
    await writeFile(path, ["{", "null", '""', ...lines].join("\n"));
    const { entries } = await loadInputHistory(path);
    expect(entries).toHaveLength(1000);
    expect(entries[0]).toBe("entry 2499");
    expect((await loadInputHistory(path)).entries).toEqual(entries);
    expect((await readFile(path, "utf8")).trimEnd().split("\n")).toHaveLength(1000);
  });

  it("works from memory where nothing can be written", async () => {
    await writeFile(join(directory, "file"), "");
    const history = await loadInputHistory(join(directory, "file", "history.jsonl"));
    await history.add("one");
    expect(history.entries).toEqual([]);
  });
});
