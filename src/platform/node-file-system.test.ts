import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeFileSystem } from "./node-file-system.ts";

/** Both kinds keep one contract. */
const KINDS = [
  { kind: "waiting", fs: createNodeFileSystem() },
  { kind: "blocking", fs: createNodeFileSystem({ blocking: true }) },
];
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "skillful-fs-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

describe.each(KINDS)("readFile, $kind", ({ fs }) => {
  it("gives the bytes of a file", async () => {
    writeFileSync(join(dir, "a"), "h\u00e9llo");
    expect(new TextDecoder().decode(await fs.readFile(join(dir, "a")))).toBe("h\u00e9llo");
  });

  it("reads empty and large files whole", async () => {
    writeFileSync(join(dir, "empty"), "");
    writeFileSync(join(dir, "large"), "x".repeat(3_000_000));
    expect(await fs.readFile(join(dir, "empty"))).toHaveLength(0);
    expect(await fs.readFile(join(dir, "large"))).toHaveLength(3_000_000);
  });

  it("stops one byte past the limit", async () => {
    writeFileSync(join(dir, "a"), "x".repeat(1000));
    expect(await fs.readFile(join(dir, "a"), { maxBytes: 10 })).toHaveLength(11);
    expect(await fs.readFile(join(dir, "a"), { maxBytes: 1000 })).toHaveLength(1000);
  });

  it("rejects with the code of the system", async () => {
    await expect(fs.readFile(join(dir, "gone"))).rejects.toMatchObject({ code: "ENOENT" });
    await expect(fs.readFile(dir)).rejects.toMatchObject({ code: "EISDIR" });
  });

  it.skipIf(process.platform === "win32")("does not wait for a pipe that nobody writes to", async () => {
    execFileSync("mkfifo", [join(dir, "pipe")]);
    await expect(fs.readFile(join(dir, "pipe"))).rejects.toMatchObject({ code: "EINVAL" });
  });
});

describe.each(KINDS)("readDirectory, stat and realPath, $kind", ({ fs }) => {
  it("tell files, directories, links and the rest apart", async () => {
    writeFileSync(join(dir, "file"), "x");
    mkdirSync(join(dir, "folder"));
    symlinkSync("folder", join(dir, "link"));
    symlinkSync("nowhere", join(dir, "broken"));
    const entries = [...(await fs.readDirectory(dir))].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(entries).toEqual([
      { name: "broken", kind: "link" },
      { name: "file", kind: "file" },
      { name: "folder", kind: "directory" },
      { name: "link", kind: "link" },
    ]);
    expect(await fs.stat(join(dir, "link"))).toMatchObject({ kind: "directory" });
    expect(await fs.stat(join(dir, "file"))).toMatchObject({ kind: "file", size: 1 });
    expect(await fs.realPath(join(dir, "link"))).toBe(await fs.realPath(join(dir, "folder")));
    await expect(fs.stat(join(dir, "broken"))).rejects.toMatchObject({ code: "ENOENT" });
    await expect(fs.realPath(join(dir, "broken"))).rejects.toMatchObject({ code: "ENOENT" });
    await expect(fs.readDirectory(join(dir, "file"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  it("give one file one identity, and a changed file a changed time", async () => {
    writeFileSync(join(dir, "a"), "x");
    symlinkSync("a", join(dir, "b"));
    const [a, b] = [await fs.stat(join(dir, "a")), await fs.stat(join(dir, "b"))];
    expect(a.inode).toBe(b.inode);
    expect(a.mtimeMs).toBeGreaterThan(0);
  });
});
