/** Scenario group 5: a skill that neither the user nor the model may invoke. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allTexts, logLines, openScenario, type Scenario } from "../support/scenario-run.ts";

describe("visibility", () => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = await openScenario();
  });
  afterEach(() => scenario.dispose());

  it("5a /help does not name it, and typing it is an error", async () => {
    const run = await scenario.converse(["/help", "/secret-internal test"]);
    const help = run.objects.filter(({ type }) => type === "notice").map(({ message }) => String(message));
    expect(help.join("\n")).toContain("/greet [name]");
    expect(help.join("\n")).not.toContain("secret-internal");
    expect(run.results[1]).toMatchObject({ isError: true });
    expect(run.results[1]?.error?.message).toContain("secret-internal");
    expect(run.requests).toEqual([]);
    expect(run.exitCode).toBe(1);
  });

  it("5b the listing does not name it, and a call by the model is refused with nothing executed", async () => {
    const run = await scenario.converse(["go"], {
      script: [{ toolCalls: [{ name: "Skill", input: { skill: "secret-internal", args: "x" } }] }, { text: "refused" }],
    });
    expect(allTexts(run.requests[0]).join("\n")).not.toContain("secret-internal");
    expect(logLines(run, "skill tool: model invocation disabled")).toEqual([
      "skill tool: model invocation disabled skill=secret-internal",
    ]);
    expect(run.objects.filter(({ type }) => type === "tool_result")).toMatchObject([{ name: "Skill", isError: true }]);
    expect(logLines(run, "skill: expanding inline")).toEqual([]);
    expect(allTexts(run.requests[1]).join("\n")).not.toContain("The secret body.");
    expect(run.objects.filter(({ type }) => type === "skill")).toEqual([]);
  });
});
