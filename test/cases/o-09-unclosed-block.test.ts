/** O-09: a block that is opened and never closed refuses its file, and no other. */
import { describe, expect, it } from "vitest";
import { loadTree, skillText } from "../support/load-tree.ts";

describe("an opening fence without a closing one", () => {
  it("is an error that names the file, and the rest is loaded", async () => {
    const path = "/proj/.claude/skills/open/SKILL.md";
    const { registry, diagnostics, find } = await loadTree({
      [path]: "---\nname: open\ndescription: never closed\n\n# Title\nDo the thing.\n",
      "/proj/.claude/skills/fine/SKILL.md": skillText(),
    });
    expect(registry.skills.map(({ callName }) => callName)).toEqual(["fine"]);
    expect(find("open")).toBeUndefined();
    expect(diagnostics).toEqual([
      {
        code: "unclosed-frontmatter",
        severity: "error",
        path,
        line: 1,
        column: 1,
        message: "unclosed front-matter block",
        hint: "Close the block with a line of exactly `---`.",
      },
    ]);
  });
});
