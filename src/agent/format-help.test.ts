import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, say } from "../../test/support/agent-world.ts";

let world: AgentWorld;
afterEach(() => world.dispose());

/** What `/help` and `/skills` say of a skill of this description, from its name to the end of the text. */
async function shownOf(description: string): Promise<readonly string[]> {
  world = await createAgentWorld();
  await world.writeSkill("it", `---\nname: it\ndescription: ${JSON.stringify(description)}\n---\nBody.\n`);
  const agent = await world.open();
  const told: string[] = [];
  for (const message of ["/help", "/skills"]) {
    for (const event of await say(agent, message)) if (event.type === "notice") told.push(event.message);
  }
  return told.map((text) => / \/?it {2,}(.*?)(?: \(project\))?$/m.exec(text)?.[1] ?? text);
}

describe("descriptions for people", () => {
  const SENTENCE = "Turns the current changes into commits with good messages.";
  it.each([
    ["a short one as it is", "Reads v1.2 of\n  a file. Use it.", "Reads v1.2 of a file. Use it."],
    ["a long one by its first sentence", `${SENTENCE} ${"Use when asked to. ".repeat(5)}`, SENTENCE],
    [
      "a long sentence as far as whole words go",
      `Turns ${"changes, ".repeat(30)}`,
      `Turns ${Array(10).fill("changes").join(", ")}…`,
    ],
    ["a text without blanks as far as it goes", "x".repeat(200), `${"x".repeat(99)}…`],
  ])("%s", async (_case, description, shown) => {
    expect(await shownOf(description)).toEqual([shown, shown]);
  });
});
