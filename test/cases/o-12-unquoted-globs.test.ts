/** O-12: `paths` may begin with `*` or `{` without quotes. */
import { describe, expect, it } from "vitest";
import { compileActivation } from "../../src/engine/index.ts";
import { loadTree } from "../support/load-tree.ts";

function file(paths: string): string {
  return `---\ndescription: Python help\npaths: ${paths}\nallowed-tools: Read\n---\nBody\n`;
}

describe("unquoted globs", () => {
  it("make both skills conditional, and the right file activates both", async () => {
    const { registry, diagnostics } = await loadTree({
      "/proj/.claude/skills/star/SKILL.md": file("**/*.py"),
      "/proj/.claude/skills/brace/SKILL.md": file("{app,core}/**/*.py"),
    });
    expect(registry.skills.map(({ name, paths }) => [name, paths])).toEqual([
      ["brace", ["app/**/*.py", "core/**/*.py"]],
      ["star", ["**/*.py"]],
    ]);
    for (const skill of registry.skills) {
      expect(skill).toMatchObject({ description: "Python help", allowedTools: ["Read"] });
    }
    const index = compileActivation(registry.skills);
    expect(index.match("app/a.py").map(({ name }) => name)).toEqual(["brace", "star"]);
    expect(index.match("docs/a.md")).toEqual([]);
    expect(diagnostics.map(({ code, severity, line }) => ({ code, severity, line }))).toEqual([
      { code: "repaired-value", severity: "info", line: 3 },
      { code: "repaired-value", severity: "info", line: 3 },
    ]);
  });
});
