/** O-10: a file without front matter is a skill named by its folder, and its author is told. */
import { describe, expect, it } from "vitest";
import { loadTree } from "../support/load-tree.ts";

describe("a skill without front matter", () => {
  it("is loaded, listed by the first paragraph, and reported", async () => {
    const { diagnostics, find } = await loadTree({
      "/proj/.claude/skills/plain/SKILL.md": "# Plain helper\n\nHelps with plain things.\n\nMore.",
    });
    expect(find("plain")).toMatchObject({ name: "plain", description: "Helps with plain things." });
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      "warning missing-frontmatter",
      "warning missing-description",
    ]);
  });

  it("takes the heading when there is nothing else", async () => {
    const { find } = await loadTree({ "/proj/.claude/skills/plain/SKILL.md": "# Plain helper\n" });
    expect(find("plain")?.description).toBe("Plain helper");
  });

  it("is normal for a command file", async () => {
    const { diagnostics, find } = await loadTree({ "/proj/.claude/commands/tidy.md": "Tidy up $ARGUMENTS.\n" });
    expect(find("tidy")).toMatchObject({ kind: "command", description: "Tidy up $ARGUMENTS." });
    expect(diagnostics).toEqual([]);
  });
});
