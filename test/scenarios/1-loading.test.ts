/** Scenario group 1: what is found at the start, and what the log says about it. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SKILLS } from "../support/scenario-project.ts";
import { allTexts, logLines, openScenario, type Scenario } from "../support/scenario-run.ts";

describe("loading", () => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = await openScenario();
  });
  afterEach(() => scenario.dispose());

  it("1a the log names every skill, the conditional one with its paths, and the counts", async () => {
    const run = await scenario.converse(["hello"]);
    expect(logLines(run, "skill: loading skills from filesystem")).toEqual([
      `skill: loading skills from filesystem project_dir=${scenario.project.project}`,
    ]);
    const loaded = logLines(run, "skill: loaded from filesystem");
    expect([...loaded].sort()).toEqual(
      Object.keys(SKILLS)
        .sort()
        .map(
          (name) => `skill: loaded from filesystem name=${name} source=project conditional=${name === "react-helper"}`,
        ),
    );
    expect(logLines(run, "skill: registered as conditional")).toEqual([
      "skill: registered as conditional name=react-helper paths=[src/**/*.tsx src/**/*.jsx components/**/*.tsx]",
    ]);
    expect(logLines(run, "skill: registry loaded")).toEqual(["skill: registry loaded active=4 conditional=1"]);
  });

  it("1b of two skills with one name the project's runs, and both are logged", async () => {
    const { project } = scenario;
    await project.writeUserSkill("greet", "---\nname: greet\ndescription: The user's greeting\n---\nUSER $ARGUMENTS\n");
    const run = await scenario.converse(["/greet Alice"]);
    expect(logLines(run, "skill: loaded from filesystem")).toEqual(
      expect.arrayContaining([
        "skill: loaded from filesystem name=greet source=project conditional=false",
        "skill: loaded from filesystem name=greet source=user conditional=false",
      ]),
    );
    const text = allTexts(run.requests[0]).join("\n");
    expect(text).toContain("Hello, Alice! Welcome to Skillful.");
    expect(text).not.toContain("USER Alice");
  });

  it("1c a broken file is logged and costs nothing else", async () => {
    await scenario.project.writeSkill("broken", "---\nname: broken\ndescription: never closed\n\nBody.\n");
    const run = await scenario.converse(["hello"]);
    const directory = join(scenario.project.project, ".claude/skills/broken");
    expect(logLines(run, "skill: failed to parse SKILL.md")).toEqual([
      `skill: failed to parse SKILL.md dir=${directory} error="unclosed front-matter block"`,
    ]);
    expect(logLines(run, "skill: registry loaded")).toEqual(["skill: registry loaded active=4 conditional=1"]);
    expect(run.results).toMatchObject([{ result: "ok", isError: false }]);
    expect(run.objects.find(({ type }) => type === "notice")).toMatchObject({
      level: "warning",
      message: expect.stringContaining("broken/SKILL.md"),
    });
  });
});
