import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeFileSystem } from "./node-file-system.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillful-stamp-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each([true, false])("the stamp of a file (blocking: %s)", (blocking) => {
  const stampOf = (name: string, options?: { readonly unless: string }) =>
    createNodeFileSystem({ blocking }).stampOf?.(folder, name, options);

  it("is that of a regular file under exactly this name, and changes with it", async () => {
    writeFileSync(join(folder, "SKILL.md"), "one");
    const before = await stampOf("SKILL.md");
    expect(before?.isSettled).toBe(false);
    writeFileSync(join(folder, "SKILL.md"), "other");
    expect((await stampOf("SKILL.md"))?.identity).not.toBe(before?.identity);
    symlinkSync("SKILL.md", join(folder, "LINK.md"));
    mkdirSync(join(folder, "FOLDER.md"));
    for (const name of ["skill.md", "LINK.md", "FOLDER.md", "gone"]) expect(await stampOf(name)).toBeUndefined();
  });

  it("is not told while something else lies beside it, whatever that is", async () => {
    writeFileSync(join(folder, "SKILL.md"), "one");
    expect(await stampOf("SKILL.md", { unless: ".mark" })).toBeDefined();
    symlinkSync("nowhere", join(folder, ".mark"));
    expect(await stampOf("SKILL.md", { unless: ".mark" })).toBeUndefined();
    expect(await stampOf("SKILL.md")).toBeDefined();
  });
});
