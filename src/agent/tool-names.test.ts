import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Tool } from "./tool.ts";
import { canonicalToolName, filterTools, findTool, withoutTools } from "./tool-names.ts";

const tool = (name: string, aliases: readonly string[] = []): Tool => ({
  name,
  aliases,
  description: "",
  input: z.unknown(),
  access: () => ({ kind: "none" }),
  execute: async () => ({ text: "", isError: false, touched: [] }),
});
const POOL = [
  tool("Read"),
  tool("Bash"),
  tool("GitDiff"),
  tool("mcp__db__query"),
  tool("mcp__dbx__query"),
  tool("Own", ["mine"]),
];
const names = (tools: readonly Tool[]) => tools.map(({ name }) => name);

describe("tool names", () => {
  it.each([
    ["read_file", "Read"],
    ["READ-FILE", "Read"],
    ["bash", "Bash"],
    ["git_diff", "GitDiff"],
    ["gitdiff", "GitDiff"],
    [" Edit ", "Edit"],
    ["webfetch", "WebFetch"],
    ["Unknown_Tool", "Unknown_Tool"],
    ["mcp__a__Read", "mcp__a__Read"],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
  ])("%j is %s", (name, expected) => {
    expect(canonicalToolName(name)).toBe(expected);
  });

  it("finds tools by any spelling", () => {
    expect(findTool(POOL, "read_file")?.name).toBe("Read");
    expect(findTool(POOL, "MINE")?.name).toBe("Own");
    expect(findTool(POOL, "MCP__DB__QUERY")?.name).toBe("mcp__db__query");
    expect(findTool(POOL, "constructor")).toBeUndefined();
  });
});

describe("filterTools", () => {
  it.each([
    [[], ["Read", "Bash", "GitDiff", "mcp__db__query", "mcp__dbx__query", "Own"]],
    [
      ["bash", "read_file", "git_diff"],
      ["Read", "Bash", "GitDiff"],
    ],
    [
      ["Bash(git diff:*)", "READ"],
      ["Read", "Bash"],
    ],
    [["mcp__db"], ["mcp__db__query"]],
    [["mcp__db__*"], ["mcp__db__query"]],
    [
      ["mcp__dbx__query", "mine"],
      ["mcp__dbx__query", "Own"],
    ],
    [["Nothing", "Bash("], []],
  ])("%j keeps %j", (rules, expected) => {
    expect(names(filterTools(POOL, rules))).toEqual(expected);
  });
});

describe("withoutTools", () => {
  it("removes tools named as a whole", () => {
    expect(names(withoutTools(POOL, ["bash", "Read(x)", "mcp__db", "GitDiff(*)", "Bash("]))).toEqual([
      "Read",
      "mcp__dbx__query",
      "Own",
    ]);
  });
});
