/** Scenario group 3: skills that run in a fork. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ScriptFunction } from "../../src/testing/index.ts";
import { allTexts, logLines, openScenario, REVIEW_MODEL, type Scenario } from "../support/scenario-run.ts";

const REPORT = "Two files changed, no defects found.";
/** A fork of `review` has a model of its own; everything else is the parent. */
const ALLOWED = ["--trust", "--allow", "Skill(review)"];

describe("fork", () => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = await openScenario();
  });
  afterEach(() => scenario.dispose());

  it("3a /review runs in a sub-agent and only its result reaches the history", async () => {
    const script: ScriptFunction = ({ view }) => ({ text: view.model === REVIEW_MODEL ? REPORT : "parent" });
    const run = await scenario.converse(["/review HEAD~1..HEAD", "what did it say?"], { script, args: ALLOWED });
    expect(logLines(run, "skill: starting fork")).toEqual([
      `skill: starting fork name=review allowed_tools=[bash read_file git_diff] model_override=openai-compatible/${REVIEW_MODEL}`,
    ]);
    const [forked, parent] = run.requests;
    const total = parent?.tools.length ?? 0;
    expect(total).toBeGreaterThan(3);
    expect(logLines(run, "skill: fork tools filtered")).toEqual([
      `skill: fork tools filtered name=review total_tools=${total} sub_tools=3`,
    ]);
    expect(logLines(run, "skill: fork complete")).toEqual([
      `skill: fork complete name=review result_len=${REPORT.length}`,
    ]);

    expect(forked?.model).toBe(REVIEW_MODEL);
    expect(forked?.tools.map(({ name }) => name).sort()).toEqual(["Bash", "GitDiff", "Read"]);
    expect(allTexts(forked).join("\n")).toContain("Review the changes in HEAD~1..HEAD.");

    expect(run.results[0]).toMatchObject({ result: REPORT, isError: false });
    expect(run.requests).toHaveLength(2);
    const history = parent?.messages.slice(0, -1) ?? [];
    expect(history.map(({ role, text }) => [role, text])).toEqual([
      ["user", ["/review HEAD~1..HEAD"]],
      ["assistant", [REPORT]],
    ]);
    expect(allTexts(parent).join("\n")).not.toContain("Review the changes in");
  });

  it("3b the model's own call forks too", async () => {
    const script: ScriptFunction = ({ view }) => {
      if (view.model === REVIEW_MODEL) return { text: REPORT };
      const called = view.messages.some(({ toolResults }) => toolResults.length > 0);
      if (called) return { text: "reported" };
      return { toolCalls: [{ name: "Skill", input: { skill: "review", args: "HEAD~2..HEAD" } }] };
    };
    const run = await scenario.converse(["please review"], { script, args: ALLOWED });
    expect(logLines(run, "skill tool: invoking via fork")).toEqual([
      "skill tool: invoking via fork skill=review args=HEAD~2..HEAD",
    ]);
    const results = run.requests.at(-1)?.messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
    expect(results).toHaveLength(1);
    expect(results?.[0]).toContain(REPORT);
    expect(run.results).toMatchObject([{ result: "reported", isError: false }]);
  });

  it("3c with skills.modelInvocation fork an inline skill forks when the model calls it", async () => {
    await scenario.project.writeSettings({ skills: { modelInvocation: "fork" } });
    const script: ScriptFunction = ({ view, index }) => {
      if (allTexts(view).some((text) => text.includes("Hello, Dan!"))) return { text: "greeted Dan" };
      if (index === 0) return { toolCalls: [{ name: "Skill", input: { skill: "greet", args: "Dan" } }] };
      return { text: "done" };
    };
    const run = await scenario.converse(["greet Dan"], { script, args: ["--allow", "Skill(greet)"] });
    expect(logLines(run, "skill tool: invoking via fork")).toEqual([
      "skill tool: invoking via fork skill=greet args=Dan",
    ]);
    expect(logLines(run, "skill: expanding inline")).toEqual([]);
    expect(run.requests).toHaveLength(3);
    expect(allTexts(run.requests[2]).join("\n")).toContain("greeted Dan");
    expect(allTexts(run.requests[2]).join("\n")).not.toContain("Hello, Dan!");
    expect(run.results).toMatchObject([{ result: "done", isError: false }]);
  });
});
