import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolSandbox, type ToolSandbox } from "../../../test/support/tool-sandbox.ts";
import { readTool } from "./read.ts";
import { writeTool } from "./write.ts";

let box: ToolSandbox;
beforeEach(() => {
  box = createToolSandbox();
});
afterEach(() => box.remove());

const write = (file_path: string, content: string) => box.run(writeTool, { file_path, content });
const text = (name: string) => readFileSync(box.path(name), "utf8");

describe("Write", () => {
  it("creates a file with its parents, and may overwrite what it wrote", async () => {
    expect(await write("a/b/c.txt", "one\ntwo\n")).toEqual({
      text: "Created a/b/c.txt (2 lines, 8 bytes).",
      isError: false,
      touched: [{ path: box.path("a/b/c.txt"), kind: "write" }],
    });
    expect((await write("a/b/c.txt", "")).text).toBe("Replaced a/b/c.txt (0 lines, 0 bytes).");
    expect(text("a/b/c.txt")).toBe("");
  });

  it("refuses to overwrite what was not read or has changed since", async () => {
    box.write("a.txt", "old");
    expect((await write("a.txt", "new")).text).toBe(
      "Not written: a.txt has not been read in this session. Read it first.",
    );
    await box.run(readTool, { file_path: "a.txt" });
    utimesSync(box.path("a.txt"), 1, 1);
    expect((await write("a.txt", "new")).text).toContain("has changed since it was read. Read it again.");
    expect(text("a.txt")).toBe("old");
    await box.run(readTool, { file_path: "a.txt" });
    expect((await write("a.txt", "new")).isError).toBe(false);
    expect(text("a.txt")).toBe("new");
  });

  it("keeps the mode of the file", async () => {
    box.write("run.sh", "old");
    chmodSync(box.path("run.sh"), 0o750);
    await box.run(readTool, { file_path: "run.sh" });
    await write("run.sh", "new");
    expect(statSync(box.path("run.sh")).mode & 0o777).toBe(0o750);
  });

  it("writes through a link and leaves the link", async () => {
    box.write("real/a.txt", "old");
    symlinkSync("real/a.txt", box.path("link"));
    await box.run(readTool, { file_path: "link" });
    expect((await write("link", "new")).isError).toBe(false);
    expect(readlinkSync(box.path("link"))).toBe("real/a.txt");
    expect(text("real/a.txt")).toBe("new");
    symlinkSync("real/later.txt", box.path("dangling"));
    expect((await write("dangling", "made")).isError).toBe(false);
    expect(text("real/later.txt")).toBe("made");
  });

  it("leaves the old file and no temporary one when it cannot write", async () => {
    box.write("a.txt", "old");
    mkdirSync(box.path("d"));
    await box.run(readTool, { file_path: "a.txt" });
    expect((await write("d", "x")).text).toContain("d is a directory.");
    expect((await write("d/", "x")).text).toContain("names a directory");
    expect((await write("a.txt/b", "x")).text).toContain("A part of the path");
    expect((await write("/dev/null", "x")).text).toContain("is not a regular file");
    expect(text("a.txt")).toBe("old");
    expect(readdirSync(box.cwd).sort()).toEqual(["a.txt", "d"]);
  });

  it.skipIf(process.getuid?.() === 0)("reports a directory that may not be written", async () => {
    mkdirSync(box.path("locked"), { mode: 0o555 });
    expect((await write("locked/a.txt", "x")).text).toBe("Permission denied by the file system: locked/a.txt.");
  });
});
