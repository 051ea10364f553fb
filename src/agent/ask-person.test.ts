import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, linesOf, say } from "../../test/support/agent-world.ts";
import type { ScriptedAnswer } from "../testing/index.ts";
import type { PermissionAnswer, PermissionQuestion } from "./permission-check.ts";

let world: AgentWorld;
beforeEach(async () => {
  world = await createAgentWorld();
});
afterEach(async () => {
  await world.dispose();
});

const bash = (command: string): ScriptedAnswer => ({ toolCalls: [{ name: "Bash", input: { command } }] });
const write = (file_path: string): ScriptedAnswer => ({
  toolCalls: [{ name: "Write", input: { file_path, content: "x" } }],
});
const skill = (name: string): ScriptedAnswer => ({ toolCalls: [{ name: "Skill", input: { skill: name } }] });

type Reply = (question: PermissionQuestion) => PermissionAnswer | Promise<PermissionAnswer>;

/** Opens an agent whose person answers with `reply`; every question is kept. */
async function openAsked(reply: Reply, options: Parameters<AgentWorld["open"]>[0] = {}) {
  const questions: PermissionQuestion[] = [];
  const agent = await world.open({
    ...options,
    askUser: async (question) => {
      questions.push(question);
      return reply(question);
    },
  });
  return { agent, questions };
}

const always: Reply = async ({ always: offer }) => {
  if (offer.kind === "withheld") throw new Error(`withheld: ${offer.reason}`);
  const saved = await offer.save();
  if (saved.kind === "failed") throw new Error(saved.message);
  return { kind: "allow" };
};
const once: Reply = () => ({ kind: "allow" });

async function run(agent: Awaited<ReturnType<AgentWorld["open"]>>, ...steps: ScriptedAnswer[]) {
  world.server.setScript([...steps, { text: "Done." }]);
  return say(agent, "go");
}

/** What the model read of its calls. */
const results = () =>
  world.server.requests.slice(-1).flatMap(({ view }) => linesOf(view).filter((line) => line.startsWith("result:")));
const localSettings = async () =>
  JSON.parse(await readFile(join(world.project, ".skillful/settings.local.json"), "utf8")) as unknown;

describe("a yes for good", () => {
  it("holds at once, after /clear and in the next session, and is what was shown", async () => {
    const { agent, questions } = await openAsked(always);
    await run(agent, bash("touch a.txt"), bash("touch a.txt"));
    await say(agent, "/clear");
    await run(agent, bash("touch a.txt"));
    expect(questions).toHaveLength(1);
    expect(questions[0]?.always).toMatchObject({
      kind: "offered",
      rules: ["Bash(touch a.txt)"],
      path: join(world.project, ".skillful/settings.local.json"),
    });
    expect(await localSettings()).toEqual({ permissions: { allow: ["Bash(touch a.txt)"] } });

    const next = await openAsked(once);
    await run(next.agent, bash("touch a.txt"));
    expect(next.questions).toEqual([]);
    await run(next.agent, bash("touch b.txt"));
    expect(next.questions).toHaveLength(1);
  });

  it("keeps every rule that a call of several parts needs", async () => {
    const { agent, questions } = await openAsked(always);
    await run(agent, bash("touch a.txt && mkdir b"), bash("mkdir b; touch a.txt"));
    expect(questions).toHaveLength(1);
    expect(await localSettings()).toEqual({ permissions: { allow: ["Bash(touch a.txt)", "Bash(mkdir b)"] } });
  });

  it("means the same file from every directory of the workspace", async () => {
    const web = join(world.project, "packages/web");
    await mkdir(join(web, "src"), { recursive: true });
    const { agent, questions } = await openAsked(always, { cwd: web });
    await run(agent, write("src/a.ts"));
    expect(questions[0]?.suggestions).toEqual(["Edit(src/a.ts)"]);
    expect(await localSettings()).toEqual({ permissions: { allow: ["Edit(/packages/web/src/a.ts)"] } });

    const above = await openAsked(once);
    await run(above.agent, write("packages/web/src/a.ts"));
    expect(above.questions).toEqual([]);
    await run(above.agent, write("src/a.ts"));
    expect(above.questions).toHaveLength(1);
  });

  it("holds for a skill, also after /clear and in the next session", async () => {
    await world.writeSkill("deploy", "---\nname: deploy\ndescription: d\nallowed-tools: Bash(true)\n---\nDeploy it.\n");
    const { agent, questions } = await openAsked(always);
    await run(agent, skill("deploy"));
    await say(agent, "/clear");
    await run(agent, skill("deploy"));
    expect(questions.map(({ tool, by }) => [tool, by])).toEqual([["Skill", "model"]]);
    expect(await localSettings()).toEqual({ permissions: { allow: ["Skill(deploy)"] } });

    const next = await openAsked(once);
    await run(next.agent, skill("deploy"));
    expect(next.questions).toEqual([]);
    expect(results().join()).toContain("Launching skill: deploy");
  });

  it("holds for a command that a skill runs before it starts, and so does one for the session", async () => {
    await world.writeSkill("when", "---\nname: when\ndescription: d\n---\nStarted: !`touch started.txt`\n");
    const forSession = await openAsked(({ suggestions }) => ({ kind: "allow", remember: suggestions }));
    await say(forSession.agent, "/when");
    await say(forSession.agent, "/when");
    expect(forSession.questions.map(({ by }) => by)).toEqual(["user"]);

    const { agent, questions } = await openAsked(always);
    await say(agent, "/when");
    await say(agent, "/when");
    expect(questions).toHaveLength(1);
    expect(await localSettings()).toEqual({ permissions: { allow: ["Bash(touch started.txt)"] } });
  });

  it("holds for the session when it cannot be written", async () => {
    await world.write(".skillful", "a file where the folder belongs");
    const { agent, questions } = await openAsked(async ({ always: offer }) => {
      if (offer.kind === "offered") expect(await offer.save()).toMatchObject({ kind: "failed" });
      return { kind: "allow" };
    });
    await run(agent, bash("touch a.txt"), bash("touch a.txt"));
    expect(questions).toHaveLength(1);
    await say(agent, "/clear");
    await run(agent, bash("touch a.txt"));
    expect(questions).toHaveLength(2);
  });
});

