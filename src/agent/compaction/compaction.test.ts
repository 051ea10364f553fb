import { describe, expect, it } from "vitest";
import {
  type AgentWorld,
  createAgentWorld,
  endOf,
  findInvalidity,
  linesOf,
  MODEL_NAMES,
  say,
  type TestProtocol,
} from "../../../test/support/agent-world.ts";
import { createChunkGate, type RequestView, type ScriptedReply } from "../../testing/index.ts";
import type { AgentEvent, AgentSession } from "../index.ts";

/** Whether a request asks for a summary. */
const asksForSummary = (view: RequestView) =>
  view.messages.at(-1)?.text.at(-1)?.startsWith("This conversation is about to be compacted") === true;

const SUMMARY = "## Request\nThe summary.";
const WINDOW = 100_000;
/** What a provider reports when the window is nearly full. */
const FULL = { inputTokens: 85_000, outputTokens: 100 };
const read = (path: string): ScriptedReply => ({ toolCalls: [{ name: "Read", input: { file_path: path } }] });
const tooLong: ScriptedReply = {
  status: 400,
  body: {
    type: "error",
    error: { type: "invalid_request_error", message: "prompt is too long: 3 tokens > 2 maximum" },
  },
};

type Play = (call: { readonly view: RequestView; readonly step: number }) => ScriptedReply;

interface Opened {
  readonly world: AgentWorld;
  readonly agent: AgentSession;
  /** The requests so far that ask for a summary, and the others. */
  summaries(): readonly RequestView[];
  steps(): readonly RequestView[];
}

/** Runs against a world that is gone afterwards. `answer` plays the model's steps, `summarize` its summaries. */
async function withAgent(
  options: {
    readonly protocol?: TestProtocol;
    readonly answer?: Play;
    readonly summarize?: Play;
    readonly settings?: Readonly<Record<string, unknown>>;
    readonly files?: Readonly<Record<string, string>>;
  },
  test: (opened: Opened) => Promise<void>,
): Promise<void> {
  const { answer = () => ({ text: "fine" }), summarize = () => ({ text: SUMMARY }), protocol } = options;
  let step = 0;
  let summary = 0;
  const world = await createAgentWorld({
    ...(protocol !== undefined && { protocol }),
    script: ({ view }) =>
      asksForSummary(view) ? summarize({ view, step: summary++ }) : answer({ view, step: step++ }),
  });
  try {
    for (const [path, text] of Object.entries(options.files ?? {})) await world.write(path, text);
    const settings = { contextWindows: { [MODEL_NAMES.big]: WINDOW }, ...options.settings };
    const agent = await world.open({ settings: [JSON.stringify(settings)] });
    const views = () => world.server.requests.map(({ view }) => view);
    await test({
      world,
      agent,
      summaries: () => views().filter(asksForSummary),
      steps: () => views().filter((view) => !asksForSummary(view)),
    });
    expect(findInvalidity(agent.history())).toBeUndefined();
  } finally {
    await world.dispose();
  }
}

const typesOf = (events: readonly AgentEvent[]) => events.map(({ type }) => type);
const noticesOf = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [`${event.level}: ${event.message}`] : []));
const resultOf = (events: readonly AgentEvent[]) => {
  const end = events.find((event) => event.type === "compaction-end");
  return end?.type === "compaction-end" ? end.result : undefined;
};
/** How often a text stands in a request. */
const count = (view: RequestView | undefined, text: string) =>
  view === undefined ? -1 : linesOf(view).join("\n").split(text).length - 1;
const GREET = "---\nname: greet\ndescription: Greets\n---\nHello, $ARGUMENTS!\n";
const LISTED = "skills are available for use with the Skill tool";

