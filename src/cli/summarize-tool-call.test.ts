import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summarizeToolCall, summarizeToolResult } from "./summarize-tool-call.ts";
import { textWidth } from "./text-width.ts";

describe("summarizeToolCall", () => {
  it.each([
    ["Read", { file_path: "src/a.tsx" }, "Read src/a.tsx"],
    ["Bash", { command: "npm test\n&& echo done" }, "Bash npm test && echo done"],
    ["Skill", { skill: "commit", args: "feat: x" }, "Skill commit feat: x"],
    ["mcp__x__y", { a: 1 }, 'mcp__x__y {"a":1}'],
    ["Glob", {}, "Glob"],
    ["Read", null, "Read"],
    ["Read", "not json", "Read not json"],
  ])("%s %j", (name, input, expected) => {
    expect(summarizeToolCall(name, input, 60)).toBe(expected);
  });

  it("takes whatever a model sends and stays on one line", () => {
    fc.assert(
      fc.property(fc.constantFrom("Read", "Skill", "X"), fc.jsonValue(), (name, input) => {
        const line = summarizeToolCall(name, input, 30);
        expect(line).not.toContain("\n");
        expect(textWidth(line)).toBeLessThanOrEqual(30);
      }),
    );
  });
});

describe("summarizeToolResult", () => {
  it.each([
    [{ output: "", isError: false }, "done"],
    [{ output: "one line\n", isError: false }, "one line"],
    [{ output: "1\n2\n3", isError: false }, "3 lines"],
    [{ output: "\nno such file: x\nmore", isError: true }, "no such file: x"],
    [{ output: "1\tx\n<system-reminder>\na\nb\n</system-reminder>", isError: false }, "1 x"],
  ])("%j", (result, expected) => {
    expect(summarizeToolResult(result, 60)).toBe(expected);
  });
});
