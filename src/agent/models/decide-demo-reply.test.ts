import { describe, expect, test } from "vitest";
import { type DemoReply, decideDemoReply } from "./decide-demo-reply.ts";
import { type DemoMessage, toDemoConversation } from "./demo-conversation.ts";
import { DEMO_HELP } from "./demo-texts.ts";

const TOOLS = ["Read", "Bash", "Skill", "Glob", "Write", "Edit"];

const user = (text: string, announced: readonly string[] = []): DemoMessage => ({ role: "user", text, announced });
const called = (tool: string, input: unknown = {}): DemoMessage => ({
  role: "assistant",
  text: "I call.",
  calls: [{ tool, input }],
});
const said = (text: string): DemoMessage => ({ role: "assistant", text, calls: [] });
const result = (
  tool: string,
  text: string,
  more: { isError?: boolean; announced?: readonly string[] } = {},
): DemoMessage => ({
  role: "tool",
  results: [{ tool, text, isError: more.isError ?? false }],
  announced: more.announced ?? [],
});

function textOf(reply: DemoReply): string {
  expect(reply.kind).toBe("text");
  return reply.text;
}

const SKILL_TEXT = "Base directory for this skill: /w/.claude/skills/greet\n\nHello, Alice! Welcome to Skillful.";

describe("decideDemoReply", () => {
  const cases: readonly [name: string, messages: readonly DemoMessage[], reply: DemoReply][] = [
    ["nothing", [], { kind: "text", text: DEMO_HELP }],
    ["small talk", [user("hello")], { kind: "text", text: DEMO_HELP }],
    [
      "a request",
      [user("", ["greet: Says hello"]), user("read a.ts")],
      { kind: "call", text: "I call Read.", call: { tool: "Read", input: { file_path: "a.ts" } } },
    ],
    [
      "a second request, after an answer",
      [user("read a.ts"), called("Read"), result("Read", "x"), said("Read returned"), user("use skill greet for Bob")],
      {
        kind: "call",
        text: "I call the skill greet.",
        call: { tool: "Skill", input: { skill: "greet", args: "Bob" } },
      },
    ],
    [
      "a skill's text that is a request as a whole",
      [user("Base directory for this skill: /w/.claude/skills/look\n\nread a.ts")],
      { kind: "call", text: "I call Read.", call: { tool: "Read", input: { file_path: "a.ts" } } },
    ],
    [
      "the second half of a request",
      [user("read a.ts then run npm test"), called("Read"), result("Read", "x")],
      { kind: "call", text: "I run npm test.", call: { tool: "Bash", input: { command: "npm test" } } },
    ],
    [
      "a tool that is not there",
      [user("search for x")],
      {
        kind: "text",
        text: "That needs the tool Grep, which I do not have here. I have: Read, Bash, Skill, Glob, Write, Edit.",
      },
    ],
  ];
  test.each(cases)("%s", (_name, messages, reply) => {
    expect(decideDemoReply(messages, TOOLS)).toEqual(reply);
  });

  test("reports the beginning of a result and the skills that came with it", () => {
    const announced = ["react-helper: Helps with React", "packages/web:style: Style of the web package"];
    const messages = [user("read a.tsx"), called("Read"), result("Read", "1\tone\n2\ttwo", { announced })];
    expect(textOf(decideDemoReply(messages, TOOLS))).toMatchInlineSnapshot(`
      "Read returned:

      > 1	one
      > 2	two

      Newly announced skills: react-helper, packages/web:style."
    `);
  });

  test("cuts a long result", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");
    const text = textOf(decideDemoReply([user("read a"), called("Read"), result("Read", lines)], TOOLS));
    expect(text).toContain("> line 7\n> …");
    expect(text).not.toContain("line 8");
  });

  test("stops at a failure and says so", () => {
    const messages = [user("read a then run b"), called("Read"), result("Read", "no such file", { isError: true })];
    expect(textOf(decideDemoReply(messages, TOOLS))).toBe("Read failed:\n\n> no such file");
  });

  test("answers a typed inline skill with its text", () => {
    const messages = [user("read a"), called("Read"), result("Read", "x"), said("done"), user(SKILL_TEXT)];
    const text = textOf(decideDemoReply(messages, TOOLS));
    expect(text).toContain("Hello, Alice! Welcome to Skillful.");
    expect(text).not.toContain("Base directory");
    expect(text).not.toContain("Read returned");
  });

  test("answers an inline skill that it called itself with the result and the text", () => {
    const messages = [
      user("use skill greet for Alice"),
      called("Skill"),
      result("Skill", "Launching skill: greet"),
      user(SKILL_TEXT),
    ];
    const text = textOf(decideDemoReply(messages, TOOLS));
    expect(text).toContain("> Launching skill: greet");
    expect(text).toContain("Hello, Alice! Welcome to Skillful.");
  });

  test("answers the prompt of a forked skill, with or without a line for the directory", () => {
    expect(textOf(decideDemoReply([user(SKILL_TEXT)], ["Read"]))).toContain("Hello, Alice!");
    const bare = "You review changes.\n\nLook at HEAD~1..HEAD.";
    expect(textOf(decideDemoReply([user(bare)], ["Read"]))).toContain(bare);
  });

  test("lists the skills that reminders announced", () => {
    const messages = [user("", ["greet: Says hello"]), user("What skills do you have?")];
    expect(textOf(decideDemoReply(messages, TOOLS))).toContain("- greet: Says hello");
    expect(textOf(decideDemoReply([user("list skills")], TOOLS))).toContain("No skills");
  });

  test("summarises a conversation by its requests", () => {
    const messages = [user("read a.ts"), said("ok"), user("Write a summary of this conversation.")];
    expect(textOf(decideDemoReply(messages, TOOLS))).toContain("- read a.ts");
  });

  test("adds to an earlier summary, which is no request and lists no skills", () => {
    const compacted =
      "<system-reminder>\nThe conversation up to here was compacted: it is gone.\n\nRequests, some for skills:\n\n- read a.ts\n</system-reminder>";
    const [start] = toDemoConversation([{ role: "user", content: [{ type: "text", text: compacted }] }]);
    if (start === undefined) throw new Error("the message is gone");
    expect(start).toEqual({
      role: "user",
      text: "",
      announced: [],
      summary: "Requests, some for skills:\n\n- read a.ts",
    });
    const messages = [start, user("list files"), said("ok"), user("Write a summary of this conversation.")];
    expect(textOf(decideDemoReply(messages, TOOLS))).toMatch(/\n\n- read a\.ts\n- list files$/);
    expect(textOf(decideDemoReply([start, user("list skills")], TOOLS))).toContain("No skills");
  });

  test("says that it has got a skill's text before when a note says so", () => {
    const note = 'The skill "greet" is called again, in the same way as before. Its text has not changed.';
    expect(textOf(decideDemoReply([user(SKILL_TEXT), said("ok"), user(note)], TOOLS))).toContain("already");
  });
});

