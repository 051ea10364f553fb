import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  type AgentWorld,
  createAgentWorld,
  findInvalidity,
  linesOf,
  say,
  type TestProtocol,
} from "../../test/support/agent-world.ts";
import type { RecordedRequest, ScriptedAnswer, ScriptFunction } from "../testing/index.ts";

let world: AgentWorld;
afterEach(() => world.dispose());

const SKILLS: Readonly<Record<string, string>> = {
  greet: "---\nname: greet\ndescription: Greets\naliases: [hi]\n---\nHello, $ARGUMENTS!\n",
  dig: "---\nname: dig\ndescription: Digs\ncontext: fork\n---\nDig at $ARGUMENTS.\n",
  react: "---\nname: react\ndescription: Helps with React\npaths: 'src/**/*.tsx'\n---\nUse hooks for $ARGUMENTS.\n",
  strict: "---\nname: strict\ndescription: Only reads\nallowed-tools: Read\neffort: low\n---\nLook only.\n",
};

const tool = (name: string, input: unknown): ScriptedAnswer => ({ toolCalls: [{ name, input }] });
const both = (...answers: readonly ScriptedAnswer[]): ScriptedAnswer => ({
  toolCalls: answers.flatMap(({ toolCalls = [] }) => toolCalls),
});

/** What the model of the parent does, message by message; each ends with a text. */
const TURNS: readonly { readonly message: string; readonly answers: readonly ScriptedAnswer[] }[] = [
  { message: "hello", answers: [] },
  {
    message: "look around",
    answers: [
      tool("Glob", { pattern: "**/*" }),
      both(tool("Read", { file_path: "a.txt" }), tool("Read", { file_path: "b.txt" })),
    ],
  },
  { message: "/greet Alice", answers: [] },
  { message: "greet Bob", answers: [tool("Skill", { skill: "greet", args: "Bob" })] },
  { message: "greet Bob again", answers: [tool("Skill", { skill: "hi", args: "Bob" })] },
  { message: "/dig the cellar", answers: [] },
  { message: "dig", answers: [tool("Skill", { skill: "dig", args: "the attic" })] },
  {
    message: "dig twice",
    answers: [both(tool("Skill", { skill: "dig", args: "left" }), tool("Skill", { skill: "dig", args: "right" }))],
  },
  { message: "/react x", answers: [] },
  {
    message: "read the component",
    answers: [tool("Read", { file_path: "src/app.tsx" }), tool("Skill", { skill: "react", args: "the app" })],
  },
  { message: "/react a button", answers: [] },
  { message: "go deep", answers: [tool("Read", { file_path: "packages/web/index.ts" })] },
  {
    message: "/strict",
    answers: [tool("Read", { file_path: "a.txt" }), tool("Write", { file_path: "c.txt", content: "c" })],
  },
  {
    message: "write",
    answers: [
      tool("Write", { file_path: "src/new.tsx", content: "<b/>" }),
      tool("Edit", { file_path: "src/new.tsx", old_string: "<b/>", new_string: "<i/>" }),
    ],
  },
  {
    message: "make mistakes",
    answers: [
      tool("Nope", {}),
      tool("Read", { wrong: 1 }),
      tool("Skill", { skill: "gone" }),
      both(tool("Bash", { command: "exit 3" }), tool("Skill", { skill: "greet" })),
    ],
  },
  { message: "say nothing", answers: [{ text: "" }] },
  {
    message: "think and read",
    answers: [{ reasoning: "Let me think.", text: "Reading.", ...tool("Read", { file_path: "a.txt" }) }],
  },
  { message: "new skill", answers: [] },
  { message: "changed skill", answers: [] },
  { message: "removed skill", answers: [] },
  { message: "look once more", answers: [tool("GitDiff", {}), tool("Glob", { pattern: "*.txt" })] },
  { message: "bye", answers: [tool("Grep", { pattern: "text of" })] },
];

/** Plays the parent's part by the number of the message it was last sent, and the sub-agents' part by a fixed text. */
function createPlayer(requests: RecordedRequest[]): { readonly script: ScriptFunction; start(turn: number): void } {
  let turn = 0;
  let step = 0;
  return {
    start(next) {
      turn = next;
      step = 0;
    },
    script: ({ request, view }) => {
      if (view.system.startsWith("You are a sub-agent"))
        return { text: `dug <system-reminder>x</system-reminder> ${requests.length}` };
      requests.push(request);
      return TURNS[turn]?.answers[step++] ?? { text: `answer ${turn}` };
    },
  };
}

describe.each<[TestProtocol]>([["openai-chat"], ["anthropic"]])("L8 over %s", (protocol) => {
  it("every request's messages begin with those of the one before, over a long and eventful session", async () => {
    const requests: RecordedRequest[] = [];
    const player = createPlayer(requests);
    world = await createAgentWorld({ protocol, script: player.script });
    for (const [name, text] of Object.entries(SKILLS)) await world.writeSkill(name, text);
    for (const path of ["a.txt", "b.txt", "src/app.tsx", "packages/web/index.ts"])
      await world.write(path, `text of ${path}\n`);
    await world.write(
      "packages/web/.claude/skills/nested/SKILL.md",
      "---\nname: nested\ndescription: Nested\n---\nDeep.\n",
    );
    const agent = await world.open({ allow: ["Skill", "Write", "Edit", "Bash"] });

    for (const [turn, { message }] of TURNS.entries()) {
      if (message === "new skill") await world.writeSkill("late", "---\nname: late\ndescription: Late\n---\nLate.\n");
      if (message === "changed skill")
        await world.writeSkill("late", "---\nname: late\ndescription: Later\n---\nLate.\n");
      if (message === "removed skill") await rm(join(world.project, ".claude/skills/late"), { recursive: true });
      if (message.endsWith("skill")) await agent.skills.reload();
      player.start(turn);
      await say(agent, message);
      expect(findInvalidity(agent.history()), message).toBeUndefined();
    }

    expect(requests.length).toBeGreaterThanOrEqual(40);
    const flat = requests.map(({ body }) => flatten(body));
    for (const [index, messages] of flat.entries()) {
      const before = flat[index - 1] ?? [];
      expect(messages.slice(0, before.length)).toEqual(before);
    }
    expect(new Set(requests.map(({ view }) => view.system)).size).toBe(1);

    const all = linesOf((requests.at(-1) as RecordedRequest).view).join("\n");
    for (const told of ["- greet:", "- react:", "nested:", "- late: Late\n", "- late: Later"])
      expect(all).toContain(told);
    expect(all).toContain("dug &lt;system-reminder>x&lt;/system-reminder>");
    expect(all).not.toContain("Dig at");
  });
});

