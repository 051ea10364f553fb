import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, endOf, linesOf, MODEL_NAMES, say } from "../../test/support/agent-world.ts";
import type { AgentSession, PermissionQuestion } from "./index.ts";

const GREET =
  "---\nname: greet\ndescription: Greets people\nargument-hint: '[name]'\naliases: [hello, hi]\n---\nHello, $ARGUMENTS! Welcome to Skillful.\n";
const SECRET = "---\nname: secret\ndescription: Hidden\nuser-invocable: false\n---\nSecret body.\n";
const REACT = "---\nname: react-helper\ndescription: React\npaths: 'src/**/*.tsx'\n---\nTask: $ARGUMENTS\n";
const REVIEW = "---\nname: review\ndescription: Reviews\ncontext: fork\n---\nReview $ARGUMENTS.\n";

let world: AgentWorld;
afterEach(() => world.dispose());

async function open(options: Parameters<AgentWorld["open"]>[0] = {}): Promise<AgentSession> {
  world = await createAgentWorld();
  for (const [name, text] of Object.entries({ greet: GREET, secret: SECRET, "react-helper": REACT, review: REVIEW })) {
    await world.writeSkill(name, text);
  }
  return world.open({ allow: ["Skill"], ...options });
}

const notices = async (agent: AgentSession, message: string) =>
  (await say(agent, message)).flatMap((event) => (event.type === "notice" ? [event.message] : []));
const lines = (request: number) => linesOf((world.server.requests.at(request) ?? fail()).view);

function fail(): never {
  throw new Error("there is no such request");
}

describe("messages", () => {
  it("begin with one reminder, have none later, and start afresh after /clear", async () => {
    const agent = await open();
    world.server.setScript([{ text: "one" }, { text: "two" }, { text: "three" }]);
    await say(agent, "first");
    await say(agent, "second");
    await say(agent, "/clear");
    expect(agent.history()).toEqual([]);
    await say(agent, "third");
    expect(lines(0)).toHaveLength(2);
    expect(lines(0)[0]).toMatch(/^user: <system-reminder>[\s\S]*- greet: Greets people[\s\S]*<\/system-reminder>$/);
    expect(lines(0)[1]).toBe("user: first");
    expect(lines(1)).toEqual([...lines(0), "assistant: one", "user: second"]);
    expect(lines(2)).toEqual([lines(0)[0], "user: third"]);
  });

  it("survive a model that fails, and go on from there", async () => {
    const agent = await open();
    world.server.setScript([{ status: 400, body: { error: { message: "bad" } } }, { text: "fine" }]);
    expect(endOf(await say(agent, "first"))).toMatchObject({ reason: "error", error: { code: "bad-request" } });
    expect(endOf(await say(agent, "second"))).toMatchObject({ reason: "done", text: "fine" });
    expect(lines(1)).toEqual([...lines(0), "user: second"]);
  });

  it("are refused when empty, while another turn runs, and after the end", async () => {
    const agent = await open();
    expect(endOf(await say(agent, " \n"))).toMatchObject({ reason: "error", error: { code: "usage" } });
    world.server.setScript([{ hang: true }]);
    const abort = new AbortController();
    const running = say(agent, "wait", { signal: abort.signal });
    await world.server.received(1);
    await expect(say(agent, "again")).rejects.toMatchObject({ code: "usage" });
    abort.abort();
    expect(endOf(await running).reason).toBe("aborted");
    expect(endOf(await say(agent, "/exit")).reason).toBe("done");
    expect(agent.closed).toBe(true);
    await expect(say(agent, "hello?")).rejects.toMatchObject({ code: "closed" });
  });

  it("stop when the session is closed in their midst", async () => {
    const agent = await open();
    world.server.setScript([{ hang: true }]);
    const running = say(agent, "wait");
    await world.server.received(1);
    await agent.close();
    expect(endOf(await running).reason).toBe("aborted");
  });
});

