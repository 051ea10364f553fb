import { describe, expect, it } from "vitest";
import { skillOf } from "../../test/support/skill-value.ts";
import { resolveEngineSettings, type Skill, type SkillEntry } from "../engine/index.ts";
import { createPalette } from "./palette.ts";
import { formatSkillsTable, skillsJson } from "./skills-report.ts";

const skill = (name: string, change: Partial<Skill> = {}) =>
  skillOf(name, { description: `What ${name} does`, path: `/w/.claude/skills/${name}/SKILL.md`, ...change });

const settings = resolveEngineSettings();

const entries: SkillEntry[] = [
  { skill: skill("greet", { aliases: ["hello"] }), state: "active" },
  { skill: skill("react-helper", { paths: ["src/**/*.tsx"] }), state: "waiting" },
  { skill: skill("mine-only", { modelInvocable: false }), state: "active" },
  { skill: skill("nobody", { modelInvocable: false, userInvocable: false }), state: "active" },
  { skill: skill("off"), state: "disabled" },
  {
    skill: skill("greet", { source: "user", callName: "user:greet", shadowedBy: "project:greet" }),
    state: "shadowed",
  },
];

describe("formatSkillsTable", () => {
  it("groups by source and says why a skill cannot be called", () => {
    expect(
      formatSkillsTable(entries, { palette: createPalette(false), columns: Number.POSITIVE_INFINITY, settings }),
    ).toMatchInlineSnapshot(`
      "project
        greet         active    What greet does
        react-helper  waiting   wakes when a file matches src/**/*.tsx
        mine-only     active    only you can call it: What mine-only does
        nobody        active    nobody can call it: user-invocable is false and disable-model-invocation is true
        off           disabled  switched off by the settings

      user
        user:greet    shadowed  project:greet has the name; call this one user:greet

      6 skills: 3 active, 1 waiting, 1 disabled, 1 shadowed
      "
    `);
  });

  it("keeps to the width of the terminal", () => {
    const text = formatSkillsTable(entries, { palette: createPalette(false), columns: 60, settings });
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  });

  it("says what a skill is when there is none", () => {
    expect(formatSkillsTable([], { palette: createPalette(false), columns: 80, settings })).toContain("SKILL.md");
  });
});

describe("skillsJson", () => {
  it("tells what the settings leave of a skill", () => {
    const narrowed = resolveEngineSettings({ skills: { overrides: { greet: "user-only" } } });
    const json = skillsJson({ skills: entries.slice(0, 1), diagnostics: [], settings: narrowed });
    expect(json).toMatchObject({ skills: [{ invocable: { user: true, model: false } }] });
    const table = formatSkillsTable(entries.slice(0, 1), {
      palette: createPalette(false),
      columns: Number.POSITIVE_INFINITY,
      settings: narrowed,
    });
    expect(table).toContain("only you can call it");
  });

  it("has exactly the documented shape", () => {
    const diagnostics = [
      { code: "invalid-yaml", severity: "error", path: "/w/x", line: 3, message: "bad", frame: "> 3" } as const,
    ];
    const json = skillsJson({
      skills: [entries[0], entries[5]].filter((entry) => entry !== undefined),
      diagnostics,
      settings,
    });
    expect(json).toEqual({
      skills: [
        {
          name: "greet",
          qualifiedName: "project:greet",
          source: "project",
          path: "/w/.claude/skills/greet/SKILL.md",
          description: "What greet does",
          state: "active",
          invocable: { user: true, model: true },
          paths: [],
          aliases: ["hello"],
        },
        {
          name: "greet",
          qualifiedName: "user:greet",
          source: "user",
          path: "/w/.claude/skills/greet/SKILL.md",
          description: "What greet does",
          state: "shadowed",
          invocable: { user: true, model: true },
          paths: [],
          aliases: [],
          shadowedBy: "project:greet",
        },
      ],
      diagnostics: [{ code: "invalid-yaml", severity: "error", path: "/w/x", line: 3, message: "bad" }],
    });
  });
});
