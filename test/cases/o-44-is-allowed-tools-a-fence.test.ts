import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, endOf, linesOf, say } from "../support/agent-world.ts";

const skill = (name: string, context: string, tools: string) =>
  `---\nname: ${name}\ndescription: Reads only\ncontext: ${context}\nallowed-tools: ${tools}\n---\nThe body of ${name}.\n`;

const EDIT = { name: "Edit", input: { file_path: "a.txt", old_string: "old", new_string: "new" } };
const READ = { name: "Read", input: { file_path: "a.txt" } };

let world: AgentWorld;
afterEach(() => world.dispose());

const lastResults = () => {
  const view = world.server.requests.at(-1)?.view;
  return view === undefined ? [] : linesOf(view).filter((line) => line.startsWith("result:"));
};

describe.each([
  ["a string", "Read, Grep"],
  ["a list", "[Read, Grep]"],
])("O-44: allowed-tools as %s", (_, tools) => {
  it("is a fence for a fork: the child has no other tools, and a call of one does nothing", async () => {
    world = await createAgentWorld();
    await world.writeSkill("ro2", skill("ro2", "fork", tools));
    const file = await world.write("a.txt", "old\n");
    const agent = await world.open({ allow: ["Skill", "Edit"] });
    world.server.setScript([{ toolCalls: [EDIT] }, { text: "done" }]);
    expect(endOf(await say(agent, "/ro2")).reason).toBe("done");
    expect(world.server.requests[0]?.view.tools.map(({ name }) => name)).toEqual(["Read", "Grep"]);
    expect(lastResults().at(-1)).toContain("There is no tool");
    expect(await readFile(file, "utf8")).toBe("old\n");
    expect(world.log).toContain("skill: starting fork name=ro2 allowed_tools=[Read Grep] model_override=inherit");
    expect(world.log).toContain("skill: fork tools filtered name=ro2 total_tools=8 sub_tools=2");
    expect(world.log).toContain("skill: fork complete name=ro2 result_len=4");
  });

  it("grants an inline skill those tools and takes no other one away", async () => {
    world = await createAgentWorld();
    await world.writeSkill("ro", skill("ro", "inline", tools));
    const file = await world.write("a.txt", "old\n");
    const agent = await world.open({ allow: ["Skill"] });
    world.server.setScript([{ toolCalls: [READ, EDIT] }, { text: "done" }]);
    await say(agent, "/ro");
    expect(world.server.requests[0]?.view.tools).toHaveLength(8);
    // Edit follows the normal rules, which in a session without a person refuse it.
    expect(lastResults()).toEqual([expect.stringContaining("old"), expect.stringContaining("not run")]);
    expect(await readFile(file, "utf8")).toBe("old\n");
  });
});

describe("O-44: the limits of a grant", () => {
  it("ends with the user's next message", async () => {
    world = await createAgentWorld();
    await world.writeSkill("writes", skill("writes", "inline", "Write"));
    const agent = await world.open({ allow: ["Skill"] });
    const write = (file_path: string) => ({ toolCalls: [{ name: "Write", input: { file_path, content: "x" } }] });
    world.server.setScript([write("a.txt"), write("b.txt"), { text: "done" }, write("c.txt"), { text: "done" }]);
    await say(agent, "/writes");
    await say(agent, "again");
    const [first, second, third] = lastResults();
    expect([first, second].join()).not.toContain("not run");
    expect(third).toContain("not run");
  });

  it("a deny rule beats it", async () => {
    world = await createAgentWorld();
    await world.writeSkill("ro", skill("ro", "inline", "Read"));
    await world.write("a.txt", "text\n");
    const agent = await world.open({ allow: ["Skill"], deny: ["Read(a.txt)"] });
    world.server.setScript([{ toolCalls: [{ name: "Read", input: { file_path: "a.txt" } }] }, { text: "done" }]);
    await say(agent, "/ro");
    expect(lastResults().at(-1)).not.toContain("text");
  });

  it("an empty list restricts nothing, and a list without any known tool leaves none", async () => {
    world = await createAgentWorld();
    await world.writeSkill("open", skill("open", "fork", "[]"));
    await world.writeSkill("closed", skill("closed", "fork", "[NoSuchTool]"));
    const agent = await world.open({ allow: ["Skill"] });
    world.server.setScript([{ text: "a" }, { text: "b" }]);
    await say(agent, "/open");
    await say(agent, "/closed");
    expect(world.server.requests.map(({ view }) => view.tools.length)).toEqual([8, 0]);
  });

  it("with skills.inlineTools restrict an inline skill is a fence too, until the next message", async () => {
    world = await createAgentWorld();
    await world.writeSkill("ro", skill("ro", "inline", "Read, Grep"));
    const agent = await world.open({ allow: ["Skill"], settings: ['{"skills":{"inlineTools":"restrict"}}'] });
    world.server.setScript([{ toolCalls: [EDIT] }, { text: "done" }, { text: "done" }]);
    await say(agent, "/ro");
    await say(agent, "and now");
    expect(world.server.requests.map(({ view }) => view.tools.length)).toEqual([2, 2, 8]);
    expect(lastResults()[0]).toContain("There is no tool");
  });
});
