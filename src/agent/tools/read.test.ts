import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolSandbox, type ToolSandbox } from "../../../test/support/tool-sandbox.ts";
import { readTool } from "./read.ts";

let box: ToolSandbox;
beforeEach(() => {
  box = createToolSandbox();
});
afterEach(() => box.remove());

const read = (input: unknown) => box.run(readTool, input);

describe("Read", () => {
  it("numbers lines, by relative and absolute path", async () => {
    box.write("a.txt", "one\ntwo\r\n\nfour");
    const result = await read({ file_path: "a.txt" });
    expect(result).toEqual({
      text: "     1\tone\n     2\ttwo\n     3\t\n     4\tfour",
      isError: false,
      touched: [{ path: box.path("a.txt"), kind: "read" }],
    });
    expect((await read({ file_path: box.path("a.txt") })).text).toBe(result.text);
    expect(box.context.filesRead.get(box.path("a.txt"))?.mtimeMs).toBeGreaterThan(0);
  });

  it("shows a window and says how to go on", async () => {
    box.write("a.txt", Array.from({ length: 5000 }, (_, index) => `line ${index + 1}`).join("\n"));
    const window = await read({ file_path: "a.txt", offset: 10, limit: 2 });
    expect(window.text).toBe(
      "    10\tline 10\n    11\tline 11\n\n(Truncated: lines 10 to 11 are shown. Continue with offset 12.)",
    );
    const first = await read({ file_path: "a.txt" });
    expect(first.text).toMatch(
      / {2}2000\tline 2000\n\n\(Truncated: lines 1 to 2000 are shown. Continue with offset 2001.\)$/,
    );
    const last = await read({ file_path: "a.txt", offset: 4999 });
    expect(last.text).toBe("  4999\tline 4999\n  5000\tline 5000");
  });

  it("is bounded in bytes and in line length, without cutting a character in half", async () => {
    box.write("long.txt", `${"é".repeat(1999)}😀${"x".repeat(500_000)}\nnext`);
    const long = await read({ file_path: "long.txt" });
    expect(long.text).toContain("(Cut at 2000 characters: line 1.)");
    expect(long.text).toContain("     2\tnext");
    expect(long.text).not.toContain("\ufffd");
    box.write("wide.txt", `${"y".repeat(1900)}\n`.repeat(500));
    const wide = await read({ file_path: "wide.txt" });
    expect(wide.text.length).toBeLessThan(110_000);
    expect(wide.text).toContain("Continue with offset 53.");
  });

  it("reads a window of a large file without holding the file", async () => {
    box.write("big.txt", `${"z".repeat(99)}\n`.repeat(1_000_000));
    const before = process.memoryUsage().arrayBuffers;
    const result = await read({ file_path: "big.txt", offset: 999_999 });
    expect(result.text).toContain("1000000\tzzz");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it("decodes characters that straddle chunks", async () => {
    box.write("a.txt", `x${"é".repeat(70_000)}\n`.repeat(2));
    const result = await read({ file_path: "a.txt" });
    expect(result.text).not.toContain("\ufffd");
  });

  it("leaves a byte order mark out and shows an empty file as empty", async () => {
    box.write("bom.txt", "\ufeffone");
    expect((await read({ file_path: "bom.txt" })).text).toBe("     1\tone");
    box.write("empty.txt", "");
    expect(await read({ file_path: "empty.txt" })).toMatchObject({ text: "(The file is empty.)", isError: false });
  });

  it.each([
    [
      "a missing file, with near names",
      "srcc/app.ts",
      "File not found: srcc/app.ts. Its directory srcc does not exist",
    ],
    ["a mistyped name", "src/apps.ts", "File not found: src/apps.ts. Did you mean src/app.ts?"],
    ["a home path", "~/x", '"~" is not expanded'],
    ["a directory", "src", 'src is a directory. Use Glob with path "src"'],
    ["a file as directory", "src/app.ts/x", "A part of the path src/app.ts/x is a file"],
    ["an image", "pic.png", "pic.png cannot be read as text: it is a PNG image."],
    ["a binary file", "data.bin", "data.bin cannot be read as text: it is a binary file."],
    ["UTF-16", "wide.txt", "it is UTF-16 text"],
    ["a loop of links", "loop", "loop is part of a loop of links."],
    ["a named pipe", "pipe", "it is a named pipe."],
    ["a device", "/dev/zero", "it is a device."],
  ])("explains %s", async (_, file_path, message) => {
    box.write("src/app.ts", "x");
    box.write("pic.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1]));
    box.write("data.bin", new Uint8Array([65, 0, 66]));
    box.write("wide.txt", new Uint8Array([0xff, 0xfe, 65, 0]));
    symlinkSync("loop", box.path("loop"));
    spawnSync("mkfifo", [box.path("pipe")]);
    const result = await read({ file_path });
    expect(result.isError).toBe(true);
    expect(result.text).toContain(message);
    expect(result.touched).toEqual([]);
    expect(box.context.filesRead.size).toBe(0);
  });

  it("explains an offset past the end", async () => {
    box.write("a.txt", "one\n");
    expect((await read({ file_path: "a.txt", offset: 2 })).text).toBe(
      "a.txt has only 1 line; offset 2 is past its end.",
    );
  });

  it("rejects with the reason of an abort", async () => {
    box.write("a.txt", "one");
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(box.run(readTool, { file_path: "a.txt" }, { signal })).rejects.toThrow("stop");
  });
});
