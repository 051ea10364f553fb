import { describe, expect, it } from "vitest";
import { formatCodeFrame } from "./code-frame.ts";

describe("formatCodeFrame", () => {
  it("shows a line on either side and a caret", () => {
    expect(formatCodeFrame("one\ntwo\nthree\nfour", 2, 2)).toMatchInlineSnapshot(`
      "  1 | one
      > 2 | two
          |  ^
        3 | three"
    `);
  });

  it("lines up numbers of different length at the end of the file", () => {
    const text = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join("\n");
    expect(formatCodeFrame(text, 10, 6)).toMatchInlineSnapshot(`
      "   9 | line 9
      > 10 | line 10
           |      ^"
    `);
  });

  it("cuts long lines around the place and keeps the caret under it", () => {
    const frame = formatCodeFrame(`${"a".repeat(300)}X${"b".repeat(300)}`, 1, 301);
    const [line, caret] = frame.split("\n");
    expect(line?.[caret?.indexOf("^") ?? -1]).toBe("X");
    expect(line?.length).toBeLessThan(120);
  });

  it("keeps the terminal safe from what stands in the file", () => {
    expect(formatCodeFrame("a\u001B[31m\u202Eb", 1, 1)).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
  });
});
