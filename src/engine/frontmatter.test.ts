import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitFrontmatter } from "./frontmatter.ts";

describe("splitFrontmatter", () => {
  it("cuts block and body, byte for byte", () => {
    expect(splitFrontmatter("---\nname: a\n---\n\nBody  \n\n")).toEqual({
      kind: "block",
      yaml: "name: a\n",
      yamlLine: 2,
      body: "\nBody  \n\n",
    });
  });

  it.each([
    ["no line break at the end", "---\na: b\n---", "a: b\n", ""],
    ["an empty block", "---\n---\nBody", "", "Body"],
    ["blanks after the fences", "--- \t\na: b\n---  \nBody", "a: b\n", "Body"],
    ["CRLF", "---\r\na: b\r\n---\r\nBody\r\n", "a: b\n", "Body\n"],
    ["lone CR", "---\ra: b\r---\rBody\r", "a: b\n", "Body\n"],
    ["a byte order mark", "\uFEFF---\na: b\n---\nBody", "a: b\n", "Body"],
    [
      "lines that only begin like a fence",
      "---\na: b\n---end\n----\n --- \n---\nBody",
      "a: b\n---end\n----\n --- \n",
      "Body",
    ],
    ["rules in the body", "---\na: b\n---\none\n\n---\n\ntwo", "a: b\n", "one\n\n---\n\ntwo"],
  ])("reads a block with %s", (_, text, yaml, body) => {
    expect(splitFrontmatter(text)).toEqual({ kind: "block", yaml, yamlLine: 2, body });
  });

  it.each([
    ["a heading first", "# Title\n---\na: b\n---\n"],
    ["a blank line first", "\n---\na: b\n---\n"],
    ["a blank before the fence", " ---\na: b\n---\n"],
    ["four hyphens", "----\na: b\n---\n"],
    ["nothing", ""],
  ])("finds no block with %s", (_, text) => {
    expect(splitFrontmatter(text)).toEqual({ kind: "none", body: text });
  });

  it.each(["---", "---\n", "---\na: b\n", "---\na: b\n---end\nBody", "---\na: b\n----\nBody", "---\na: b\n --- \n"])(
    "finds %j unclosed",
    (text) => {
      expect(splitFrontmatter(text)).toEqual({ kind: "unclosed" });
    },
  );

  it("splits what was joined", () => {
    const line = fc.string().filter((text) => !/^---[ \t]*$/.test(text) && !/[\r\n]/.test(text));
    fc.assert(
      fc.property(
        fc.array(line),
        fc.string().filter((text) => !text.includes("\r")),
        (lines, body) => {
          const yaml = lines.map((text) => `${text}\n`).join("");
          expect(splitFrontmatter(`---\n${yaml}---\n${body}`)).toEqual({ kind: "block", yaml, yamlLine: 2, body });
        },
      ),
    );
  });
});
