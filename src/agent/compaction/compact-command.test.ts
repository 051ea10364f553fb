import { describe, expect, it } from "vitest";
import { endOf, linesOf, say, type TestProtocol } from "../../../test/support/agent-world.ts";
import {
  count,
  GREET,
  LISTED,
  noticesOf,
  type Play,
  read,
  resultOf,
  SUMMARY,
  tooLong,
  typesOf,
  withAgent,
} from "../../../test/support/compaction-world.ts";
import { createChunkGate, type RequestView, type ScriptedReply } from "../../testing/index.ts";
import type { AgentEvent } from "../index.ts";

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
          hint: expect.stringMatching(/^The conversation is as it was\. \S/),
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

describe("the demo model", () => {
  it("writes a summary by the requests, keeps the one before, and takes nothing of it for a request or a list", async () => {
    await withAgent({ files: { ".claude/skills/greet/SKILL.md": GREET, "a.txt": "text of a" } }, async ({ world }) => {
      const agent = await world.open({ model: "demo", allow: ["Skill"] });
      await say(agent, "read a.txt");
      await say(agent, "use skill greet for Ada");
      const first = resultOf(await say(agent, "/compact"));
      expect(first?.kind === "done" && first.summary).toMatch(
        /requests so far:\n\n- read a\.txt\n- use skill greet for Ada$/,
      );
      expect(endOf(await say(agent, "list skills")).text).toBe("Skills announced to me so far:\n\n- greet: Greets");
      await say(agent, "list files");
      const second = resultOf(await say(agent, "/compact"));
      expect(second?.kind === "done" && second.summary).toMatch(
        /- use skill greet for Ada\n(- .*\n)*- list skills\n- list files$/,
      );
      await say(agent, "/greet Ada");
      expect(endOf(await say(agent, "/greet Ada")).text).toContain("is in the conversation already");
    });
  });
});
