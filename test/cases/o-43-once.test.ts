import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type AgentWorld, createAgentWorld, linesOf, say } from "../support/agent-world.ts";

let world: AgentWorld;
afterEach(() => world.dispose());

const skill = (once: string) => `---
name: notes
description: Notes every edit
hooks:
  PostToolUse:
    - matcher: Edit
      hooks:
        - command: ${JSON.stringify(once)}
          once: true
        - command: echo B >> log
---
Note.
`;

const edit = (old_string: string, new_string: string) => ({
  name: "Edit",
  input: { file_path: "a.txt", old_string, new_string },
});
const READ = { toolCalls: [{ name: "Read", input: { file_path: "a.txt" } }] };
const DONE = { text: "done" };
/** Three edits, the last two in one step. */
const EDITS = [
  DONE,
  READ,
  { toolCalls: [edit("one", "1")] },
  { toolCalls: [edit("two", "2"), edit("three", "3")] },
  DONE,
];

async function runEdits(once: string): Promise<string> {
  world = await createAgentWorld({ script: EDITS });
  await world.writeSkill("notes", skill(once));
  await world.write("a.txt", "one two three\n");
  const agent = await world.open({ allow: ["Edit"] });
  await say(agent, "/notes");
  await say(agent, "edit");
  expect(await readFile(join(world.project, "a.txt"), "utf8")).toBe("1 2 3\n");
  const log = await readFile(join(world.project, "log"), "utf8");
  return log.split("\n").sort().join("");
}

describe("O-43: once", () => {
  it("removes a hook after its first success", async () => {
    expect(await runEdits("echo A >> log")).toBe("ABBB");
  });

  it("keeps one that blocked until it succeeds, and then removes it", async () => {
    const firstBlocks = "echo A >> log; [ -e seen ] && exit 0; touch seen; echo 'not yet' >&2; exit 2";
    expect(await runEdits(firstBlocks)).toBe("AABBB");
    const last = world.server.requests.at(-1)?.view;
    const results = last === undefined ? [] : linesOf(last).filter((line) => line.startsWith("result:"));
    expect(results.filter((line) => line.includes("not yet"))).toHaveLength(1);
  });

  it("keeps one that could not run", async () => {
    const firstFails = "echo A >> log; [ -e seen ] && exit 0; touch seen; exit 127";
    expect(await runEdits(firstFails)).toBe("AABBB");
  });
});
