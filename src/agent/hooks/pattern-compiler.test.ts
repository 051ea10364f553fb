import { describe, expect, it } from "vitest";
import type { HooksConfig } from "../../engine/index.ts";
import { createPatternCompiler } from "./pattern-compiler.ts";

const hooksWith = (matcher: string): HooksConfig => ({ PreToolUse: [{ matcher, hooks: [] }] });

async function compile(pattern: string) {
  const compiler = createPatternCompiler();
  await compiler.prepare(hooksWith(pattern));
  return compiler.compile(pattern);
}

describe("createPatternCompiler", () => {
  it("compiles expressions that are searched for anywhere in the subject", async () => {
    const pattern = await compile("mcp__.*__write");
    if (pattern.kind === "error") throw new Error(pattern.message);
    expect(pattern.test("mcp__files__write_all")).toBe(true);
    expect(pattern.test("mcp__files__read")).toBe(false);
  });

  it("answers for an expression that would keep a backtracking engine busy for ages", async () => {
    const pattern = await compile("^(a+)+$");
    if (pattern.kind === "error") throw new Error(pattern.message);
    expect(pattern.test(`${"a".repeat(20_000)}!`)).toBe(false);
  });

  it.each(["(", "(?=x)y", "(a)\\1"])("says of %s that it cannot be read", async (pattern) => {
    expect(await compile(pattern)).toMatchObject({ kind: "error", message: expect.stringMatching(/\S/) });
  });

  it("loads nothing for lists of names", async () => {
    const compiler = createPatternCompiler();
    await compiler.prepare(hooksWith("Write|Edit"));
    expect(compiler.compile("^B")).toMatchObject({ kind: "error" });
  });
});
