import { describe, expect, it } from "vitest";
import {
  endOf,
  findInvalidity,
  linesOf,
  MODEL_NAMES,
  say,
  type TestProtocol,
} from "../../../test/support/agent-world.ts";
import {
  count,
  FULL,
  GREET,
  noticesOf,
  type Play,
  read,
  resultOf,
  tooLong,
  typesOf,
  withAgent,
} from "../../../test/support/compaction-world.ts";
import type { RequestView, ScriptedReply } from "../../testing/index.ts";

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

describe("a stop around a compaction", () => {
  it.each(["abort", "leave"] as const)("by %s at any event leaves a history that goes on", async (how) => {
    const files = { ".claude/skills/greet/SKILL.md": GREET, "a.txt": "text of a" };
    let isFresh = true;
    const answer: Play = () => {
      if (!isFresh) return { text: "fine" };
      isFresh = false;
      return { ...read("a.txt"), usage: FULL };
    };
    await withAgent({ files, answer }, async ({ agent }) => {
      const complete = typesOf(await say(agent, "/greet Ada"));
      expect(complete.filter((type) => type.startsWith("compaction"))).toHaveLength(2);
      for (let stopAt = 0; stopAt < complete.length; stopAt++) {
        await say(agent, "/clear");
        isFresh = true;
        const stop = new AbortController();
        let seen = 0;
        for await (const _ of agent.send("/greet Ada", { signal: stop.signal })) {
          if (seen++ !== stopAt) continue;
          if (how === "leave") break;
          stop.abort();
        }
        isFresh = false;
        expect(findInvalidity(agent.history()), `event ${stopAt}`).toBeUndefined();
        const before = agent.history();
        const next = await say(agent, "go on");
        expect(endOf(next)).toMatchObject({ reason: "done", text: "fine" });
        // Stopped with a full window and before its compaction, it is compacted now.
        if (resultOf(next) === undefined) expect(agent.history().slice(0, before.length)).toEqual(before);
        else expect(resultOf(next)?.kind).toBe("done");
        // The skill's text is there once, wherever the stop fell, or not at all when it came too early.
        const texts = JSON.stringify(agent.history()).split("Hello, Ada!").length - 1;
        expect(texts, `event ${stopAt}`).toBeLessThanOrEqual(1);
        if (stopAt > 4) expect(texts, `event ${stopAt}`).toBe(1);
      }
    });
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
