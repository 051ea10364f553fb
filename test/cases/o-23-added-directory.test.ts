/** O-23: an added directory gives the same skills however it was written, and once however often it was added. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadTree, skillText } from "../support/load-tree.ts";
import { openScenario, type Scenario } from "../support/scenario-run.ts";

const tree = {
  "/extra/.claude/skills/x/SKILL.md": skillText(),
  "/extra/.agents/skills/y/SKILL.md": skillText(),
  "/extra/.claude/commands/z.md": "Do z.",
};

it.each([[["../extra"]], [["/extra"]], [["/extra/"]], [["../extra", "/extra", "./../extra/."]]])(
  "the same for %j",
  async (addedDirs) => {
    const { registry, diagnostics } = await loadTree(tree, { addedDirs });
    expect(registry.skills.map((skill) => [skill.callName, skill.source, skill.path])).toEqual([
      ["x", "added", "/extra/.claude/skills/x/SKILL.md"],
      ["y", "added", "/extra/.agents/skills/y/SKILL.md"],
      ["z", "added", "/extra/.claude/commands/z.md"],
    ]);
    expect(diagnostics).toEqual([]);
  },
);

it("appears when it is added later, and leaves the rest as it was", async () => {
  const project = { ...tree, "/proj/.claude/skills/own/SKILL.md": skillText() };
  const before = await loadTree(project);
  const after = await loadTree(project, { addedDirs: ["/extra"] });
  expect(before.registry.skills.map((skill) => skill.callName)).toEqual(["own"]);
  expect(after.registry.skills.map((skill) => skill.callName)).toEqual(["own", "x", "y", "z"]);
  expect(after.registry.skills[0]).toEqual(before.registry.skills[0]);
});

describe("through the program", () => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = await openScenario();
    write("extra/.claude/skills/x/SKILL.md", skillText());
    mkdirSync(join(scenario.project.project, "sub"));
  });
  afterEach(() => scenario.dispose());

  /** `path` from the directory that holds the project. */
  function write(path: string, text: string): void {
    const file = join(dirname(scenario.project.project), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  async function added(directory: string, ...args: readonly string[]): Promise<readonly string[]> {
    const cwd = join(scenario.project.project, directory);
    const { stdout } = await scenario.project.run(["skills", "list", "--json", "--trust", ...args], { cwd });
    const { skills } = JSON.parse(stdout) as {
      readonly skills: readonly { readonly source: string; readonly path: string }[];
    };
    return skills.filter(({ source }) => source === "added").map(({ path }) => path);
  }

  it("the flag, the setting with the same relative path, and both give it once, wherever the session starts", async () => {
    const expected = [join(dirname(scenario.project.project), "extra/.claude/skills/x/SKILL.md")];
    expect(await added(".", "--add-dir", "../extra")).toEqual(expected);
    expect(await added("sub", "--add-dir", "../../extra")).toEqual(expected);
    expect(await added(".")).toEqual([]);
    const settings = join(scenario.project.project, ".skillful/settings.json");
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ permissions: { additionalDirectories: ["../extra"] } }));
    expect(await added(".")).toEqual(expected);
    expect(await added("sub")).toEqual(expected);
    expect(await added("sub", "--add-dir", "../../extra")).toEqual(expected);
  });
});
