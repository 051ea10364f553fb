import { afterEach, describe, expect, it } from "vitest";
import {
  type AgentWorld,
  createAgentWorld,
  endOf,
  findInvalidity,
  linesOf,
  say,
} from "../../test/support/agent-world.ts";
import type { ScriptedReply, ScriptFunction } from "../testing/index.ts";
import type { AgentEvent } from "./index.ts";

let world: AgentWorld;
afterEach(() => world.dispose());

const skill = (name: string, fields = "") =>
  world.writeSkill(
    name,
    `---\nname: ${name}\ndescription: Works\ncontext: fork\n${fields}---\nThe task of ${name}: $ARGUMENTS\n`,
  );
const call = (name: string, args = "") => ({ name: "Skill", input: { skill: name, args } });

/** The parent gets these replies in order, sub-agents what `child` says. */
function script(parent: readonly ScriptedReply[], child: ScriptFunction): ScriptFunction {
  let step = 0;
  return (request) =>
    request.view.system.startsWith("You are a sub-agent") ? child(request) : (parent[step++] ?? { text: "done" });
}

const childEnds = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "turn-end" && event.agent !== "main" ? [event] : []));
const parentLines = () => {
  const views = world.server.requests.map(({ view }) => view);
  const last = views.findLast(({ system }) => !system.startsWith("You are a sub-agent"));
  return last === undefined ? [] : linesOf(last);
};

