import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, endOf, linesOf, say } from "../support/agent-world.ts";

const DIG = "---\nname: dig\ndescription: Digs\ncontext: fork\n---\nLook at $ARGUMENTS\n";
const SAY = "---\nname: say\ndescription: Says\n---\nSpeak of $ARGUMENTS\n";

let world: AgentWorld;
afterEach(() => world.dispose());

async function openWorld(settings: readonly string[] = []) {
  world = await createAgentWorld();
  await world.writeSkill("dig", DIG);
  await world.writeSkill("say", SAY);
  return world.open({ allow: ["Skill"], settings });
}

const requests = () => world.server.requests.map(({ view }) => linesOf(view));

describe("O-38: a fork runs in a conversation of its own", () => {
  it("when the user types it: the parent gets the typed line and the result, and asks its model nothing", async () => {
    const agent = await openWorld();
    world.server.setScript([{ text: "The cellar is dry." }, { text: "Gladly." }]);
    const events = await say(agent, "/dig the cellar");
    expect(endOf(events)).toMatchObject({ reason: "done", text: "The cellar is dry." });
    expect(agent.history()).toEqual([
      { role: "user", content: "/dig the cellar" },
      { role: "assistant", content: "The cellar is dry." },
    ]);
    expect(requests()).toHaveLength(1);
    expect(requests()[0]?.at(-1)).toContain("Look at the cellar");
    expect(requests()[0]?.at(-1)).not.toContain("/dig the");

    await say(agent, "thanks");
    const [, second = []] = requests();
    expect(second.slice(0, 2)).toEqual(["user: /dig the cellar", "assistant: The cellar is dry."]);
    expect(second.join()).not.toContain("Look at the cellar");
    expect(second.at(-2)).toContain("<system-reminder>");
    expect(second.at(-1)).toBe("user: thanks");
  });

  it("when the model calls it: a child whose first message is the body, and one result for the parent", async () => {
    const agent = await openWorld();
    world.server.setScript([
      { toolCalls: [{ name: "Skill", input: { skill: "dig", args: "the attic" } }] },
      { text: "The attic is full." },
      { text: "It is full." },
    ]);
    const events = await say(agent, "what is in the attic?");
    expect(endOf(events)).toMatchObject({ reason: "done", text: "It is full." });
    const [, child = [], parent = []] = requests();
    expect(child.at(-1)).toContain("Look at the attic");
    expect(child.join()).not.toContain("what is in the attic?");
    expect(parent.at(-1)).toBe("result: The attic is full.");
    expect(parent.join()).not.toContain("Look at the attic");
    expect(world.log).toContain("skill tool: invoking via fork skill=dig args=the attic");
    const ends = events.filter((event) => event.type === "turn-end");
    expect(ends.map(({ agent: name }) => name === "main")).toEqual([false, true]);
  });

  it("while an inline skill enters the parent, typed or called", async () => {
    const agent = await openWorld();
    world.server.setScript([
      { text: "A." },
      { toolCalls: [{ name: "Skill", input: { skill: "say", args: "frogs" } }] },
      { text: "B." },
    ]);
    await say(agent, "/say toads");
    expect(requests()[0]?.at(-1)).toContain("Speak of toads");
    await say(agent, "now of frogs");
    const last = requests()[2] ?? [];
    expect(last.at(-2)).toBe("result: Launching skill: say");
    expect(last.at(-1)).toMatch(/^user: [\s\S]*Speak of frogs/);
    expect(world.log.join("\n")).not.toContain("fork");
  });

  it("and with skills.modelInvocation fork an inline skill forks too, when the model calls it", async () => {
    const agent = await openWorld(['{"skills":{"modelInvocation":"fork"}}']);
    world.server.setScript([
      { toolCalls: [{ name: "Skill", input: { skill: "say", args: "frogs" } }] },
      { text: "Frogs croak." },
      { text: "They croak." },
    ]);
    await say(agent, "speak of frogs");
    expect(requests()[1]?.at(-1)).toContain("Speak of frogs");
    expect(requests()[2]?.at(-1)).toBe("result: Frogs croak.");
    expect(world.log).toContain("skill tool: invoking via fork skill=say args=frogs");
    expect(world.log.join("\n")).not.toContain("expanding inline");
  });
});
