import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PreviewLine, previewCall } from "./preview-call.ts";

const SIGNS = { same: " ", added: "+", removed: "-", omitted: "" } as const;
const show = (lines: readonly PreviewLine[]) => lines.map(({ kind, text }) => SIGNS[kind] + text);
const preview = (tool: string, input: unknown, columns = 40) => show(previewCall(tool, input, columns));

describe("previewCall", () => {
  it("shows a command that does not fit on one line, whole and line by line", () => {
    expect(preview("Bash", { command: "npm test" })).toEqual([]);
    expect(preview("Bash", { command: "npm test\nrm -r src\n" })).toEqual([" npm test", " rm -r src"]);
    const long = `echo ${"word ".repeat(30)}; rm -r src`;
    expect(preview("Bash", { command: long })).toEqual([` ${long}`]);
    const many = preview("Bash", { command: Array.from({ length: 100 }, (_, index) => `echo ${index}`).join("\n") });
    expect(many).toHaveLength(61);
    expect(many.at(-1)).toBe("… 40 more lines");
  });

  it("shows what a file would hold", () => {
    expect(preview("Write", { file_path: "a", content: "one\n\ntwo\n" })).toEqual(["+one", "+", "+two"]);
    expect(preview("Write", { file_path: "a", content: "" })).toEqual([]);
    const long = preview("Write", { file_path: "a", content: "x\n".repeat(30) });
    expect(long).toHaveLength(17);
    expect(long.at(-1)).toBe("… 14 more lines");
    // One more line takes no more room than saying so.
    expect(preview("Write", { file_path: "a", content: "x\n".repeat(17) })).toHaveLength(17);
  });

  it("shows the lines that an edit changes, between those that stay", () => {
    const edit = (old_string: string, new_string: string) =>
      preview("Edit", { file_path: "a", old_string, new_string });
    expect(edit("a\nb\nc\nold\nd\ne\nf", "a\nb\nc\nnew\nmore\nd\ne\nf")).toEqual([
      " b",
      " c",
      "-old",
      "+new",
      "+more",
      " d",
      " e",
    ]);
    expect(edit("old", "")).toEqual(["-old"]);
    expect(edit("a\na", "a")).toEqual([" a", "-a"]);
  });

  it("takes whatever a model sends, and lets nothing through that a terminal obeys", () => {
    const text = fc.string({ unit: fc.constantFrom("\u001b", "[", "2", "J", "\n", "\r", "x") });
    const input = fc.oneof(
      fc.jsonValue(),
      fc.record({ command: text, content: text, old_string: text, new_string: text }),
    );
    fc.assert(
      fc.property(fc.constantFrom("Bash", "Write", "Edit", "Read"), input, (tool, given) => {
        for (const line of previewCall(tool, given, 20))
          for (const control of ["\u001b", "\r", "\n"]) expect(line.text).not.toContain(control);
      }),
    );
  });
});
