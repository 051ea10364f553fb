import { describe, expect, it } from "vitest";
import { createMemoryFileSystem } from "../../test/support/memory-file-system.ts";
import { type AgentTypeSources, loadAgentType } from "./agent-types.ts";

const agent = (fields: string, body: string) => `---\n${fields}\n---\n${body}\n`;
const TREE = {
  "/repo/web/.claude/agents/near.md": agent("name: critic\ntools: [Read, Grep]", "Criticise kindly."),
  "/repo/.claude/agents/critic.md": agent("name: critic", "Criticise."),
  "/repo/.claude/agents/broken.md": "---\nname: broken\n",
  "/repo/.claude/agents/notes.txt": "nothing",
  "/home/me/.claude/agents/mine.md": agent(
    "name: mine\ntools: Read, Bash(git diff:*)\ndisallowedTools: Bash\nmodel: small\neffort: low",
    "Work alone.",
  ),
  "/AGENTS/.claude/agents/outside.md": agent("name: outside", "No."),
};

const load = (name: string, rest: Partial<AgentTypeSources> = {}) =>
  loadAgentType(name, {
    fileSystem: createMemoryFileSystem({ tree: TREE }),
    cwd: "/repo/web",
    root: "/repo",
    home: "/home/me",
    trusted: true,
    ...rest,
  });

describe("loadAgentType", () => {
  it("takes the nearest of the workspace, then the person's own, then the built-in ones", async () => {
    expect(await load("Critic")).toEqual({
      name: "critic",
      tools: ["Read", "Grep"],
      disallow: [],
      prompt: "Criticise kindly.",
    });
    expect(await load("critic", { cwd: "/repo" })).toMatchObject({ prompt: "Criticise.", tools: [] });
    expect(await load("mine")).toEqual({
      name: "mine",
      tools: ["Read", "Bash(git diff:*)"],
      disallow: ["Bash"],
      model: "small",
      effort: "low",
      prompt: "Work alone.",
    });
    expect(await load("explore")).toMatchObject({ name: "Explore", tools: ["Read", "Glob", "Grep", "GitDiff"] });
  });

  it("does not read an untrusted workspace", async () => {
    expect(await load("critic", { trusted: false })).toBeUndefined();
    expect(await load("mine", { trusted: false })).toBeDefined();
  });

  it.each([
    "nobody",
    "broken",
    "../../AGENTS/.claude/agents/outside",
    "/AGENTS/.claude/agents/outside",
    "",
    "__proto__",
  ])("knows no agent %j", async (name) => {
    expect(await load(name)).toBeUndefined();
  });
});
