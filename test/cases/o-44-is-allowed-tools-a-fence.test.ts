import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, endOf, linesOf, say } from "../support/agent-world.ts";

const skill = (name: string, context: string, tools: string) =>
  `---\nname: ${name}\ndescription: Reads only\ncontext: ${context}\nallowed-tools: ${tools}\n---\nThe body of ${name}.\n`;

const EDIT = { name: "Edit", input: { file_path: "a.txt", old_string: "old", new_string: "new" } };
const OUTSIDE = "../outside.txt";

let world: AgentWorld;
afterEach(() => world.dispose());

const lastResults = () =>
  linesOf(world.server.requests.at(-1)?.view ?? ({ messages: [] } as never)).filter((line) =>
    line.startsWith("result:"),
  );

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
    const { readFile } = await import("node:fs/promises");
    expect(await readFile(file, "utf8")).toBe("old\n");
    expect(world.log).toContain("skill: starting fork name=ro2 allowed_tools=[Read Grep] model_override=inherit");
    expect(world.log).toContain("skill: fork tools filtered name=ro2 total_tools=8 sub_tools=2");
    expect(world.log).toContain("skill: fork complete name=ro2 result_len=4");
  });

  it("is a grant for an inline skill, which ends with the user's next message", async () => {
    world = await createAgentWorld();
    await world.writeSkill("ro", skill("ro", "inline", tools));
    const { writeFile } = await import("node:fs/promises");
    const { resolve } = await import("node:path");
    await writeFile(resolve(world.project, OUTSIDE), "far away\n");
    const agent = await world.open({ allow: ["Skill"] });
    const read = { toolCalls: [{ name: "Read", input: { file_path: OUTSIDE } }] };
    world.server.setScript([read, { toolCalls: [EDIT] }, { text: "done" }, read, { text: "done" }]);
    await say(agent, "/ro");
    expect(world.server.requests[0]?.view.tools).toHaveLength(8);
    expect(lastResults()[0]).toContain("far away");
    // Edit follows the normal rules, which in a session without a person refuse it.
    expect(lastResults()[1]).toMatch(/not run/);
    await say(agent, "again");
    expect(lastResults().at(-1)).toMatch(/not run/);
  });
});

describe("O-44: the limits of a grant", () => {
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