describe("typed skills", () => {
  it("expand inline under every name, with the base directory before the body", async () => {
    const agent = await open();
    world.server.setScript([{ text: "a" }, { text: "b" }, { text: "c" }, { text: "d" }]);
    for (const message of ["/greet Alice", "/hello Bob", "/hi\tCarol", "/greet"]) await say(agent, message);
    const bodies = agent
      .history()
      .flatMap(({ role, content }) =>
        role === "user" && String(content).includes("Welcome") ? [String(content)] : [],
      );
    const base = join(world.project, ".claude/skills/greet");
    expect(bodies[0]).toMatch(new RegExp(`^[^\\n]*${base}[^\\n]*\\n\\nHello, Alice! Welcome to Skillful.`));
    expect(bodies.map((body) => /Hello, (.*)! Welcome/.exec(body)?.[1])).toEqual(["Alice", "Bob", "Carol", ""]);
    expect(world.log.filter((line) => line.startsWith("skill: expanding inline"))).toEqual([
      "skill: expanding inline name=greet args=Alice",
      "skill: expanding inline name=greet args=Bob",
      "skill: expanding inline name=greet args=Carol",
      "skill: expanding inline name=greet args=",
    ]);
  });

  it.each([
    ["/nope", "unknown", /nope/],
    ["/gret Alice", "unknown", /gret/],
    ["/react-helper add a button", "waiting", /skill "react-helper" not found/],
    ["/secret test", "model-only", /secret/],
  ])("%s is an error and asks no model", async (message, code, text) => {
    const agent = await open();
    const end = endOf(await say(agent, message));
    expect(end).toMatchObject({ reason: "error", error: { code, message: expect.stringMatching(text) } });
    if (message.startsWith("/gret")) expect(`${end.error?.message} ${end.error?.hint}`).toContain("greet");
    expect(world.server.requests).toHaveLength(0);
    expect(agent.history()).toEqual([]);
  });

  it("leave paths and indented slashes to the model", async () => {
    const agent = await open();
    world.server.setScript([{ text: "a" }, { text: "b" }]);
    await say(agent, "/etc/hosts is empty, why?");
    await say(agent, " /greet");
    expect(lines(0).at(-1)).toBe("user: /etc/hosts is empty, why?");
    expect(lines(1).at(-1)).toBe("user:  /greet");
  });

  it("report a fork that failed, and the session goes on", async () => {
    const agent = await open();
    world.server.setScript([{ status: 401, body: { error: { message: "no" } } }, { text: "fine" }]);
    const end = endOf(await say(agent, "/review x"));
    expect(end).toMatchObject({ reason: "error", text: "", error: { code: "auth" } });
    expect(endOf(await say(agent, "never mind")).text).toBe("fine");
    expect(lines(1)).toContain("user: /review x");
  });
});

describe("skills that the model calls", () => {
  it("ask the person where a rule says so, and take no for an answer", async () => {
    const questions: PermissionQuestion[] = [];
    const agent = await open({
      allow: [],
      ask: ["Skill(greet)"],
      async askUser(question) {
        questions.push(question);
        return questions.length === 1 ? { kind: "deny", message: "not today" } : { kind: "allow" };
      },
    });
    const call = { toolCalls: [{ name: "Skill", input: { skill: "greet", args: "A" } }] };
    world.server.setScript([call, call, { text: "done" }]);
    expect(endOf(await say(agent, "greet A"))).toMatchObject({ reason: "done", text: "done" });
    expect(lines(1).at(-1)).toBe("result: The user refused this and says: not today");
    expect(lines(2).at(-1)).toContain("Hello, A!");
    expect(questions).toMatchObject([{ tool: "Skill", input: { skill: "greet" } }, { tool: "Skill" }]);
  });

  it("are refused with the rule to add where nobody can be asked, and run in bypass mode", async () => {
    const agent = await open({ allow: [] });
    const call = { toolCalls: [{ name: "Skill", input: { skill: "review", args: "x" } }] };
    world.server.setScript([call, { text: "sorry" }, call, { text: "reviewed" }, { text: "fine" }]);
    await say(agent, "review x");
    expect(lines(1).at(-1)).toMatch(/^result: .*--allow "Skill\(review\)"/);
    expect(endOf(await say(await world.open({ permissionMode: "bypass" }), "review x")).text).toBe("fine");
    expect(lines(4).at(-1)).toBe("result: reviewed");
  });

  it("can be searched", async () => {
    const agent = await open();
    world.server.setScript([
      { toolCalls: [{ name: "Skill", input: { search: "greeting people" } }] },
      { text: "done" },
    ]);
    await say(agent, "what is there?");
    expect(lines(1).at(-1)).toMatch(/^result: [\s\S]*- greet: Greets people/);
    expect(lines(1).at(-1)).not.toContain("react-helper");
  });

  it("run their author's commands only by the rules, which their own grants are part of", async () => {
    const agent = await open({ allow: ["Skill"] });
    const skill = (name: string, fields: string, command: string) =>
      world.writeSkill(name, `---\nname: ${name}\ndescription: d\n${fields}---\nIt says !\`${command}\` here.\n`);
    await skill("granted", "allowed-tools: Bash(node:*)\n", "node -p 6*7");
    await skill("touching", "", "touch made");
    await agent.skills.reload();
    world.server.setScript([{ text: "done" }]);
    expect(endOf(await say(agent, "/touching"))).toMatchObject({ reason: "error", error: { code: "failed" } });
    expect(endOf(await say(agent, "/granted")).reason).toBe("done");
    expect(lines(0).at(-1)).toContain("It says 42 here.");
  });
});

