import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, endOf, findInvalidity, linesOf, say } from "../support/agent-world.ts";

const fork = (name: string) => `---\nname: ${name}\ndescription: Calls on\ncontext: fork\n---\nThe body of ${name}.\n`;

let world: AgentWorld;
afterEach(() => world.dispose());

describe("O-41: a fork that calls itself", () => {
  it("runs once; the inner call is refused in words that the child can read, and the run ends", async () => {
    world = await createAgentWorld({
      script: () => ({ toolCalls: [{ name: "Skill", input: { skill: "echoes" } }] }),
    });
    await world.writeSkill("echoes", fork("echoes"));
    const agent = await world.open({ allow: ["Skill"], maxSteps: 2 });
    const events = await say(agent, "go");
    const end = endOf(events);
    expect(["step-limit", "error"]).toContain(end.reason);
    const children = new Set(events.filter(({ agent: name }) => name !== "main").map(({ agent: name }) => name));
    // One for each step of the parent, none below them.
    expect(children.size).toBe(2);
    const refusals = events.flatMap((event) =>
      event.type === "tool-end" && event.agent !== "main" ? [`${event.isError} ${event.output}`] : [],
    );
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) expect(refusal).toMatch(/^true .*echoes/s);
    expect(findInvalidity(agent.history())).toBeUndefined();
    expect(world.server.requests.length).toBeLessThan(2 + 2 * 24);
  });

  it("also through another skill, at bounded depth", async () => {
    const order = ["ping", "pong"];
    world = await createAgentWorld({
      script: ({ view }) => {
        const text = linesOf(view).join("\n");
        const next = text.includes("The body of ping.") ? "pong" : "ping";
        return text.includes("result:")
          ? { text: "enough" }
          : { toolCalls: [{ name: "Skill", input: { skill: next } }] };
      },
    });
    for (const name of order) await world.writeSkill(name, fork(name));
    const agent = await world.open({ allow: ["Skill"] });
    const events = await say(agent, "go");
    expect(endOf(events)).toMatchObject({ reason: "done", text: "enough" });
    const started = events.flatMap((event) => (event.type === "skill-start" ? [event.skill] : []));
    expect(started).toEqual(["ping", "pong"]);
    const inner = events.find((event) => event.type === "tool-end" && event.isError);
    expect(inner).toMatchObject({ type: "tool-end", name: "Skill" });
  });

  it("nests at most three deep", async () => {
    const names = ["one", "two", "three", "four", "five"];
    world = await createAgentWorld({
      script: ({ view }) => {
        const text = linesOf(view).join("\n");
        const depth = names.findIndex((name) => text.includes(`The body of ${name}.`)) + 1;
        if (text.includes("result:")) return { text: `back at ${depth}` };
        return { toolCalls: [{ name: "Skill", input: { skill: names[depth] } }] };
      },
    });
    for (const name of names) await world.writeSkill(name, fork(name));
    const agent = await world.open({ allow: ["Skill"] });
    const events = await say(agent, "go");
    expect(endOf(events)).toMatchObject({ reason: "done", text: "back at 0" });
    expect(events.flatMap((event) => (event.type === "skill-start" ? [event.skill] : []))).toEqual(names.slice(0, 3));
  });
});
