import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstParagraph } from "./first-paragraph.ts";

describe("firstParagraph", () => {
  it.each([
    ["a heading before it", "# Plain helper\n\nHelps with\n  plain things.\n\nMore.", "Helps with plain things."],
    ["a heading directly above it", "# Title\nText.", "Text."],
    ["an underlined heading", "Title\n=====\n\nText.", "Text."],
    ["a rule", "---\n\nText.\n", "Text."],
    ["comments", "<!-- a\n\nb -->\n<!-- c -->\nText.", "Text."],
    ["a tag on its own line", "<Purpose>\nText.\n</Purpose>", "Text."],
    ["fenced code", "```sh\nrun\n```\nText.", "Text."],
    ["a fence inside a longer fence", "````\n```\n````\nText.", "Text."],
    ["a quote", "> Quoted\n> text.\n\nMore", "Quoted text."],
    ["a list", "- one\n- two\n\nMore", "- one - two"],
    ["code right after it", "Text.\n```\ncode\n```", "Text."],
    ["only headings", "# One #\n\n## Two", "One"],
    ["only an underlined heading", "Title\n---\n", "Title"],
    ["nothing", "\n \n", ""],
    ["an unclosed comment", "<!-- a", "<!-- a"],
  ])("finds it with %s", (_, body, expected) => {
    expect(firstParagraph(body)).toBe(expected);
  });

  it("cuts a long one at a word", () => {
    const text = firstParagraph("word ".repeat(1000));
    expect(text.length).toBeLessThanOrEqual(1024);
    expect(text.endsWith("word…")).toBe(true);
    expect(firstParagraph("x".repeat(1_000_000))).toHaveLength(1024);
  });

  it("is one trimmed line of bounded length for any body", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("#", " ", "\n", "-", "`", "a", "<!--", "-->", ">", "=") }),
        (body) => {
          const text = firstParagraph(body);
          expect(text).toBe(text.trim());
          expect(text).not.toContain("\n");
          expect(text.length).toBeLessThanOrEqual(1024);
        },
      ),
    );
  });
});