describe("questions", () => {
  it("are not asked again once the person agreed to a rule, until /clear", async () => {
    const questions: PermissionQuestion[] = [];
    const agent = await open({
      async askUser(question) {
        questions.push(question);
        return { kind: "allow", remember: question.suggestions };
      },
    });
    const write = (content: string) => ({ toolCalls: [{ name: "Write", input: { file_path: "new.txt", content } }] });
    world.server.setScript([write("1"), write("2"), { text: "done" }, write("3"), { text: "done" }]);
    await say(agent, "write twice");
    expect(questions).toMatchObject([{ tool: "Write", access: { kind: "write" } }]);
    await say(agent, "/clear");
    await say(agent, "write again");
    expect(questions).toHaveLength(2);
  });

  it("of agents that run side by side come one at a time", async () => {
    let pending = 0;
    let most = 0;
    const agent = await open({
      async askUser() {
        pending += 1;
        most = Math.max(most, pending);
        await new Promise((resolve) => setImmediate(resolve));
        pending -= 1;
        return { kind: "allow" };
      },
    });
    const call = (args: string) => ({ name: "Skill", input: { skill: "review", args } });
    let step = 0;
    world.server.setScript(({ view }) => {
      if (!view.system.startsWith("You are a sub-agent"))
        return step++ === 0 ? { toolCalls: [call("a"), call("b")] } : { text: "done" };
      const name = /Review (\w)/.exec(linesOf(view).join())?.[1];
      const isWritten = linesOf(view).some((line) => line.startsWith("result:"));
      return isWritten
        ? { text: "ok" }
        : { toolCalls: [{ name: "Write", input: { file_path: `${name}.txt`, content: "x" } }] };
    });
    const events = await say(agent, "go");
    expect(endOf(events).reason).toBe("done");
    expect(
      events.filter((event) => event.type === "tool-end" && event.name === "Write" && !event.isError),
    ).toHaveLength(2);
    expect(most).toBe(1);
  });
});

describe("built-in commands", () => {
  it("/help and /skills show what can be typed, and nothing else", async () => {
    const agent = await open();
    const [help = ""] = await notices(agent, "/help");
    expect(help).toMatch(/\/greet \[name\]\s+Greets people/);
    expect(help).toContain("/clear");
    const [skills = ""] = await notices(agent, "/skills");
    expect(skills).toMatch(/greet\s+Greets people \(project\)/);
    expect(skills).toMatch(/review\s+Reviews \(project, fork\)/);
    for (const hidden of ["secret", "react-helper"]) expect(help + skills).not.toContain(hidden);
  });

  it("/model shows and changes the model for what follows", async () => {
    const agent = await open();
    world.server.setScript([{ text: "a" }]);
    expect(await notices(agent, "/model")).toEqual([`The model is openai-compatible/${MODEL_NAMES.big}.`]);
    await notices(agent, `/model openai-compatible/${MODEL_NAMES.small}`);
    expect(agent.model.id).toBe(`openai-compatible/${MODEL_NAMES.small}`);
    await say(agent, "hello");
    expect(world.server.requests[0]?.view.model).toBe(MODEL_NAMES.small);
    expect(endOf(await say(agent, "/model anthropic/x"))).toMatchObject({
      reason: "error",
      error: { code: "no-model" },
    });
    expect(agent.model.id).toBe(`openai-compatible/${MODEL_NAMES.small}`);
  });

  it("complete with argument hints, without what cannot be typed", async () => {
    const agent = await open();
    expect(agent.complete("/g")).toEqual([{ value: "/greet", hint: "[name]", description: "Greets people" }]);
    expect(agent.complete("/").map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        "/help",
        "/skills",
        "/clear",
        "/compact",
        "/model",
        "/doctor",
        "/exit",
        "/greet",
        "/review",
      ]),
    );
    expect(agent.complete("/se")).toEqual([]);
    expect(agent.complete("greet")).toEqual([]);
  });
});

