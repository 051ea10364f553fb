import { describe, expect, it } from "vitest";
import { completeSlash, formatCompletions, type SlashCompletion } from "./complete-slash.ts";
import { createPalette } from "./palette.ts";

const review: SlashCompletion = { value: "/review", hint: "[range]", description: "Review a range of commits" };
const react: SlashCompletion = { value: "/react-helper", description: "Help with React" };
const help: SlashCompletion = { value: "/help", description: "Show the commands" };

describe("completeSlash", () => {
  it("completes the only match and shows its hint", () => {
    expect(completeSlash("/h", [help])).toEqual({ insert: "/help ", show: [] });
    expect(completeSlash("/rev", [review])).toEqual({ insert: "/review ", show: [review] });
  });

  it("completes as far as the matches agree, then lists them", () => {
    expect(completeSlash("/r", [review, react])).toEqual({ insert: "/re", show: [] });
    expect(completeSlash("/re", [review, react])).toEqual({ show: [review, react] });
    expect(completeSlash("/help", [react, { value: "/x:helper" }])).toMatchObject({ show: [{}, {}] });
  });

  it("leaves text and arguments alone", () => {
    expect(completeSlash("hello", [help])).toEqual({ show: [] });
    expect(completeSlash("/review HEAD", [review])).toEqual({ show: [] });
    expect(completeSlash("/zzz", [])).toEqual({ show: [] });
  });
});

describe("formatCompletions", () => {
  it("lines names, hints and descriptions up", () => {
    expect(formatCompletions([review, react], { palette: createPalette(false), columns: 40 })).toMatchInlineSnapshot(`
      "  /review [range]  Review a range of c…
        /react-helper    Help with React
      "
    `);
  });

  it("cuts a long list and counts the rest", () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ value: `/skill-${index}` }));
    const text = formatCompletions(many, { palette: createPalette(false), columns: 80 });
    expect(text.trimEnd().split("\n")).toHaveLength(21);
    expect(text).toContain("and 5 more");
  });
});
