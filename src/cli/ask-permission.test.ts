import { describe, expect, it } from "vitest";
import type { PermissionQuestion } from "../agent/index.ts";
import { askPermission } from "./ask-permission.ts";
import { createPalette } from "./palette.ts";

const question: PermissionQuestion = {
  id: "1",
  tool: "Bash",
  input: { command: "npm test" },
  access: { kind: "command", command: "npm test" },
  reason: "No rule allows npm test.",
  suggestions: ["Bash(npm test)", "Bash(npm:*)"],
  signal: new AbortController().signal,
};

async function ask(answers: (string | undefined)[], change: Partial<PermissionQuestion> = {}) {
  let written = "";
  const answer = await askPermission(
    { ...question, ...change },
    {
      asker: {
        write: (text) => {
          written += text;
        },
        ask: (text) => {
          written += text;
          return Promise.resolve(answers.shift());
        },
      },
      palette: createPalette(false),
      columns: 80,
    },
  );
  return { answer, written };
}

describe("askPermission", () => {
  it("shows the call, the reason and the narrowest rule", async () => {
    expect((await ask(["y"])).written).toMatchInlineSnapshot(`
      "
      ? Bash npm test
        No rule allows npm test.
        s allows Bash(npm test) for this session
        [y]es once, [s]ession, [n]o › "
    `);
  });

  it("takes the answers offered", async () => {
    expect((await ask([" Yes "])).answer).toEqual({ kind: "allow" });
    expect((await ask(["s"])).answer).toEqual({ kind: "allow", remember: ["Bash(npm test)"] });
    expect((await ask(["n"])).answer).toEqual({ kind: "deny" });
    expect((await ask([undefined])).answer).toEqual({ kind: "deny" });
  });

  it("asks again for anything else", async () => {
    expect((await ask(["", "maybe", "no"])).answer).toEqual({ kind: "deny" });
    const forced = await ask(["s", "y"], { suggestions: [] });
    expect(forced.answer).toEqual({ kind: "allow" });
    expect(forced.written).not.toContain("session");
  });

  it("ends when the turn is stopped", async () => {
    await expect(ask([], { signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow("stopped");
  });
});