describe("a yes for good is not offered", () => {
  const reasonOf = async (step: ScriptedAnswer, options: Parameters<AgentWorld["open"]>[0] = {}) => {
    const { agent, questions } = await openAsked(() => ({ kind: "deny" }), options);
    await run(agent, step);
    return questions.map(({ always: offer }) => (offer.kind === "withheld" ? offer.reason : offer.rules));
  };

  it("in a workspace that is not trusted", async () => {
    expect(await reasonOf(bash("touch a.txt"), { trusted: false })).toEqual([expect.stringContaining("not trusted")]);
  });

  it("for what no rule can allow", async () => {
    expect(await reasonOf(write(".git/config"))).toEqual(["this is asked about every time"]);
    expect(await reasonOf(write(".skillful/settings.json"))).toEqual(["this is asked about every time"]);
    expect(await reasonOf(bash("rm -rf /"))).toEqual(["this is asked about every time"]);
    expect(await reasonOf(bash("rm -rf ~"))).toEqual(["this is asked about every time"]);
    expect(await reasonOf(bash("touch a"), { ask: ["Bash(touch:*)"] })).toEqual(["this is asked about every time"]);
  });

  it("for a skill that a rule asks about", async () => {
    await world.writeSkill("deploy", "---\nname: deploy\ndescription: d\n---\nDeploy it.\n");
    const reason = "the rule Skill(deploy) asks every time";
    expect(await reasonOf(skill("deploy"), { ask: ["Skill(deploy)"] })).toEqual([reason]);
  });

  it("where only a rule for every command would do, or one that cannot be shown", async () => {
    expect(await reasonOf(bash(`touch ${"x".repeat(320)}`))).toEqual([expect.stringContaining("allow every command")]);
    expect(await reasonOf(bash("touch \u202ea.txt"))).toEqual([expect.stringContaining("cannot be shown")]);
  });
});

