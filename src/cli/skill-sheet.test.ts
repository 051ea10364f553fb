import { describe, expect, it } from "vitest";
import { skillOf } from "../../test/support/skill-value.ts";
import { resolveEngineSettings } from "../engine/index.ts";
import { createPalette } from "./palette.ts";
import { printableText } from "./printable-text.ts";
import { formatSkillSheet, type SkillSheet } from "./skill-sheet.ts";
import { textWidth } from "./text-width.ts";

const skill = skillOf("look", {
  description: "Looks through a folder and reports what is there. Use when asked what a folder holds.",
  trusted: false,
  context: "fork",
  allowedTools: ["Glob", "Read", "Grep", "Bash(git log:*)", "Bash(git show:*)", "Bash(git status:*)"],
});
const TEXT = "A line of the skill's own that is longer than the window and stays as its author wrote it.";
const sheet: SkillSheet = {
  skill,
  state: "active",
  args: "",
  preview: { kind: "preview", skill, text: TEXT, commands: [] },
  permission: { decision: "ask", reason: "The skill runs an agent of its own and allows itself many things." },
  settings: resolveEngineSettings(),
};

describe("formatSkillSheet", () => {
  it("wraps its own rows between words, with and without colours, and leaves the skill's text alone", () => {
    const show = (hasColors: boolean, columns: number) =>
      formatSkillSheet(sheet, { palette: createPalette(hasColors), columns });
    const plain = show(false, 50);
    for (const line of plain.split("\n")) if (line !== TEXT) expect(textWidth(line)).toBeLessThanOrEqual(50);
    expect(plain).toContain(`\n${TEXT}\n`);
    expect(plain).toContain(
      "  has tools   Glob, Read, Grep, Bash(git log:*),\n              Bash(git show:*), Bash(git status:*)\n",
    );
    expect(printableText(show(true, 50))).toBe(plain);
    expect(show(false, Number.POSITIVE_INFINITY)).toContain(`  has tools   ${skill.allowedTools.join(", ")}\n`);
  });
});
