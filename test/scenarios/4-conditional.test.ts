/** Scenario group 4: a skill that waits for a file. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ScriptedReply } from "../../src/testing/index.ts";
import {
  allTexts,
  logLines,
  openScenario,
  type Scenario,
  type ScenarioProtocol,
  type ScenarioRun,
} from "../support/scenario-run.ts";

const PATHS = "paths=[src/**/*.tsx src/**/*.jsx components/**/*.tsx]";

const read = (path: string): ScriptedReply => ({ toolCalls: [{ name: "Read", input: { file_path: path } }] });
const done: ScriptedReply = { text: "done" };

function expectActivation(run: ScenarioRun, file: string): void {
  expect(logLines(run, "skill: conditional skill activated")).toEqual([
    `skill: conditional skill activated name=react-helper ${PATHS} trigger_files=[${file}]`,
  ]);
  expect(logLines(run, "skill: conditional activation complete")).toEqual([
    "skill: conditional activation complete activated=[react-helper]",
  ]);
}

describe.each<ScenarioProtocol>(["openai-compatible", "anthropic"])("conditional, %s", (protocol) => {
  it("4b the model reads a matching file", async () => {
    const scenario = await openScenario(protocol);
    try {
      const run = await scenario.converse(["look"], { script: [read("src/button.tsx"), done] });
      expectActivation(run, "src/button.tsx");
      expect(run.objects.filter(({ type }) => type === "skill")).toEqual([
        { type: "skill", event: "activated", skills: ["react-helper"] },
      ]);
    } finally {
      await scenario.dispose();
    }
  });
});

describe("conditional", () => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = await openScenario();
  });
  afterEach(() => scenario.dispose());

  it("4a before any file the skill is not found, and /skills does not name it", async () => {
    const run = await scenario.converse(["/react-helper add a button", "/skills"]);
    expect(run.results[0]).toMatchObject({ isError: true });
    expect(run.results[0]?.error?.message).toContain('skill "react-helper" not found');
    expect(run.requests).toEqual([]);
    const notices = run.objects.filter(({ type }) => type === "notice").map(({ message }) => String(message));
    expect(notices.join("\n")).toContain("greet");
    expect(notices.join("\n")).not.toContain("react-helper");
  });

  it("4c the model writes a matching file", async () => {
    const run = await scenario.converse(["make a component"], {
      script: [
        { toolCalls: [{ name: "Write", input: { file_path: "components/new.tsx", content: "export {};\n" } }] },
        done,
      ],
      args: ["--permission-mode", "accept-edits"],
    });
    expectActivation(run, "components/new.tsx");
  });

  it("4d afterwards the user can call it, and the model in the same run", async () => {
    const run = await scenario.converse(["look and help", "/react-helper add a delete button"], {
      script: [
        read("src/button.tsx"),
        { toolCalls: [{ name: "Skill", input: { skill: "react-helper", args: "add a save button" } }] },
        done,
        { text: "added" },
      ],
    });
    expect(logLines(run, "skill: expanding inline")).toEqual([
      'skill: expanding inline name=react-helper args="add a save button"',
      'skill: expanding inline name=react-helper args="add a delete button"',
    ]);
    expect(run.results).toMatchObject([
      { result: "done", isError: false },
      { result: "added", isError: false },
    ]);
    expect(allTexts(run.requests[2]).join("\n")).toContain("Current task: add a save button");
    const last = run.requests[3]?.messages.at(-1)?.text.at(-1) ?? "";
    expect(last).toContain("You are helping with a React component file.");
    expect(last).toContain("Current task: add a delete button");
  });

  it("4e a file that does not match wakes nothing", async () => {
    const run = await scenario.converse(["look"], { script: [read("main.go"), done] });
    expect(allTexts(run.requests[1]).join("\n")).toContain("func main()");
    expect(logLines(run, "skill: conditional skill activated")).toEqual([]);
    expect(allTexts(run.requests[1]).join("\n")).not.toContain("react-helper");
  });

  describe("a file that a command names", () => {
    const look = (command: string): ScriptedReply => ({ toolCalls: [{ name: "Bash", input: { command } }] });
    const args = ["--allow", "Bash"];

    it("wakes nothing by default", async () => {
      const run = await scenario.converse(["look"], { script: [look("ls src/*"), done], args });
      expect(allTexts(run.requests[1]).at(-1)).toBe("src/button.tsx\nsrc/card.tsx");
      expect(logLines(run, "skill: conditional skill activated")).toEqual([]);
    });

    it("counts as read when skills.filesFromShell is true", async () => {
      await scenario.project.writeSettings({ skills: { filesFromShell: true } });
      const run = await scenario.converse(["look"], { script: [look("echo src/card.tsx:1:7 is fine"), done], args });
      expectActivation(run, "src/card.tsx");
      const result = allTexts(run.requests[1]).at(-1) ?? "";
      expect(result).toMatch(
        /^src\/card.tsx:1:7 is fine\n\n<system-reminder>[\s\S]*- react-helper: .*\n<\/system-reminder>$/,
      );
    });

    it("counts for nothing when the command failed, or where the file does not exist", async () => {
      await scenario.project.writeSettings({ skills: { filesFromShell: true } });
      const script = [look("echo src/card.tsx; false"), look("echo src/gone.tsx"), done];
      const run = await scenario.converse(["look"], { script, args });
      expect(logLines(run, "skill: conditional skill activated")).toEqual([]);
    });
  });

  it("4f a second matching file does not wake it again", async () => {
    const run = await scenario.converse(["look", "look again"], {
      script: [read("src/button.tsx"), done, read("src/card.tsx"), done],
    });
    expectActivation(run, "src/button.tsx");
    const announced = allTexts(run.requests[3]).filter((text) => text.includes("- react-helper:"));
    expect(announced).toHaveLength(1);
  });

  it("waits again after /clear, until the next file wakes it", async () => {
    const run = await scenario.converse(["look", "/clear", "/react-helper x", "look again", "/react-helper y"], {
      script: [read("src/button.tsx"), done, read("src/card.tsx"), done, { text: "helped" }],
    });
    expect(run.results[2]?.error?.message).toContain('skill "react-helper" not found yet');
    expect(run.results[4]).toMatchObject({ result: "helped", isError: false });
    expect(logLines(run, "skill: conditional skill activated")).toHaveLength(2);
  });
});