describe("words with a no", () => {
  const refuse: Reply = () => ({ kind: "deny", message: " use pnpm instead " });

  it("reach the model as the result of its call, and the turn goes on", async () => {
    const { agent } = await openAsked(refuse);
    const events = await run(agent, bash("npm install"));
    expect(results()).toEqual(["result: The user refused this and says: use pnpm instead"]);
    expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "done", text: "Done." });
  });

  it("reach the model for a skill, and for a command in a skill's text", async () => {
    await world.writeSkill("deploy", "---\nname: deploy\ndescription: d\nallowed-tools: Bash(true)\n---\nDeploy it.\n");
    await world.writeSkill("when", "---\nname: when\ndescription: d\n---\n!`touch started.txt`\n");
    const { agent } = await openAsked(refuse);
    await run(agent, skill("deploy"));
    expect(results()).toEqual(["result: The user refused this and says: use pnpm instead"]);
    const second = await openAsked(refuse, { allow: ["Skill"] });
    await run(second.agent, skill("when"));
    expect(results().join()).toContain("The user refused this and says: use pnpm instead");
  });

  it("without words the model is told not to repeat the call", async () => {
    const { agent } = await openAsked(() => ({ kind: "deny", message: "  " }));
    await run(agent, bash("npm install"));
    expect(results().join()).toContain("The user did not allow this call. Do not repeat it");
  });
});

describe("questions of agents that work side by side", () => {
  const call = (name: string, input: object) => ({ name, input });
  const commandIn = async (names: readonly string[], text: (name: string) => string) => {
    for (const name of names) await world.writeSkill(name, `---\ncontext: fork\n---\n${text(name)}\n`);
  };
  /** Resolves when as many questions about the tool are due. */
  const due = async (tool: string, count: number) => {
    const asks = () => world.log.filter((line) => line.includes(`decision tool=${tool} `) && line.includes("=ask"));
    while (asks().length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  /** The main agent calls both skills at once, each fork the command. */
  const script = (command: string) => {
    world.server.setScript(({ view }) => {
      const lines = linesOf(view);
      if (lines.at(-1)?.startsWith("result:")) return { text: "Done." };
      if (!lines.some((line) => line.startsWith("user: go"))) return bash(command);
      return { toolCalls: ["one", "two"].map((name) => call("Skill", { skill: name })) };
    });
  };
  const allowSkills = { settings: ['{"permissions":{"allow":["Skill"]}}'] };

  it.each(["session", "good"])("are not put again when a yes for the %s has settled them", async (span) => {
    await commandIn(["one", "two"], (name) => `Do ${name}.`);
    script("touch same.txt");
    const { agent, questions } = await openAsked(async (question) => {
      await due("Bash", 2);
      return span === "good" ? always(question) : { kind: "allow", remember: question.suggestions };
    }, allowSkills);
    await say(agent, "go");
    expect(questions.map(({ input }) => input)).toEqual([{ command: "touch same.txt" }]);
    expect(world.log.filter((line) => /answer tool=Bash .*answer=allow/.test(line))).toHaveLength(2);
  });

  it("are put again after a yes for once, and after a no", async () => {
    await commandIn(["one", "two"], (name) => `Do ${name}.`);
    script("touch same.txt");
    const answers: PermissionAnswer[] = [{ kind: "allow" }, { kind: "deny" }];
    const { agent, questions } = await openAsked(async () => {
      await due("Bash", 2);
      return answers.shift() ?? { kind: "deny" };
    }, allowSkills);
    await say(agent, "go");
    expect(questions).toHaveLength(2);
  });

  it("are settled for commands in the text of skills too", async () => {
    await commandIn(["one", "two"], () => "Now: !`touch same.txt`");
    script("true");
    const { agent, questions } = await openAsked(async (question) => {
      await due("Bash", 2);
      return { kind: "allow", remember: question.suggestions };
    }, allowSkills);
    await say(agent, "go");
    expect(questions.map(({ input }) => input)).toContainEqual({ command: "touch same.txt" });
    expect(questions.filter(({ access }) => access.kind === "command" && access.command !== "true")).toHaveLength(1);
  });

  it("are settled for one skill that is called twice", async () => {
    await commandIn(["one"], (name) => `Do ${name}.`);
    world.server.setScript(({ view }) => {
      const lines = linesOf(view);
      if (lines.at(-1)?.startsWith("result:") || !lines.some((line) => line.startsWith("user: go")))
        return { text: "x" };
      return { toolCalls: ["a", "b"].map((args) => call("Skill", { skill: "one", args })) };
    });
    const { agent, questions } = await openAsked(async (question) => {
      await due("Skill", 2);
      return { kind: "allow", remember: question.suggestions };
    });
    await say(agent, "go");
    expect(questions).toHaveLength(1);
  });
});
