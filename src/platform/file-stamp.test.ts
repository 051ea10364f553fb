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
    symlinkSync("nowhere", join(folder, ".mark"));
    expect(await stampOf("SKILL.md", { unless: ".mark" })).toBeDefined();
    rmSync(join(folder, ".mark"));
    symlinkSync("SKILL.md", join(folder, ".mark"));
    expect(await stampOf("SKILL.md", { unless: ".mark" })).toBeUndefined();
    expect(await stampOf("SKILL.md")).toBeDefined();
  });

  it("is not told where another spelling could be meant, for this folder or for those beside it", async () => {
    const { stampOf: ask } = createNodeFileSystem({ blocking });
    const at = (name: string) => join(folder, name);
    for (const name of ["a", "b"]) {
      mkdirSync(at(name));
      writeFileSync(join(at(name), "SKILL.md"), "one");
    }
    expect(await ask?.(at("a"), "SKILL.md")).toBeDefined();
    expect(await ask?.(at("b"), "SKILL.md")).toBeDefined();
    // What a disk that ignores case would answer.
    mkdirSync(at("A"));
    const { stampOf: askAgain } = createNodeFileSystem({ blocking });
    expect(await askAgain?.(at("a"), "SKILL.md")).toBeUndefined();
    expect(await askAgain?.(at("b"), "SKILL.md")).toBeUndefined();
    mkdirSync(at("1"));
    writeFileSync(join(at("1"), "SKILL.md"), "one");
    const { stampOf: askOfNumber } = createNodeFileSystem({ blocking });
    expect(await askOfNumber?.(at("1"), "SKILL.md")).toBeDefined();
    writeFileSync(join(at("1"), "skill.md"), "other");
    expect(await askOfNumber?.(at("1"), "SKILL.md")).toBeUndefined();
  });
});