describe.each<[TestProtocol]>([["openai-chat"], ["anthropic"]])("/compact over %s", (protocol) => {
  it("puts a summary in the place of the conversation and keeps the last exchange word for word", async () => {
    const files = { ".claude/skills/greet/SKILL.md": GREET, "a.txt": "text of a" };
    const answer: Play = ({ step }) => (step === 0 ? read("a.txt") : { text: `answer ${step}` });
    await withAgent({ protocol, files, answer }, async ({ agent, steps, summaries }) => {
      await say(agent, "read a.txt");
      await say(agent, "thank you");
      const events = await say(agent, "/compact keep the names");
      expect(typesOf(events)).toEqual(["turn-start", "compaction-start", "compaction-end", "notice", "turn-end"]);
      expect(endOf(events)).toMatchObject({ reason: "done", text: "", usage: { outputTokens: expect.any(Number) } });
      expect(endOf(events).usage.inputTokens).toBeGreaterThan(0);
      expect(noticesOf(events)[0]).toMatch(
        /^info: The conversation was compacted: about [\d,]+ tokens before, [\d,]+ now\.$/,
      );

      const [asked] = summaries();
      const before = steps().at(-1);
      if (asked === undefined || before === undefined) throw new Error("nothing was asked");
      // The same prefix, tools and system text included: the provider's cache serves it.
      expect(linesOf(asked).slice(0, linesOf(before).length)).toEqual(linesOf(before));
      expect([asked.tools, asked.system, asked.model]).toEqual([before.tools, before.system, before.model]);
      expect(linesOf(asked).at(-1)).toContain("The user asks of the summary: keep the names");

      await say(agent, "next");
      const after = steps().at(-1);
      if (after === undefined) throw new Error("nothing was asked");
      const lines = linesOf(after);
      expect(lines).toHaveLength(5);
      expect(lines[0]).toContain(`It is earlier context, not a new request.\n\n${SUMMARY}\n</system-reminder>`);
      expect(lines[1]).toContain("- greet: Greets");
      expect(lines.slice(2)).toEqual(["user: thank you", "assistant: answer 2", "user: next"]);
      expect(count(after, LISTED)).toBe(1);
      expect(count(after, "text of a")).toBe(0);
    });
  });
});

