import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCodeRegions } from "./code-regions.ts";

const codeIn = (text: string): string[] => findCodeRegions(text).map(({ start, end }) => text.slice(start, end));

describe("fences", () => {
  it.each([
    ["a\n```\nx\n```\nb", ["```\nx\n```"]],
    ["~~~sh\nx\n~~~", ["~~~sh\nx\n~~~"]],
    ["````\n```\nx\n```\n````\nb", ["````\n```\nx\n```\n````"]],
    ["```\nx\n`````\nb", ["```\nx\n`````"]],
    ["```\nx\n~~~\ny\n```", ["```\nx\n~~~\ny\n```"]],
    ["```\nx\n``` not closing\ny\n```", ["```\nx\n``` not closing\ny\n```"]],
    ["```\nnever closed", ["```\nnever closed"]],
    ["1. item\n\n      ```sh\n      x\n      ```\n\nb", ["      ```sh\n      x\n      ```"]],
    ["> ```\n> x\n> ```\nb", ["> ```\n> x\n> ```"]],
    ["- ```\n  x\n  ```\nb", ["- ```\n  x\n  ```"]],
    ["``` a`b\nno fence", []],
    ["~~~ a`b\nfence\n~~~", ["~~~ a`b\nfence\n~~~"]],
  ])("%j", (text, regions) => expect(codeIn(text)).toEqual(regions));
});

describe("spans", () => {
  it.each([
    ["a `b` c `d`", ["`b`", "`d`"]],
    ["``a ` b`` c", ["``a ` b``"]],
    ["`a`` b` c", ["`a`` b`"]],
    ["a ` b", []],
    ["`a\nb` c", ["`a\nb`"]],
    ["`a\n\nb`", []],
    ["the `!` operator and `as!` too", ["`!`", "`as!`"]],
    ["`a\n```\nb`\n```", ["```\nb`\n```"]],
  ])("%j", (text, regions) => expect(codeIn(text)).toEqual(regions));
});

describe("indented code", () => {
  it.each([
    ["text\n\n    code\n    more\n\ntext", ["    code", "    more"]],
    ["\tcode", ["\tcode"]],
    ["text\n    goes on", []],
    ["- item\n\n    belongs to the item", []],
    ["- item\n\ntext\n\n    code", ["    code"]],
    ["- item\n# Heading\n\n    code", ["    code"]],
  ])("%j", (text, regions) => expect(codeIn(text)).toEqual(regions));
});

it("gives regions in order that do not overlap, within the text, around their content", () => {
  const piece = fc.constantFrom("`", "``", "```", "~~~", "\n", "\n\n", "    ", "- ", "> ", "a", " ", "!", "# ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      let last = 0;
      for (const { start, end, contentStart, contentEnd } of findCodeRegions(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(contentStart).toBeGreaterThanOrEqual(start);
        expect(contentEnd).toBeGreaterThanOrEqual(contentStart);
        expect(end).toBeGreaterThanOrEqual(contentEnd);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
    }),
  );
});

it.each(["`", "` ", "``` ", "> ", "- ", "-  ", "~~~\n", "`a", "[ \t]*`", "1. "])(
  "takes no longer than linear time for many of %j",
  (part) => {
    const text = part.repeat(100_000);
    expect(findCodeRegions(text).length).toBeLessThanOrEqual(text.length);
    expect(findCodeRegions(`- ${" ".repeat(200_000)}x\n${part}`).length).toBeLessThanOrEqual(1);
  },
);
