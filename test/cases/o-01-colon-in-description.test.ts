/** O-01: a description that holds `word: word` is read whole, and costs neither its skill nor another one. */
import { describe, expect, it } from "vitest";
import { loadTree } from "../support/load-tree.ts";
import { loadSkillText, summarise } from "../support/parse-skill-text.ts";

const ALPHA = `---
name: alpha
description: Prepare the release: notes, tag, announcement
---
Body of alpha.
`;

describe("a colon in a plain description", () => {
  it("belongs to the text, and the file says how to write it", () => {
    const { definition, diagnostics } = loadSkillText(ALPHA);
    expect(definition.description).toBe("Prepare the release: notes, tag, announcement");
    expect(diagnostics).toMatchObject([
      {
        code: "repaired-value",
        severity: "info",
        line: 3,
        column: 14,
        hint: 'Write `description: "Prepare the release: notes, tag, announcement"`.',
      },
    ]);
  });

  it("leaves the other skill alone", async () => {
    const { registry } = await loadTree({
      "/proj/.claude/skills/alpha/SKILL.md": ALPHA,
      "/proj/.claude/skills/beta/SKILL.md": "---\nname: beta\ndescription: Fine.\n---\nBody of beta.\n",
    });
    expect(registry.skills.map(({ callName }) => callName)).toEqual(["alpha", "beta"]);
  });

  it("is not repaired inside a list, a block text or a nested map", () => {
    const text = "---\ndescription: a: b\nnotes: |\n  c: d: e\nlist:\n  - f: g\nmetadata:\n  h: i\n---\nB";
    const { definition, diagnostics } = loadSkillText(text);
    expect(definition).toMatchObject({
      description: "a: b",
      extra: { notes: "c: d: e\n", list: [{ f: "g" }] },
      metadata: { h: "i" },
    });
    expect(summarise(diagnostics).filter((line) => line.includes("repaired"))).toEqual(["info repaired-value 2"]);
  });
});