describe("/compact", () => {
  it("has nothing to do at the start and right after itself, and asks nobody", async () => {
    await withAgent({}, async ({ agent, world }) => {
      expect(noticesOf(await say(agent, "/compact"))).toEqual(["info: There is nothing to compact yet."]);
      await say(agent, "hello");
      await say(agent, "/compact");
      expect(world.server.requests).toHaveLength(2);
      const again = await say(agent, "/compact");
      expect(noticesOf(again)).toEqual(["info: There is nothing to compact yet."]);
      expect(endOf(again).reason).toBe("done");
      expect(world.server.requests).toHaveLength(2);
    });
  });

  it.each<[string, ScriptedReply, RegExp]>([
    ["an empty summary", { text: "  " }, /the model wrote no summary/],
    ["a tool call instead of one", read("a.txt"), /the model wrote no summary/],
    ["a stream that breaks off", { text: "half a summary and more", cutAfter: 2 }, /broke off before its end/],
    ["a summary cut at the output limit", { text: "half", finishReason: "length" }, /cut off at the model's output/],
    ["a refusal", { status: 401 }, /the key was refused/],
  ])("leaves everything as it was after %s", async (_, reply, message) => {
    const files = { ".claude/skills/greet/SKILL.md": GREET, "a.txt": "text of a" };
    await withAgent({ files, summarize: () => reply }, async ({ agent, steps }) => {
      await say(agent, "/greet Ada");
      const before = agent.history();
      const events = await say(agent, "/compact");
      expect(resultOf(events)?.kind).toBe("failed");
      expect(endOf(events)).toMatchObject({
        reason: "error",
        error: {
          message: expect.stringMatching(/^the conversation could not be compacted: /),
          hint: expect.stringContaining("/compact"),
        },
      });
      expect(endOf(events).error?.message).toMatch(message);
      expect(typesOf(events)).not.toContain("tool-start");
      expect(agent.history()).toEqual(before);
      await say(agent, "/greet Ada");
      const view = steps().at(-1);
      expect(count(view, "Hello, Ada!")).toBe(1);
      expect(count(view, "is called again")).toBe(1);
      expect(count(view, LISTED)).toBe(1);
    });
  });

  it("is stopped by an abort, which leaves everything as it was", async () => {
    const gate = createChunkGate();
    const stop = new AbortController();
    await withAgent(
      { summarize: () => ({ text: "one two three", beforeChunk: gate.beforeChunk }) },
      async ({ agent, world, steps }) => {
        await say(agent, "hello");
        const before = agent.history();
        const events: AgentEvent[] = [];
        const turn = (async () => {
          for await (const event of agent.send("/compact", { signal: stop.signal })) events.push(event);
        })();
        await world.server.received(2);
        gate.release(1);
        stop.abort();
        await turn;
        expect(resultOf(events)).toEqual({ kind: "aborted" });
        expect(endOf(events)).toMatchObject({ reason: "aborted" });
        expect(agent.history()).toEqual(before);
        await say(agent, "go on");
        expect(linesOf(steps().at(-1) as RequestView)).toEqual(["user: hello", "assistant: fine", "user: go on"]);
      },
    );
  });

  it("goes on to ask with less when the whole conversation is too long even for a summary", async () => {
    const files = { "a.txt": "a long line of text\n".repeat(1_500) };
    const answer: Play = ({ step }) => (step === 0 ? read("a.txt") : { text: "read" });
    const summarize: Play = ({ step }) => (step === 0 ? tooLong : { text: SUMMARY });
    await withAgent({ files, answer, summarize }, async ({ agent, summaries }) => {
      await say(agent, "read a.txt");
      expect(resultOf(await say(agent, "/compact"))).toMatchObject({ kind: "done", summary: SUMMARY });
      const [whole, shortened] = summaries().map((view) => linesOf(view).join("\n"));
      expect(shortened).toContain("[Left out, because it does not fit.]");
      expect(shortened?.length).toBeLessThan((whole?.length ?? 0) * 0.7);
    });
  });
});

describe("skills after a compaction", () => {
  const files = {
    ".claude/skills/greet/SKILL.md": GREET,
    ".claude/skills/react/SKILL.md": "---\nname: react\ndescription: React\npaths: '*.tsx'\n---\nUse hooks.\n",
    ".claude/skills/dig/SKILL.md": "---\nname: dig\ndescription: Digs\ncontext: fork\n---\nDig at $ARGUMENTS.\n",
    "app.tsx": "<b/>",
  };

  it("puts the texts in use back as earlier context, keeps what is active, and adds a note for a call that repeats", async () => {
    const answer: Play = ({ view, step }) => {
      if (view.system.startsWith("You are a sub-agent")) {
        return step % 2 === 0
          ? { toolCalls: [{ name: "Skill", input: { skill: "greet", args: "fork" } }] }
          : { text: "dug" };
      }
      const last = linesOf(view).at(-1) ?? "";
      return last.startsWith("user: read") ? read("app.tsx") : { text: "fine" };
    };
    await withAgent({ files, answer }, async ({ agent, steps }) => {
      await say(agent, "/greet Ada");
      await say(agent, "read app.tsx");
      await say(agent, "/react now");
      await say(agent, "/dig here");
      await say(agent, "bye");
      await say(agent, "/compact");
      await say(agent, "and now?");
      const view = steps().at(-1);
      const [start = ""] = view === undefined ? [] : linesOf(view);
      expect(start.indexOf("## Skill react")).toBeLessThan(start.indexOf("## Skill greet"));
      expect(start).toContain("Hello, Ada!");
      expect(start).toContain("They are earlier context, not a new request");
      expect(count(view, "Hello, fork!")).toBe(0);
      expect(count(view, "Dig at")).toBe(0);
      expect(count(view, "/greet Ada")).toBe(0);
      // Still active, and listed with the others.
      expect(agent.skillSession.find("react")?.state).toBe("active");
      expect(count(view, "- react: React")).toBe(1);
      expect(count(view, "- greet: Greets")).toBe(1);

      await say(agent, "/greet Ada");
      expect(linesOf(steps().at(-1) as RequestView).at(-1)).toContain('The skill "greet" is called again');
      await say(agent, "/greet Bob");
      expect(linesOf(steps().at(-1) as RequestView).at(-1)).toContain("Hello, Bob!");
    });
  });
});

describe("a window that fills", () => {
  const files = { ".claude/skills/greet/SKILL.md": GREET, "a.txt": "text of a", "b.txt": "text of b" };

  it("compacts between two steps of a turn, never between a call and its result, and the work goes on", async () => {
    const answers: readonly ScriptedReply[] = [
      { toolCalls: [{ name: "Skill", input: { skill: "greet", args: "Ada" } }] },
      { ...read("a.txt"), usage: FULL },
      { ...read("b.txt"), usage: { inputTokens: 9_000, outputTokens: 10 } },
      { text: "done", usage: { inputTokens: 9_100, outputTokens: 10 } },
    ];
    const answer: Play = ({ step }) => answers[step] ?? { text: "fine" };
    await withAgent(
      { files, answer, settings: { permissions: { allow: ["Skill"] } } },
      async ({ agent, steps, summaries }) => {
        const events = await say(agent, "look at a.txt and b.txt");
        expect(endOf(events)).toMatchObject({ reason: "done", text: "done", steps: 4 });
        expect(endOf(events).usage.inputTokens).toBeGreaterThan(FULL.inputTokens + 18_000);
        expect(summaries()).toHaveLength(1);
        expect(linesOf(summaries()[0] as RequestView).slice(-2)[0]).toContain("text of a");
        const end = events.find((event) => event.type === "compaction-end");
        expect(end).toMatchObject({ trigger: "auto", result: { kind: "done", tokensBefore: expect.any(Number) } });

        const lines = linesOf(steps()[2] as RequestView);
        expect(lines).toHaveLength(3);
        expect(lines[0]).toContain("## Skill greet");
        expect(lines[1]).toContain("- greet: Greets");
        expect(lines[2]).toMatch(
          /^user: look at a\.txt and b\.txt\n\n<system-reminder>\nThis is the user's latest message/,
        );
        const last = linesOf(steps()[3] as RequestView);
        expect(last.slice(0, 3)).toEqual(lines);
        expect(last.at(-1)).toContain("text of b");
      },
    );
  });

  it("keeps what was typed of a skill that is at work, and not its text as a request", async () => {
    const answer: Play = ({ step }) => (step === 0 ? { ...read("a.txt"), usage: FULL } : { text: "done" });
    await withAgent({ files, answer }, async ({ agent, steps }) => {
      await say(agent, "/greet Ada");
      const view = steps().at(-1);
      expect(count(view, "Hello, Ada!")).toBe(1);
      const lines = linesOf(view as RequestView);
      expect(lines[0]).toContain("Hello, Ada!");
      expect(lines.at(-1)).toMatch(/^user: \/greet Ada\n\n<system-reminder>/);
    });
  });

  it("counts by itself where the provider does not, and what came after the last step", async () => {
    const big = { ...files, "big.txt": "some words of text\n".repeat(1_900) };
    const nothing = { inputTokens: 0, outputTokens: 0 };
    const answer: Play = ({ step }) =>
      step === 0 ? { ...read("big.txt"), usage: nothing } : { text: "done", usage: nothing };
    const settings = { contextWindows: { [MODEL_NAMES.big]: 18_000 } };
    await withAgent({ files: big, answer, settings }, async ({ agent, summaries }) => {
      const events = await say(agent, "read big.txt");
      expect(endOf(events).reason).toBe("done");
      expect(summaries()).toHaveLength(1);
    });
  });

  it("is the setting's to decide", async () => {
    const answer: Play = ({ step }) => (step === 0 ? { ...read("a.txt"), usage: FULL } : { text: "done" });
    for (const [compaction, expected] of [
      [{ auto: false }, 0],
      [{ threshold: 0.9 }, 0],
      [{ threshold: 0.8 }, 1],
    ] as const) {
      await withAgent({ files, answer, settings: { compaction } }, async ({ agent, summaries }) => {
        await say(agent, "look");
        expect(summaries()).toHaveLength(expected);
      });
    }
  });

  it("does not compact at every step when compacting leaves the window as full as it was", async () => {
    const answer: Play = ({ step }) => (step < 6 ? { ...read("a.txt"), usage: FULL } : { text: "done", usage: FULL });
    await withAgent({ files, answer }, async ({ agent, summaries }) => {
      expect(endOf(await say(agent, "look")).reason).toBe("done");
      expect(summaries()).toHaveLength(1);
    });
  });

  it("does not try again at every step after a failure, but with the next message", async () => {
    const answers = (step: number): ScriptedReply =>
      step < 6 ? { ...read("a.txt"), usage: FULL } : { text: "done", usage: FULL };
    await withAgent(
      { files, answer: ({ step }) => answers(step), summarize: () => ({ text: "" }) },
      async ({ agent, summaries }) => {
        const events = await say(agent, "look");
        expect(endOf(events)).toMatchObject({ reason: "done", text: "done" });
        expect(noticesOf(events)).toEqual([
          "warning: the conversation could not be compacted: the model wrote no summary",
        ]);
        expect(summaries()).toHaveLength(1);
        await say(agent, "again");
        expect(summaries()).toHaveLength(2);
      },
    );
  });
});

describe("a conversation that the provider refuses as too long", () => {
  it.each<[TestProtocol]>([["openai-chat"], ["anthropic"]])(
    "is compacted once and sent again over %s",
    async (protocol) => {
      const files = { "a.txt": "a long line of text\n".repeat(1_500) };
      let refused = 0;
      const answer: Play = ({ view, step }) => {
        if (step === 0) return read("a.txt");
        if (linesOf(view).join("").length > 20_000) {
          refused += 1;
          return tooLong;
        }
        return { text: "done" };
      };
      await withAgent({ protocol, files, answer, settings: { contextWindows: {} } }, async ({ agent, summaries }) => {
        const events = await say(agent, "read a.txt");
        expect(endOf(events)).toMatchObject({ reason: "done", text: "done", steps: 2 });
        expect(refused).toBe(1);
        // What was refused is not sent for a summary as it was.
        expect(linesOf(summaries()[0] as RequestView).join("\n")).toContain("[Left out, because it does not fit.]");
      });
    },
  );

  it("ends in a clear error when it is still too long, and when it cannot be compacted", async () => {
    const answer: Play = ({ step }) => (step === 0 ? { text: "hi" } : tooLong);
    await withAgent({ answer }, async ({ agent, summaries, steps }) => {
      await say(agent, "hello");
      const events = await say(agent, "more");
      expect(endOf(events)).toMatchObject({ reason: "error", error: { code: "context-overflow" } });
      expect(endOf(events).error?.hint).toContain("/clear");
      expect(summaries()).toHaveLength(1);
      expect(steps()).toHaveLength(3);
    });
    await withAgent({ answer, summarize: () => tooLong }, async ({ agent, summaries }) => {
      await say(agent, "hello");
      const before = agent.history();
      const events = await say(agent, "more");
      expect(endOf(events).error?.code).toBe("context-overflow");
      expect(noticesOf(events)[0]).toContain("the conversation could not be compacted");
      expect(summaries()).toHaveLength(2);
      expect(agent.history().slice(0, before.length)).toEqual(before);
    });
    await withAgent({ answer: () => tooLong }, async ({ agent, summaries }) => {
      expect(endOf(await say(agent, "hello")).error?.code).toBe("context-overflow");
      expect(summaries()).toHaveLength(0);
    });
  });
});

describe("a fork that fills its window", () => {
  it("is compacted like any other conversation, and its caller is not", async () => {
    const files = {
      ".claude/skills/dig/SKILL.md": "---\nname: dig\ndescription: Digs\ncontext: fork\n---\nDig at $ARGUMENTS.\n",
      "a.txt": "a",
    };
    const answer: Play = ({ step }) => (step === 1 ? { ...read("a.txt"), usage: FULL } : { text: `answer ${step}` });
    await withAgent({ files, answer }, async ({ agent, summaries, steps }) => {
      await say(agent, "hello");
      const events = await say(agent, "/dig the cellar");
      expect(endOf(events)).toMatchObject({ reason: "done", text: "answer 2" });
      const agents = events.flatMap((event) => (event.type === "compaction-end" ? [event.agent] : []));
      expect(agents).toEqual(["main/dig#1"]);
      expect(summaries()[0]?.system).toContain("You are a sub-agent");
      expect(linesOf(steps()[2] as RequestView).at(-1)).toContain("Dig at the cellar.");
      await say(agent, "bye");
      expect(linesOf(steps()[3] as RequestView).join("\n")).not.toContain("compacted");
    });
  });
});