describe("a fork", () => {
  it("that fails comes back as an error result, and the parent goes on", async () => {
    const refusal = { status: 400, body: { error: { message: "the child is ill" } } };
    world = await createAgentWorld({
      script: script([{ toolCalls: [call("job")] }, { text: "I did it myself." }], () => refusal),
    });
    await skill("job");
    const agent = await world.open({ allow: ["Skill"] });
    const events = await say(agent, "go");
    expect(endOf(events)).toMatchObject({ reason: "done", text: "I did it myself." });
    expect(parentLines().at(-1)).toMatch(/^result: The skill "job" failed: .*the child is ill/s);
    expect(events.find(({ type }) => type === "skill-end")).toMatchObject({ skill: "job", isError: true });
    expect(events.find(({ type }) => type === "tool-end")).toMatchObject({ name: "Skill", isError: true });
  });

  it("stops after 24 steps, and its cost counts as the parent's", async () => {
    const usage = { inputTokens: 100, outputTokens: 10 };
    let count = 0;
    const child: ScriptFunction = () => ({ toolCalls: [{ name: "Glob", input: { pattern: `${count++}*` } }], usage });
    world = await createAgentWorld({
      script: script(
        [
          { toolCalls: [call("job")], usage },
          { text: "enough", usage },
        ],
        child,
      ),
    });
    await skill("job");
    const events = await say(await world.open({ allow: ["Skill"] }), "go");
    expect(count).toBe(24);
    expect(childEnds(events)).toMatchObject([{ reason: "step-limit", steps: 24 }]);
    expect(parentLines().at(-1)).toBe('result: The skill "job" stopped after 24 steps without a final answer.');
    expect(endOf(events)).toMatchObject({ steps: 2, usage: { inputTokens: 2600, outputTokens: 260 } });
  });

  it("typed and too long is an error of its own kind", async () => {
    let count = 0;
    const child: ScriptFunction = () => ({ toolCalls: [{ name: "Glob", input: { pattern: `${count++}*` } }] });
    world = await createAgentWorld({ script: script([], child) });
    await skill("job");
    const end = endOf(await say(await world.open({ allow: ["Skill"] }), "/job x"));
    expect(end).toMatchObject({ reason: "error", steps: 24, error: { code: "fork-step-limit" } });
  });

  it("is stopped with its parent, at whatever it does", async () => {
    const abort = new AbortController();
    world = await createAgentWorld({
      script: script([{ toolCalls: [call("outer")] }], ({ view }) =>
        linesOf(view).join().includes("task of inner") ? { hang: true } : { toolCalls: [call("inner")] },
      ),
    });
    await skill("outer");
    await skill("inner");
    const agent = await world.open({ allow: ["Skill"] });
    const running = say(agent, "go", { signal: abort.signal });
    await world.server.received(3);
    abort.abort();
    const events = await running;
    expect(endOf(events).reason).toBe("aborted");
    expect(childEnds(events).map(({ reason }) => reason)).toEqual(["aborted", "aborted"]);
    expect(findInvalidity(agent.history())).toBeUndefined();
    expect(JSON.stringify(agent.history().at(-1))).toContain("Interrupted by the user.");
  });

  it("runs beside others of the same step, four at a time, with results in call order", async () => {
    let running = 0;
    let most = 0;
    let release: (() => void) | undefined;
    const fourRun = new Promise<void>((resolve) => {
      release = resolve;
    });
    const child: ScriptFunction = async ({ view }) => {
      running += 1;
      most = Math.max(most, running);
      if (running === 4) release?.();
      await fourRun;
      running -= 1;
      return { text: `did ${/: (\d)/.exec(linesOf(view).at(-1) ?? "")?.[1]}` };
    };
    const calls = ["1", "2", "3", "4", "5"].map((number) => call("job", number));
    world = await createAgentWorld({ script: script([{ toolCalls: calls }], child) });
    await skill("job");
    const events = await say(await world.open({ allow: ["Skill"] }), "go");
    expect(endOf(events).reason).toBe("done");
    expect(most).toBe(4);
    expect(parentLines().filter((line) => line.startsWith("result:"))).toEqual(
      [1, 2, 3, 4, 5].map((number) => `result: did ${number}`),
    );
    expect(new Set(childEnds(events).map(({ agent }) => agent)).size).toBe(5);
  });

  it("neither wakes skills for the parent nor learns of them, and lists skills only with the Skill tool", async () => {
    const child: ScriptFunction = ({ view }) =>
      linesOf(view).some((line) => line.startsWith("result:"))
        ? { text: "read" }
        : { toolCalls: [{ name: "Read", input: { file_path: "src/a.tsx" } }] };
    world = await createAgentWorld({ script: script([], child) });
    await world.write("src/a.tsx", "<a/>\n");
    await world.writeSkill("react", "---\nname: react\ndescription: React\npaths: 'src/**'\n---\nBody\n");
    await skill("job");
    await skill("plain", "allowed-tools: [Read]\n");
    const agent = await world.open({ allow: ["Skill"] });
    await say(agent, "/job");
    await say(agent, "/plain");
    expect(world.log.join("\n")).not.toContain("conditional skill activated");
    expect(endOf(await say(agent, "/react")).error).toMatchObject({ code: "waiting" });
    const starts = world.server.requests.map(({ view }) => linesOf(view)).filter((lines) => lines.length < 3);
    expect(starts.map(([first = ""]) => first.includes("<system-reminder>"))).toEqual([true, false]);
  });

  it("takes tools, model and role from the agent that the skill names, and says when there is none", async () => {
    world = await createAgentWorld({ script: script([], () => ({ text: "seen" })) });
    await world.write(
      ".claude/agents/critic.md",
      "---\nname: critic\ntools: Read, Grep, Bash\nmodel: openai-compatible/other\n---\nYou criticise.\n",
    );
    await skill("judge", "agent: critic\nallowed-tools: [Read, Edit]\n");
    await skill("lost", "agent: nobody\n");
    const agent = await world.open({ allow: ["Skill"] });
    await say(agent, "/judge");
    const [judged] = world.server.requests;
    expect(judged?.view).toMatchObject({ model: "other", system: expect.stringContaining("You criticise.") });
    expect(judged?.view.tools.map(({ name }) => name)).toEqual(["Read"]);
    const notices = (await say(agent, "/lost")).filter(({ type }) => type === "notice");
    expect(notices).toMatchObject([{ level: "warning", message: expect.stringContaining('"nobody"') }]);
  });
});
