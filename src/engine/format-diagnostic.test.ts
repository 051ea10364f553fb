import { describe, expect, it } from "vitest";
import { formatDiagnostic } from "./format-diagnostic.ts";
import type { Diagnostic } from "./types.ts";

const diagnostic: Diagnostic = {
  code: "invalid-yaml",
  severity: "error",
  path: "/work space/.claude/skills/a/SKILL.md",
  line: 3,
  column: 7,
  message: "A quote is not closed.",
  hint: "Close it.",
  frame: "> 3 | x\n    | ^",
};

describe("formatDiagnostic", () => {
  it("prints place, severity, code, message, frame and hint", () => {
    expect(formatDiagnostic(diagnostic, { cwd: "/work space" })).toMatchInlineSnapshot(`
      ".claude/skills/a/SKILL.md:3:7 error invalid-yaml A quote is not closed.
        > 3 | x
            | ^
        hint: Close it."
    `);
  });

  it("leaves out what is not known", () => {
    const { code, severity, path, message } = diagnostic;
    expect(formatDiagnostic({ code, severity, path, message }, { cwd: "/elsewhere" })).toBe(
      "/work space/.claude/skills/a/SKILL.md error invalid-yaml A quote is not closed.",
    );
    expect(formatDiagnostic({ code, severity, path, message, line: 2 }, { cwd: "/elsewhere" })).toContain(
      "SKILL.md:2 error",
    );
  });

  it("keeps the pseudo path of a compiled-in skill", () => {
    const path = "bundled:commit/SKILL.md";
    expect(formatDiagnostic({ ...diagnostic, path }, { cwd: "/w" })).toMatch(/^bundled:commit\/SKILL\.md:3:7 /);
  });

  it("never passes control characters on", () => {
    const text = formatDiagnostic(
      { ...diagnostic, path: "/a\u001B[2J", message: "b\u0007\nc", hint: "d\u001B" },
      { cwd: "/" },
    );
    expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(text.split("\n")).toHaveLength(4);
  });
});
