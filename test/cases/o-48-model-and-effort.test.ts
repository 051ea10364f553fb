import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, MODEL_NAMES, say } from "../support/agent-world.ts";

const { big, small } = MODEL_NAMES;

const skill = (name: string, fields: string) =>
  `---\nname: ${name}\ndescription: Changes things\n${fields}\n---\nBody.\n`;
const SKILLS = {
  cheap: skill("cheap", `model: anthropic/${small}\neffort: low`),
  "cheap-fork": skill("cheap-fork", `context: fork\nmodel: anthropic/${small}\neffort: low`),
  lost: skill("lost", "model: google/no-such"),
  "lost-fork": skill("lost-fork", "context: fork\nmodel: google/no-such"),
  same: skill("same", "model: inherit\neffort: 2048"),
};

let world: AgentWorld;
afterEach(() => world.dispose());

async function openWorld() {
  world = await createAgentWorld({ protocol: "anthropic" });
  for (const [name, text] of Object.entries(SKILLS)) await world.writeSkill(name, text);
  return world.open({ allow: ["Skill"], effort: "high" });
}

/** Model and thinking control of every request; the second in the shape of the provider. */
const used = () =>
  world.server.requests.map(
    ({ view, body }) => [view.model, JSON.stringify([body.thinking, body.output_config])] as const,
  );
const models = () => used().map(([model]) => model);

const call = (name: string) => ({ toolCalls: [{ name: "Skill", input: { skill: name } }] });

describe("O-48: model and effort do not depend on who calls", () => {
  it("inline: for the rest of the turn, then the session's again", async () => {
    const agent = await openWorld();
    world.server.setScript([
      { text: "plain" },
      { text: "typed" },
      { text: "after" },
      call("cheap"),
      { text: "called" },
      { text: "after" },
    ]);
    await say(agent, "hello");
    await say(agent, "/cheap");
    await say(agent, "and now");
    await say(agent, "call it");
    await say(agent, "and now");
    expect(models()).toEqual([big, small, big, big, small, big]);
    const efforts = used().map(([, effort]) => effort);
    expect(efforts[1]).not.toBe(efforts[0]);
    expect(efforts).toEqual([efforts[0], efforts[1], efforts[0], efforts[0], efforts[1], efforts[0]]);
  });

  it("fork: every request of the child, none of the parent", async () => {
    const agent = await openWorld();
    const readStep = { toolCalls: [{ name: "Glob", input: { pattern: "*" } }] };
    world.server.setScript([
      readStep,
      { text: "typed" },
      call("cheap-fork"),
      readStep,
      { text: "called" },
      { text: "done" },
    ]);
    await say(agent, "/cheap-fork");
    await say(agent, "call it");
    expect(models()).toEqual([small, small, big, small, small, big]);
    const efforts = used().map(([, effort]) => effort);
    expect(new Set([efforts[0], efforts[1], efforts[3], efforts[4]]).size).toBe(1);
    expect(efforts[2]).not.toBe(efforts[0]);
    expect(efforts[5]).toBe(efforts[2]);
  });

  it("a model that cannot be had: a notice that names it, and the session's model", async () => {
    const agent = await openWorld();
    world.server.setScript([
      { text: "a" },
      { text: "b" },
      call("lost"),
      { text: "c" },
      call("lost-fork"),
      { text: "d" },
      { text: "e" },
    ]);
    for (const message of ["/lost", "/lost-fork", "call it", "call the other"]) {
      const notices = (await say(agent, message)).filter((event) => event.type === "notice");
      expect(notices).toMatchObject([{ level: "warning", message: expect.stringContaining('"google/no-such"') }]);
    }
    expect(new Set(models())).toEqual(new Set([big]));
    expect(models()).toHaveLength(7);
  });

  it("inherit keeps the model and a number sets the effort, on both paths", async () => {
    const agent = await openWorld();
    world.server.setScript([{ text: "typed" }, call("same"), { text: "called" }]);
    await say(agent, "/same");
    await say(agent, "call it");
    expect(new Set(models())).toEqual(new Set([big]));
    const efforts = used().map(([, effort]) => effort);
    expect(efforts[0]).toBe(efforts[2]);
    expect(efforts[1]).not.toBe(efforts[0]);
  });
});
