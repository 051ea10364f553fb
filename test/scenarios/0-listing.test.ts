/** Scenario group 0: when the list of skills is sent to the model, and where. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allTexts, listings, openScenario, SCENARIO_PROTOCOLS, type Scenario } from "../support/scenario-run.ts";

describe.each(SCENARIO_PROTOCOLS)("listing, %s", (protocol) => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = await openScenario(protocol);
  });
  afterEach(() => scenario.dispose());

  it("0a the first message carries one reminder between the system text and the message", async () => {
    const { requests, results } = await scenario.converse(["hello there"]);
    expect(results).toMatchObject([{ result: "ok", isError: false }]);
    expect(requests).toHaveLength(1);
    const [request] = requests;
    expect(request?.system).not.toContain("- greet:");
    expect(request?.messages).toHaveLength(1);
    const [reminder, message, ...rest] = request?.messages[0]?.text ?? [];
    expect(message).toBe("hello there");
    expect(rest).toEqual([]);
    expect(reminder).toMatch(/^<system-reminder>\n[\s\S]*<\/system-reminder>\n?$/);
    // All that is active and that the model may invoke, and nothing else.
    expect(reminder).toContain("\nThe following skills are available for use with the Skill tool:\n\n- ");
    expect(reminder?.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      "- greet: Greets somebody by name - when the user asks for a greeting",
      "- review: Reviews a range of commits",
      "- with-vars: Prints the values of the variables",
    ]);
    // Where the system text is a message of its own, the three follow each other as they were sent.
    if (protocol.startsWith("openai")) {
      const sent = scenario.server.requests[0]?.body.messages as readonly { readonly role: string }[];
      expect(sent).toHaveLength(3);
      expect(sent).toMatchObject([
        { role: "system" },
        { role: "user", content: reminder },
        { role: "user", content: "hello there" },
      ]);
    }
  });

  it("0d a file that wakes a skill announces it at the end of that tool's result", async () => {
    const { requests } = await scenario.converse(["look at the button"], {
      script: [{ toolCalls: [{ name: "Read", input: { file_path: "src/button.tsx" } }] }, { text: "done" }],
    });
    expect(requests).toHaveLength(2);
    const [result, ...rest] = requests[1]?.messages.flatMap(({ toolResults }) => toolResults) ?? [];
    expect(rest).toEqual([]);
    expect(result?.text).toContain("<button>Save</button>");
    expect(result?.text).toMatch(
      /<system-reminder>\n[\s\S]*\n- react-helper: Helps with React components\n[\s\S]*<\/system-reminder>\s*$/,
    );
    expect(allTexts(requests[1]).filter((text) => text.includes("- react-helper:"))).toHaveLength(1);
  });
});

describe("listing", () => {
  let scenario: Scenario;
  beforeEach(async () => {
    scenario = await openScenario();
  });
  afterEach(() => scenario.dispose());

  it("0b a second message sends no listing again", async () => {
    const { requests } = await scenario.converse(["one", "two"]);
    expect(requests).toHaveLength(2);
    expect(listings(requests[1])).toHaveLength(1);
    expect(listings(requests[1])).toEqual(listings(requests[0]));
    // The listing stands where it stood: the second request only adds to the first.
    expect(requests[1]?.messages.map(({ role, text }) => [role, text.at(-1)])).toEqual([
      ["user", "one"],
      ["assistant", "ok"],
      ["user", "two"],
    ]);
    expect(requests[1]?.messages[2]?.text).toEqual(["two"]);
  });

  it("0c after /clear the next message carries the full listing", async () => {
    const { requests } = await scenario.converse(["one", "/clear", "two"]);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages).toHaveLength(1);
    expect(requests[1]?.messages[0]?.text.at(-1)).toBe("two");
    expect(listings(requests[1])).toEqual(listings(requests[0]));
  });

  it("the Skill tool and the system prompt say how to use skills, in words that never change", async () => {
    const { requests } = await scenario.converse(["look at the button", "and now?"], {
      script: [
        { toolCalls: [{ name: "Read", input: { file_path: "src/button.tsx" } }] },
        { text: "done" },
        { text: "done" },
      ],
    });
    expect(requests).toHaveLength(3);
    const fixed = requests.map(({ system, tools }) => ({ system, skill: tools.find(({ name }) => name === "Skill") }));
    expect(fixed.slice(1)).toEqual([fixed[0], fixed[0]]);
    const description = fixed[0]?.skill?.description ?? "";
    const system = fixed[0]?.system ?? "";
    for (const text of [description, system]) {
      expect(text).toContain("<system-reminder> messages");
      expect(text).toMatch(/When a skill matches[^.]*\bbefore you say or do anything else about the task\./);
      expect(text).toMatch(/mention a skill without calling it/);
      expect(text).toMatch(/Built-in commands[^.]* are not skills/);
      for (const name of ["greet", "with-vars", "react-helper"]) expect(text).not.toContain(name);
    }
    expect(system).toContain("/<skill-name>");
  });
});
