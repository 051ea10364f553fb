import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolSandbox, type ToolSandbox } from "../../../test/support/tool-sandbox.ts";
import { editTool } from "./edit.ts";
import { readTool } from "./read.ts";
import { replaceText } from "./replace-text.ts";

let box: ToolSandbox;
beforeEach(() => {
  box = createToolSandbox();
});
afterEach(() => box.remove());

/** Reads the file, then edits it. */
async function edit(content: string, old_string: string, new_string: string, replace_all?: boolean) {
  box.write("a.txt", content);
  await box.run(readTool, { file_path: "a.txt" });
  const result = await box.run(editTool, { file_path: "a.txt", old_string, new_string, replace_all });
  return { ...result, content: readFileSync(box.path("a.txt"), "utf8") };
}

describe("Edit", () => {
  it("replaces the only occurrence and shows the place", async () => {
    const result = await edit("one\ntwo\nthree\n", "two", "2");
    expect(result).toMatchObject({ content: "one\n2\nthree\n", isError: false });
    expect(result.text).toBe("Edited a.txt at line 2. It now reads:\n     1\tone\n     2\t2\n     3\tthree\n     4\t");
    expect(result.touched).toEqual([{ path: box.path("a.txt"), kind: "edit" }]);
  });

  it("takes text literally on both sides", async () => {
    expect((await edit("a.*b $1", ".*", "$& $1 $$")).content).toBe("a$& $1 $$b $1");
  });

  it("refuses several occurrences, or replaces all", async () => {
    const refused = await edit("x\ny\nx\n", "x", "z");
    expect(refused.text).toContain("occurs 2 times in a.txt, at lines 1, 3.");
    expect(refused.content).toBe("x\ny\nx\n");
    const all = await edit("x\ny\nx\n", "x", "z", true);
    expect(all).toMatchObject({ content: "z\ny\nz\n", text: "Edited a.txt: replaced 2 occurrences." });
  });

  it("keeps CRLF, mixed line breaks and a byte order mark", async () => {
    expect((await edit("\ufeffa\r\nb\r\nc\r\n", "a\nb", "1\n2")).content).toBe("\ufeff1\r\n2\r\nc\r\n");
    expect((await edit("a\r\nb\nc\n", "b\nc", "1\n2")).content).toBe("a\r\n1\n2\n");
    expect((await edit("a\nb\n", "a\r\nb", "1\r\n2")).content).toBe("1\n2\n");
    expect((await edit("a\r\nb\r\n", "b", "1\n2")).content).toBe("a\r\n1\r\n2\r\n");
  });

  it.each([
    ["other white space", "  if (a) {\n\treturn;\n", "if (a) {\n  return;", "different white space is at line 1"],
    ["line numbers", "one\n", "     1\tone", "begins with line numbers"],
    ["escaped line breaks", "one\ntwo\n", "one\\ntwo", "as two characters"],
    ["other quotes", 'say "hi"\n', "say “hi”", "different letter case or quotes is at line 1"],
    ["a wrong continuation", "one\ntwo\n", "one\nthree", "Its first line is at line 1"],
    ["nothing alike", "one\n", "zebra", "Read the file again"],
  ])("explains a miss: %s", async (_, content, old_string, message) => {
    const result = await edit(content, old_string, "new");
    expect(result.isError).toBe(true);
    expect(result.text).toContain("old_string is not in a.txt.");
    expect(result.text).toContain(message);
    expect(result.content).toBe(content);
  });

  it("refuses what would do nothing or damage the file", async () => {
    expect((await edit("a", "a", "a")).text).toContain("are the same");
    expect((await edit("a", "", "b")).text).toContain("old_string is empty");
    box.write("latin.txt", new Uint8Array([0x61, 0xe9, 0x62]));
    await box.run(readTool, { file_path: "latin.txt" });
    const latin = await box.run(editTool, { file_path: "latin.txt", old_string: "a", new_string: "b" });
    expect(latin.text).toContain("not valid UTF-8");
    const missing = await box.run(editTool, { file_path: "no.txt", old_string: "a", new_string: "b" });
    expect(missing.text).toContain("File not found: no.txt.");
  });

  it("needs the file as it was read", async () => {
    box.write("a.txt", "one");
    const input = { file_path: "a.txt", old_string: "one", new_string: "two" };
    expect((await box.run(editTool, input)).text).toContain("has not been read");
    await box.run(readTool, { file_path: "a.txt" });
    writeFileSync(box.path("a.txt"), "one more");
    const recorded = box.context.filesRead.get(box.path("a.txt"));
    box.context.filesRead.set(box.path("a.txt"), { mtimeMs: (recorded?.mtimeMs ?? 0) - 1 });
    expect((await box.run(editTool, input)).text).toContain("has changed since it was read");
  });
});

describe("replaceText", () => {
  const fragment = fc.stringMatching(/^[ab\n]{1,4}$/);
  it("agrees with plain replacement where there are no CRs, and never changes what it does not replace", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab\n]{0,30}$/), fragment, fragment, (text, search, replacement) => {
        const result = replaceText(text, search, replacement, true);
        const expected = text.split(search).join(replacement);
        expect(result.kind === "replaced" ? result.text : text).toBe(expected);
        const windows = replaceText(text.replaceAll("\n", "\r\n"), search, replacement, true);
        // Without a line break there is no telling which kind the file uses.
        if (windows.kind === "replaced" && text.includes("\n"))
          expect(windows.text).toBe(expected.replaceAll("\n", "\r\n"));
        expect(windows.kind).toBe(result.kind);
      }),
    );
  });
});
