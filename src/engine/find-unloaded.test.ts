import { describe, expect, it } from "vitest";
import { findUnloaded } from "./find-unloaded.ts";
import type { Diagnostic } from "./types.ts";

const error = (path: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code: "invalid-yaml",
  severity: "error",
  path,
  message: "It cannot be read.",
  ...more,
});

describe("findUnloaded", () => {
  const diagnostics = [
    error("/p/.claude/skills/fine/SKILL.md", { severity: "warning" }),
    error("/p/.claude/skills/Greet/SKILL.md", { line: 3, column: 7, hint: "Close it." }),
    error("/p/.claude/commands/db/migrate.md", { line: 2 }),
    error("/p/.claude/skills/locked"),
  ];

  it.each([
    ["greet", { because: "/p/.claude/skills/Greet/SKILL.md:3:7: It cannot be read", hint: "Close it." }],
    ["project:greet", { because: "/p/.claude/skills/Greet/SKILL.md:3:7: It cannot be read", hint: "Close it." }],
    ["db:migrate", { because: "/p/.claude/commands/db/migrate.md:2: It cannot be read" }],
    ["locked", { because: "/p/.claude/skills/locked: It cannot be read" }],
    ["fine", undefined],
    ["SKILL", undefined],
    ["", undefined],
  ])("%s", (name, unloaded) => {
    expect(findUnloaded(name, diagnostics)).toEqual(unloaded);
  });
});