describe("activation", () => {
  it("in the middle of a run lets the very next step call the skill, and says so once", async () => {
    const agent = await open();
    await world.write("src/a.tsx", "<a/>\n");
    await world.write("src/b.tsx", "<b/>\n");
    const read = (file_path: string) => ({ toolCalls: [{ name: "Read", input: { file_path } }] });
    world.server.setScript([
      read("src/a.tsx"),
      { toolCalls: [{ name: "Skill", input: { skill: "react-helper", args: "a button" } }] },
      read("src/b.tsx"),
      { text: "done" },
    ]);
    const events = await say(agent, "help me");
    expect(lines(1).at(-1)).toMatch(
      /^result: [\s\S]*<system-reminder>[\s\S]*- react-helper: React[\s\S]*<\/system-reminder>$/,
    );
    expect(lines(2).at(-1)).toMatch(/Task: a button/);
    expect(lines(3).at(-1)).not.toContain("react-helper");
    expect(events.filter(({ type }) => type === "skill-activated")).toEqual([
      { agent: "main", type: "skill-activated", skills: ["react-helper"] },
    ]);
    expect(endOf(events).reason).toBe("done");
  });
});

describe("settings and instructions", () => {
  it("reach the model and the tools", async () => {
    const agent = await open({ settings: ['{"env":{"COLOUR":"blue"}}'], allow: ["Skill", "Bash"] });
    await world.write("AGENTS.md", "Always use tabs.");
    const other = await world.open({ settings: ['{"env":{"COLOUR":"blue"}}'], allow: ["Bash"] });
    world.server.setScript([
      { toolCalls: [{ name: "Bash", input: { command: "echo $COLOUR $OPENAI_API_KEY." } }] },
      { text: "done" },
      { text: "done" },
    ]);
    await say(other, "go");
    expect(world.server.requests[0]?.view.system).toContain("Always use tabs.");
    expect(lines(1).at(-1)).toContain("blue .");
    // Read once: a session that is open already does not change its system prompt.
    await say(agent, "go");
    expect(world.server.requests[2]?.view.system).not.toContain("Always use tabs.");
  });

  it("of an untrusted workspace cannot grant, and a broken file stops the start with its line", async () => {
    await open();
    await world.write(".skillful/settings.json", '{"permissions":{"allow":["Bash"]},"model":"expensive"}');
    const agent = await world.open({ trusted: false });
    expect(agent.notices).toMatchObject([{ level: "warning", message: expect.stringContaining("not trusted") }]);
    world.server.setScript([{ toolCalls: [{ name: "Bash", input: { command: "touch made" } }] }, { text: "done" }]);
    await say(agent, "go");
    expect(lines(1).at(-1)).toMatch(/not run/);

    const path = join(world.project, ".skillful/settings.json");
    await writeFile(path, '{\n  "model": "a",\n}');
    await expect(world.open()).rejects.toMatchObject({
      code: "settings-invalid",
      message: expect.stringContaining(`${path}:3:1`),
    });
  });

  it("need a working directory that exists", async () => {
    await open();
    await expect(world.open({ cwd: join(world.project, "missing") })).rejects.toMatchObject({ code: "cwd-missing" });
  });
});
