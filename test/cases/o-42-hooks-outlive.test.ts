import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, endOf, say } from "../support/agent-world.ts";

let world: AgentWorld;
afterEach(() => world.dispose());

const guard = (context: string) =>
  `---\nname: guard\ndescription: Notes every command\ncontext: ${context}\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - command: echo "$SKILLFUL_HOOK_EVENT" >> log\n---\nGuard the shell.\n`;

const BASH = { toolCalls: [{ name: "Bash", input: { command: "true" } }] };
const DONE = { text: "done" };
const logged = async () =>
  (await readFile(join(world.project, "log"), "utf8").catch(() => "")).split("\n").filter((line) => line !== "");

describe("O-42: hooks of a skill", () => {
  it("are registered once however often it is invoked, and stay for later messages", async () => {
    world = await createAgentWorld();
    await world.writeSkill("guard", guard("inline"));
    const agent = await world.open({ allow: ["Bash"] });
    world.server.setScript([DONE, DONE, DONE, BASH, DONE, BASH, DONE]);
    for (const _ of [1, 2, 3]) await say(agent, "/guard");
    await say(agent, "run it");
    expect(await logged()).toEqual(["PreToolUse"]);
    await say(agent, "and again");
    expect(await logged()).toEqual(["PreToolUse", "PreToolUse"]);
  });

  it("are registered once when typed and when called by the model, from the next step on", async () => {
    world = await createAgentWorld();
    await world.writeSkill("guard", guard("inline"));
    const agent = await world.open({ allow: ["Bash", "Skill"] });
    const skill = { toolCalls: [{ name: "Skill", input: { skill: "guard" } }] };
    world.server.setScript([BASH, skill, BASH, DONE]);
    await say(agent, "guard yourself");
    expect(await logged()).toEqual(["PreToolUse"]);
  });

  it("are gone after /clear, and back with the next invocation", async () => {
    world = await createAgentWorld();
    await world.writeSkill("guard", guard("inline"));
    const agent = await world.open({ allow: ["Bash"] });
    world.server.setScript([DONE, BASH, DONE, DONE, BASH, DONE]);
    await say(agent, "/guard");
    await say(agent, "/clear");
    await say(agent, "run it");
    expect(await logged()).toEqual([]);
    await say(agent, "/guard");
    await say(agent, "run it");
    expect(await logged()).toEqual(["PreToolUse"]);
  });

  it("of a fork fire in the fork alone and are gone with it", async () => {
    world = await createAgentWorld();
    await world.writeSkill("guard", guard("fork"));
    const agent = await world.open({ allow: ["Bash"] });
    world.server.setScript([BASH, DONE, BASH, DONE]);
    expect(endOf(await say(agent, "/guard")).text).toBe("done");
    expect(await logged()).toEqual(["PreToolUse"]);
    await say(agent, "run it");
    expect(await logged()).toEqual(["PreToolUse"]);
  });

  it("of the caller do not fire in a fork", async () => {
    world = await createAgentWorld();
    await world.writeSkill("guard", guard("inline"));
    await world.writeSkill("child", "---\nname: child\ndescription: Works apart\ncontext: fork\n---\nWork.\n");
    const agent = await world.open({ allow: ["Bash"] });
    world.server.setScript([DONE, BASH, DONE]);
    await say(agent, "/guard");
    await say(agent, "/child");
    expect(await logged()).toEqual([]);
  });

  it("Stop in a forked skill means the end of the fork", async () => {
    world = await createAgentWorld();
    const text = guard("fork")
      .replace("PreToolUse", "Stop")
      .replace("    - matcher: Bash\n      hooks:", "    - hooks:");
    await world.writeSkill("guard", text);
    const agent = await world.open();
    world.server.setScript([DONE, DONE]);
    await say(agent, "/guard");
    await say(agent, "hello");
    expect(await logged()).toEqual(["SubagentStop"]);
  });
});
