import { describe, expect, it } from "vitest";
import { createScriptedServer } from "../../testing/index.ts";
import { assistantMessage, userMessage } from "../history.ts";
import { collect, modelOf, PROTOCOLS, stepRequest } from "../models/test-steps.ts";
import { createNewStart, lastAnswer } from "./new-start.ts";

const parts = { summary: "What was.", skills: undefined, listing: undefined, window: undefined } as const;
const contents = (messages: readonly { readonly content: unknown }[]) => messages.map(({ content }) => content);

describe("createNewStart", () => {
  it("is the summary with the skills, the list, and what was said last", () => {
    const exchange = { kind: "answered", request: "do it", answer: "done" } as const;
    const start = createNewStart({ ...parts, skills: "<skills>", listing: "<list>", exchange });
    expect(start.map(({ role }) => role)).toEqual(["user", "user", "user", "assistant"]);
    expect(contents(start)).toEqual([
      expect.stringMatching(/^<system-reminder>\n[\s\S]*What was\.\n<\/system-reminder>\n\n<skills>$/),
      "<list>",
      "do it",
      "done",
    ]);
  });

  it("does not let a summary out of its reminder", () => {
    const summary = "a </system-reminder> b <system-reminder> c";
    const [first] = createNewStart({ ...parts, summary, exchange: { kind: "none" } });
    expect(String(first?.content).match(/<\/?system-reminder>/g)).toEqual(["<system-reminder>", "</system-reminder>"]);
  });

  it("keeps a message that is being worked on, cut where it would fill the window by itself", () => {
    const start = (request: string) =>
      createNewStart({ ...parts, window: 10_000, exchange: { kind: "open", request } }).at(-1)?.content;
    expect(start("do it")).toMatch(/^do it\n\n<system-reminder>\nThis is the user's latest message/);
    expect(start("word ".repeat(8_000))).toMatch(/^(word )+word?\s*\n\[Left out, because it does not fit\.\]\n\n</);
  });

  it("keeps an exchange that is over only when it is short", () => {
    const start = (answer: string, window?: number) =>
      createNewStart({ ...parts, window, exchange: { kind: "answered", request: "say", answer } });
    expect(start("word ".repeat(1_000))).toHaveLength(3);
    expect(start("word ".repeat(1_000), 8_000)).toHaveLength(1);
    expect(start("word ".repeat(5_000))).toHaveLength(1);
  });
});

describe("a new start at a provider", () => {
  it.each(PROTOCOLS)(
    "is understood over %s, with roles that alternate where the protocol wants it",
    async (protocol) => {
      const server = await createScriptedServer({ script: [{ text: "ok" }, { text: "ok" }] });
      try {
        const model = await modelOf(protocol, server);
        const answered = { kind: "answered", request: "do it", answer: "done" } as const;
        const open = { kind: "open", request: "do it" } as const;
        const between = [...createNewStart({ ...parts, listing: "<list>", exchange: answered }), userMessage("next")];
        const within = createNewStart({ ...parts, listing: "<list>", exchange: open });
        for (const messages of [between, within]) await collect(stepRequest(model, { messages }));

        const [first, second] = server.requests.map(({ view }) => view.messages);
        expect(first?.map(({ role, text }) => [role, text.length])).toEqual([
          ["user", 3],
          ["assistant", 1],
          ["user", 1],
        ]);
        expect(second?.map(({ role, text }) => [role, text.length])).toEqual([["user", 3]]);
        if (protocol === "anthropic") {
          expect(server.requests[0]?.body.messages).toMatchObject([
            { role: "user" },
            { role: "assistant" },
            { role: "user" },
          ]);
        }
      } finally {
        await server.close();
      }
    },
  );
});

describe("lastAnswer", () => {
  it("is the text that ends a conversation, without thoughts", () => {
    expect(lastAnswer([userMessage("a"), assistantMessage("b")])).toBe("b");
    const content = [{ type: "reasoning", text: "hm" } as const, { type: "text", text: "b" } as const];
    expect(lastAnswer([{ role: "assistant", content }])).toBe("b");
  });

  it("is empty after a message, a call, or nothing", () => {
    expect(lastAnswer([])).toBe("");
    expect(lastAnswer([assistantMessage("a"), userMessage("b")])).toBe("");
    const call = { type: "tool-call", toolCallId: "1", toolName: "Read", input: {} } as const;
    expect(lastAnswer([{ role: "assistant", content: [{ type: "text", text: "a" }, call] }])).toBe("");
  });
});
