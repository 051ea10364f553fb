import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPipe } from "./find-pipe.ts";

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "skillful-pipe-"));
  mkdirSync(join(top, "a/b/c"), { recursive: true });
  mkdirSync(join(top, "d"));
  writeFileSync(join(top, ".gitignore"), "");
});
afterEach(() => rmSync(top, { recursive: true }));

const find = (...directories: string[]) =>
  findPipe(".gitignore", { directories: directories.map((path) => join(top, path)), top });

describe.skipIf(process.platform === "win32")("findPipe", () => {
  it("looks into the directories and those above them, and no others", async () => {
    execFileSync("mkfifo", [join(top, "a/.gitignore")]);
    expect(await find("a/b/c")).toBe(join(top, "a/.gitignore"));
    expect(await find("d", "a")).toBe(join(top, "a/.gitignore"));
    expect(await find("d", ".", "gone")).toBeUndefined();
    expect(await findPipe(".gitignore", { directories: [join(top, "a/b/c")], top: join(top, "a/b") })).toBeUndefined();
    expect(await findPipe(".gitignore", { directories: [join(top, "a")], top: join(top, "d") })).toBeUndefined();
  });

  it("follows links", async () => {
    execFileSync("mkfifo", [join(top, "pipe")]);
    symlinkSync("../pipe", join(top, "d/.gitignore"));
    expect(await find("d")).toBe(join(top, "d/.gitignore"));
  });
});
