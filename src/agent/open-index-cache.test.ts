import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openIndexCache } from "./open-index-cache.ts";

let skillfulHome: string;
beforeEach(() => {
  skillfulHome = mkdtempSync(join(tmpdir(), "skillful-home-"));
});
afterEach(() => rmSync(skillfulHome, { recursive: true, force: true }));

it("keeps indexes in the person's own directory, unless the setting turns it off", async () => {
  for (const values of [{}, { "skills.indexCache": true }] as const) {
    const { indexCache } = openIndexCache(values, { skillfulHome });
    await indexCache?.save("a", "text");
    expect(await indexCache?.load("a")).toBe("text");
    expect(readdirSync(join(skillfulHome, "cache/skills"))).toEqual([expect.stringMatching(/\.index$/)]);
  }
  expect(openIndexCache({ "skills.indexCache": false }, { skillfulHome })).toEqual({});
});