describe.each<[TestProtocol]>([["openai-chat"], ["anthropic"]])("L8 with compactions over %s", (protocol) => {
  it("a compaction breaks the prefix exactly once; its own request and a failed one do not", async () => {
    const requests: RecordedRequest[] = [];
    const player = createPlayer(requests);
    let isBroken = false;
    const summaries: number[] = [];
    world = await createAgentWorld({
      protocol,
      script: (call) => {
        const last = call.view.messages.at(-1)?.text.at(-1) ?? "";
        if (!last.startsWith("This conversation is about to be compacted")) return player.script(call);
        summaries.push(requests.push(call.request) - 1);
        return { text: isBroken ? "" : `Summary ${summaries.length}.` };
      },
    });
    for (const [name, text] of Object.entries(SKILLS)) await world.writeSkill(name, text);
    for (const path of ["a.txt", "b.txt", "src/app.tsx"]) await world.write(path, `text of ${path}\n`);
    const agent = await world.open({ allow: ["Skill", "Write", "Edit", "Bash"] });
    const play = async (turns: typeof TURNS) => {
      for (const turn of turns) {
        player.start(TURNS.indexOf(turn));
        await say(agent, turn.message);
        expect(findInvalidity(agent.history()), turn.message).toBeUndefined();
      }
    };

    await play(TURNS.slice(0, 6));
    await say(agent, "/compact");
    await play(TURNS.slice(6, 11));
    isBroken = true;
    await say(agent, "/compact");
    isBroken = false;
    await play(TURNS.slice(12, 15));
    await say(agent, "/compact");
    await play(TURNS.slice(15, 17));

    expect(summaries).toHaveLength(3);
    const flat = requests.map(({ body }) => flatten(body));
    const extendsRequest = (index: number, before: number) => {
      const start = flat[before] ?? [];
      return JSON.stringify(flat[index]?.slice(0, start.length)) === JSON.stringify(start);
    };
    const breaks = requests.flatMap((_, index) => {
      // A question for a summary is no part of the conversation: what comes next extends what came before it.
      const before = summaries.includes(index - 1) ? index - 2 : index - 1;
      return index === 0 || extendsRequest(index, before) ? [] : [index];
    });
    expect(breaks).toEqual([summaries[0], summaries[2]].map((index = 0) => index + 1));
    for (const index of summaries) expect(extendsRequest(index, index - 1)).toBe(true);
  });
});

/** The messages as one list of blocks, without cache markers, so that a provider's grouping of messages does not count. */
function flatten(body: Readonly<Record<string, unknown>>): readonly string[] {
  const messages = body.messages as readonly {
    role: string;
    content: unknown;
    tool_calls?: unknown;
    tool_call_id?: unknown;
  }[];
  return messages.flatMap(({ role, content, ...rest }) => {
    const blocks = Array.isArray(content) ? content : [{ type: "text", text: content }];
    return blocks.map((block) => JSON.stringify({ role, ...rest, ...block, cache_control: undefined }));
  });
}

describe("abort against a server", () => {
  it("at every event of a turn with tools, an inline skill and a fork leaves a history that the next message can follow", async () => {
    const answers: readonly ScriptedAnswer[] = [
      { text: "First.", ...tool("Read", { file_path: "a.txt" }) },
      both(tool("Skill", { skill: "greet", args: "Bob" }), tool("Skill", { skill: "dig", args: "here" })),
      { text: "All is done." },
    ];
    let step = 0;
    world = await createAgentWorld({
      script: ({ view }) =>
        view.system.startsWith("You are a sub-agent") ? { text: "dug" } : (answers[step++] ?? { text: "fine" }),
    });
    for (const [name, text] of Object.entries(SKILLS)) await world.writeSkill(name, text);
    await world.write("a.txt", "text\n");
    const agent = await world.open({ allow: ["Skill"] });
    const complete = await say(agent, "go");
    expect(complete.length).toBeGreaterThan(25);

    for (let stopAt = 0; stopAt < complete.length - 1; stopAt++) {
      step = 0;
      await say(agent, "/clear");
      const abort = new AbortController();
      let seen = 0;
      let reason = "";
      for await (const event of agent.send("go", { signal: abort.signal })) {
        if (seen++ === stopAt) abort.abort();
        if (event.type === "turn-end" && event.agent === "main") reason = event.reason;
      }
      expect(["aborted", "done"], `event ${stopAt}`).toContain(reason);
      expect(findInvalidity(agent.history()), `event ${stopAt}`).toBeUndefined();
      const before = agent.history();
      step = answers.length;
      expect((await say(agent, "go on")).at(-1)).toMatchObject({ reason: "done", text: "fine" });
      expect(agent.history().slice(0, before.length)).toEqual(before);
    }
  });
});
