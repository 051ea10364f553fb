import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { HeldBack } from "../agent/index.ts";
import { createPalette } from "./palette.ts";
import { createTrustMemory } from "./trust-memory.ts";
import { askTrust, listTrustGains, parseTrustAnswer } from "./trust-question.ts";

const deploy: HeldBack = {
  kind: "skill",
  name: "deploy",
  path: "/w/deploy/SKILL.md",
  does: ["runs commands before it starts", "registers hooks", "allows itself Bash, Read"],
};

describe("listTrustGains", () => {
  it("names what stays off without trust", () => {
    const settings: HeldBack = {
      kind: "settings",
      name: "/w/settings.json",
      path: "/w/settings.json",
      does: ["registers hooks for Stop"],
    };
    expect(listTrustGains([deploy, settings])).toEqual([
      {
        kind: "skill",
        what: "deploy",
        does: "runs commands before it starts; registers hooks; allows itself Bash, Read",
      },
      { kind: "settings", what: "settings", does: "/w/settings.json registers hooks for Stop" },
    ]);
  });
});

describe("askTrust", () => {
  async function ask(answers: (string | undefined)[], heldBack: readonly HeldBack[] = [deploy], isComplete = true) {
    let written = "";
    const answer = await askTrust(
      { root: "/w", gains: listTrustGains(heldBack), isComplete },
      {
        asker: {
          write: (text) => {
            written += text;
          },
          ask: async (text) => {
            written += text;
            return answers.shift();
          },
        },
        palette: createPalette(false),
        columns: 60,
      },
    );
    return { answer, written };
  }

  it("shows what trust would switch on", async () => {
    expect((await ask(["n"])).written).toMatchInlineSnapshot(`
      "? Do you trust what is in this workspace?
        /w
        Without trust its skills are text only. Trust would switch on:

          deploy  runs commands before it starts; registers hooks;
                  allows itself Bash, Read

        [a]lways, [o]nce for now, [n]o › 
      "
    `);
  });

  it("counts what does not fit by kind, and says when there may be more", async () => {
    const many = Array.from({ length: 20 }, (_, index): HeldBack => ({ ...deploy, name: `skill-${index}` }));
    const link: HeldBack = { kind: "link", name: "a", path: "/w/a", does: ["leads out of the project"] };
    const { written } = await ask(["n"], [...many, link], false);
    expect(written).toContain("skill-11");
    expect(written).not.toContain("skill-12");
    const text = written.replace(/\s+/g, " ");
    expect(text).toContain("and 9 more: 8 skills, 1 link; `skillful trust --show` lists all");
    expect(text).toContain("and perhaps more: this workspace has more folders");
  });

  it("takes only what it offers, and no answer for a question to come back to", async () => {
    expect((await ask(["", "y", "always"])).answer).toBe("always");
    expect((await ask(["O"])).answer).toBe("once");
    expect((await ask([undefined])).answer).toBe("later");
    expect(parseTrustAnswer("yes")).toBeUndefined();
  });
});

describe("createTrustMemory", () => {
  it("remembers a no for exactly what was shown", async () => {
    const home = await mkdtemp(join(tmpdir(), "skillful-trust-"));
    try {
      const gains = listTrustGains([deploy]);
      await createTrustMemory(home).decline("/w", gains);
      const memory = createTrustMemory(home);
      expect(await memory.wasDeclined("/w", gains)).toBe(true);
      expect(await memory.wasDeclined("/other", gains)).toBe(false);
      expect(await memory.wasDeclined("/w", [...gains, { kind: "skill", what: "new", does: "registers hooks" }])).toBe(
        false,
      );
    } finally {
      await rm(home, { recursive: true });
    }
  });
});