describe("toDemoConversation", () => {
  test("takes reminders out of messages and results", () => {
    const reminder =
      "<system-reminder>\nThe following skills are available for use with the Skill tool:\n\n- greet: Says hello - when greeting\n- a:b: c\n</system-reminder>";
    const conversation = toDemoConversation([
      { role: "system", content: "- not: a skill" },
      { role: "user", content: [{ type: "text", text: reminder }] },
      { role: "user", content: [{ type: "text", text: "read a" }] },
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "1", toolName: "Read", input: { file_path: "a" } }],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "1",
            toolName: "Read",
            output: { type: "text", value: `x\n\n${reminder}` },
          },
          { type: "tool-result", toolCallId: "2", toolName: "Bash", output: { type: "error-text", value: "bad" } },
        ],
      },
    ]);
    const announced = ["greet: Says hello - when greeting", "a:b: c"];
    expect(conversation).toEqual([
      { role: "user", text: "", announced },
      { role: "user", text: "read a", announced: [] },
      { role: "assistant", text: "", calls: [{ tool: "Read", input: { file_path: "a" } }] },
      {
        role: "tool",
        results: [
          { tool: "Read", text: "x", isError: false },
          { tool: "Bash", text: "bad", isError: true },
        ],
        announced,
      },
    ]);
  });

  test("keeps the indentation of a result's first line, so that a quotation shows the file as it is", () => {
    const read = "\n \n     1\tconst a = 1;\n     2\tconst b = 2;\n\n<system-reminder>\nMind.\n</system-reminder>";
    const [message] = toDemoConversation([
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "1", toolName: "Read", output: { type: "text", value: read } }],
      },
    ]);
    const lines = "     1\tconst a = 1;\n     2\tconst b = 2;";
    expect(message).toMatchObject({ results: [{ text: lines }] });
    const reply = decideDemoReply([user("read a.ts"), called("Read"), result("Read", lines)], TOOLS);
    expect(textOf(reply)).toBe("Read returned:\n\n>      1\tconst a = 1;\n>      2\tconst b = 2;");
  });

  test("other reminders, and skills that are gone, announce nothing", () => {
    const text =
      "<system-reminder>\nFiles changed:\n- a.ts\n</system-reminder>\n" +
      "<system-reminder>\nThe following skills are no longer available:\n\n- greet\n</system-reminder>";
    expect(toDemoConversation([{ role: "user", content: [{ type: "text", text }] }])).toEqual([user("")]);
  });
});
