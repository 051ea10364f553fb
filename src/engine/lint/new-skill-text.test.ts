/** What a new skill begins with passes every check, or is refused with the rule. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintSkill } from "./lint-skill.ts";
import { readLintSubject } from "./lint-subject.ts";
import { newSkillText } from "./new-skill-text.ts";

function lint(name: string, text: string) {
  const file = { bytes: new TextEncoder().encode(text), path: `/w/${name}/SKILL.md`, directoryName: name } as const;
  return lintSkill(readLintSubject({ ...file, kind: "skill" }), { portable: true, tools: [], existing: new Set() });
}

describe("newSkillText", () => {
  it.each(["tidy", "sql-format-2", "123", "true", "1e3", "x", "мой-навык", "技能", "a".repeat(64)])(
    "writes %s",
    (name) => {
      const written = newSkillText({ name });
      if (written.kind !== "skill") throw new Error(written.message);
      expect(lint(name, written.text)).toEqual([]);
    },
  );

  it.each([
    ["Tidy", "has capital letters"],
    ["my_skill", 'holds "_"'],
    ["-tidy", "begins or ends with `-`"],
    ["ti--dy", "has two `-` in a row"],
    ["a".repeat(65), "is longer than 64 characters"],
    ["", "is empty"],
    ["../escape", 'holds "."'],
    ["a/b", 'holds "/"'],
    [" tidy", "holds blanks"],
  ])("refuses %j", (name, rule) => {
    const written = newSkillText({ name });
    expect(written).toMatchObject({ kind: "refused", message: expect.stringContaining(rule) });
  });

  it("refuses a description that says nothing, with a way out", () => {
    expect(newSkillText({ name: "tidy", description: "Tidies." })).toMatchObject({
      kind: "refused",
      hint: expect.stringContaining("Use when"),
    });
  });

  it("writes any description so that it is read back as it was, or refuses it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const description = `Use when ${text} is asked for`;
        const written = newSkillText({ name: "tidy", description });
        if (written.kind === "refused") return;
        expect(lint("tidy", written.text)).toEqual([]);
        const { subject } = readLintSubject({
          bytes: new TextEncoder().encode(written.text),
          path: "/w/tidy/SKILL.md",
          directoryName: "tidy",
          kind: "skill",
        });
        const line = description.replace(/[\p{Cc}\s]+/gu, " ").trim();
        expect(subject?.definition.description).toBe(line);
      }),
    );
  });
});
