import { describe, expect, it } from "vitest";
import type { Outcome, Skill } from "../../engine/index.ts";
import { createNodeShell } from "../../platform/index.ts";
import type { ToolContext } from "../tool.ts";
import { skillTool } from "./skill.ts";

/** Only what the tool reads of a skill. */
const skill = { callName: "greet", description: "Says\n  hello" } as Skill;

function run(outcome: Outcome | undefined, input: { skill?: string; args?: string; search?: string }) {
  const asked: unknown[] = [];
  const skills: NonNullable<ToolContext["skills"]> = {
    async invoke(name, args) {
      asked.push([name, args]);
      return outcome ?? expect.unreachable();
    },
    async search(words) {
      asked.push(words);
      return words === "hello" ? [skill] : [];
    },
    runFork: async (fork, args) => ({ text: `fork of ${fork.skill.callName} with ${args}`, isError: args === "fail" }),
  };
  const context = {
    cwd: "/",
    signal: new AbortController().signal,
    shell: createNodeShell(),
    filesRead: new Map(),
    skills,
  };
  return skillTool.execute(input, context).then((result) => ({ result, asked }));
}

describe("Skill", () => {
  it("launches an inline skill with a short result, its text following", async () => {
    const outcome = {
      kind: "inline",
      skill,
      text: "body",
      overrides: { allow: [], disallow: [] },
      notices: [],
    } as const;
    const { result, asked } = await run(outcome, { skill: "greet", args: "Ann" });
    expect(result).toEqual({ text: "Launching skill: greet", isError: false, touched: [], inline: outcome });
    expect(asked).toEqual([["greet", "Ann"]]);
  });

  it("waits for a fork and returns its text", async () => {
    const outcome = { kind: "fork", skill } as Outcome;
    expect((await run(outcome, { skill: "greet", args: "x" })).result).toMatchObject({
      text: "fork of greet with x",
      isError: false,
    });
    expect((await run(outcome, { skill: "greet", args: "fail" })).result).toMatchObject({ isError: true });
  });

  it("names the rule that would allow it when nobody can be asked", async () => {
    const outcome = {
      kind: "ask",
      skill,
      question: "?",
      rules: ["Skill(greet)"],
      approve: () => expect.unreachable(),
    } as Outcome;
    const { result } = await run(outcome, { skill: "greet" });
    expect(result.isError).toBe(true);
    expect(result.text).toContain('--allow "Skill(greet)"');
  });

  it("passes a refusal on", async () => {
    const outcome = { kind: "refused", code: "unknown", message: 'skill "x" not found', suggestions: [] } as const;
    expect((await run(outcome, { skill: "x" })).result).toEqual({
      text: 'skill "x" not found',
      isError: true,
      touched: [],
    });
  });

  it("searches", async () => {
    const { result } = await run(undefined, { search: "hello" });
    expect(result.text).toBe("Skills that fit, best first:\n\n- greet: Says hello");
    expect((await run(undefined, { search: "zebra" })).result.text).toBe('No skill fits "zebra".');
    expect((await run(undefined, {})).result.isError).toBe(true);
  });

  it("says so where there are no skills", async () => {
    const context = { cwd: "/", signal: new AbortController().signal, shell: createNodeShell(), filesRead: new Map() };
    expect(await skillTool.execute({ skill: "x" }, context)).toMatchObject({ isError: true });
  });
});
