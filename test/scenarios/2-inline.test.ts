/** Scenario group 2: inline skills typed by the user. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { logLines, openScenario, type Scenario, type ScenarioProtocol } from "../support/scenario-run.ts";

describe.each<ScenarioProtocol>(["openai-compatible", "anthropic"])("inline, %s", (protocol) => {
  it("2a /greet Alice puts the expanded body into the conversation", async () => {
    const scenario = await openScenario(protocol);
    try {
      const run = await scenario.converse(["/greet Alice"]);
      expect(logLines(run, "skill: expanding inline")).toEqual(["skill: expanding inline name=greet args=Alice"]);
      const message = run.requests[0]?.messages.at(-1);
      expect(message?.role).toBe("user");
      expect(message?.text.at(-1)).toContain("Hello, Alice! Welcome to Skillful.");
      expect(run.objects.filter(({ type }) => type === "skill")).toMatchObject([
        { event: "start", skill: "greet", mode: "inline", by: "user", args: "Alice" },
        { event: "end", skill: "greet", isError: false },
      ]);
      expect(run.results).toMatchObject([{ result: "ok", isError: false }]);
    } finally {
      await scenario.dispose();
    }
  });
});

describe("inline", () => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = await openScenario();
  });
  afterEach(() => scenario.dispose());

  const lastText = (run: Awaited<ReturnType<Scenario["converse"]>>, index = 0) =>
    run.requests[index]?.messages.at(-1)?.text.at(-1) ?? "";

  it("2b /hello Bob and /hi Carol run the same skill by its aliases", async () => {
    const run = await scenario.converse(["/hello Bob", "/hi Carol"]);
    expect(logLines(run, "skill: expanding inline")).toEqual([
      "skill: expanding inline name=greet args=Bob",
      "skill: expanding inline name=greet args=Carol",
    ]);
    expect(lastText(run, 0)).toContain("Hello, Bob! Welcome to Skillful.");
    expect(lastText(run, 1)).toContain("Hello, Carol! Welcome to Skillful.");
  });

  it("2c /with-vars fills three variables in and leaves no placeholder", async () => {
    const run = await scenario.converse(["/with-vars test-arg-123"]);
    const text = lastText(run);
    const { sessionId } = run.results[0] ?? {};
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(text).toContain("Args: test-arg-123\n");
    expect(text).toContain(`Dir: ${join(scenario.project.project, ".claude/skills/with-vars")}\n`);
    expect(text).toContain(`Session: ${sessionId}`);
    expect(text).not.toContain("$");
  });

  it("2d /greet without arguments leaves the place empty and is no error", async () => {
    const run = await scenario.converse(["/greet"]);
    expect(lastText(run)).toContain("Hello, ! Welcome to Skillful.");
    expect(run.results).toMatchObject([{ isError: false }]);
    expect(run.exitCode).toBe(0);
  });
});
