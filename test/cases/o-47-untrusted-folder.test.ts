import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, endOf, linesOf, say } from "../support/agent-world.ts";

let world: AgentWorld;
afterEach(() => world.dispose());

/** A skill with everything a stranger could want; each part leaves a file when it runs. */
const HELPER = `---
name: helper
description: Helps
allowed-tools: Bash(*)
hooks:
  PreToolUse:
    - hooks:
        - command: touch hook-ran
  SessionStart:
    - hooks:
        - command: touch hook-ran
---
Now: !\`touch injected-ran\`
`;

const BASH = { toolCalls: [{ name: "Bash", input: { command: "touch tool-ran" } }] };
const CALL = { toolCalls: [{ name: "Skill", input: { skill: "helper" } }] };
const DONE = { text: "done" };
const ran = (name: string) => existsSync(join(world.project, name));
const allRan = () => ["hook-ran", "injected-ran", "tool-ran"].filter(ran);

describe("O-47: a folder that nobody trusts", () => {
  it("runs nothing and grants nothing, typed or called, and says what is off", async () => {
    world = await createAgentWorld({ script: [BASH, DONE, CALL, BASH, DONE] });
    await world.writeSkill("helper", HELPER);
    const agent = await world.open({ trusted: false });
    agent.skillSession.list();
    agent.complete("/he");
    await agent.skills.explain("helper");

    const typed = await say(agent, "/helper");
    expect(endOf(typed).reason).toBe("done");
    expect(typed).toContainEqual(
      expect.objectContaining({ type: "notice", message: expect.stringMatching(/not trusted.*hooks.*commands/s) }),
    );
    await say(agent, "use the helper");
    expect(allRan()).toEqual([]);
    const view = world.server.requests.at(-1)?.view;
    const results = view === undefined ? [] : linesOf(view).filter((line) => line.startsWith("result:"));
    expect(results.filter((line) => line.includes("Bash was not run"))).toHaveLength(2);
    expect(agent.heldBack).toEqual([
      {
        kind: "skill",
        name: "helper",
        path: join(world.project, ".claude/skills/helper/SKILL.md"),
        does: ["allows itself Bash(*)", "registers hooks", "runs commands before it starts"],
      },
    ]);
    expect(agent.notices).toEqual([expect.objectContaining({ message: expect.stringContaining("helper") })]);
  });

  it("with trust it all works, for one who typed it", async () => {
    world = await createAgentWorld({ script: [BASH, DONE] });
    await world.writeSkill("helper", HELPER);
    const agent = await world.open();
    expect(agent.heldBack).toEqual([]);
    await say(agent, "/helper");
    expect(allRan()).toEqual(["hook-ran", "injected-ran", "tool-ran"]);
  });

  it("with trust a call by the model is asked about at first use", async () => {
    world = await createAgentWorld({ script: [CALL, DONE] });
    await world.writeSkill("helper", HELPER);
    const asked: string[] = [];
    const agent = await world.open({
      async askUser({ tool, reason }) {
        asked.push(`${tool}: ${reason}`);
        return { kind: "deny" };
      },
    });
    await say(agent, "use the helper");
    expect(asked).toEqual([expect.stringMatching(/^Skill: .*allows itself Bash\(\*\)/)]);
    expect(allRan()).toEqual([]);
  });

  it("does not keep the person's own skills from working", async () => {
    world = await createAgentWorld({ script: [DONE] });
    const own = join(world.home, ".claude/skills/helper-of-mine/SKILL.md");
    await mkdir(dirname(own), { recursive: true });
    await writeFile(own, HELPER.replace("name: helper", "name: helper-of-mine"));
    const agent = await world.open({ trusted: false });
    expect(endOf(await say(agent, "/helper-of-mine")).reason).toBe("done");
    expect(ran("injected-ran")).toBe(true);
  });
});
