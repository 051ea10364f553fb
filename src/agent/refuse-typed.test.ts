import { describe, expect, it } from "vitest";
import type { Diagnostic, Outcome } from "../engine/index.ts";
import { refuseTyped } from "./refuse-typed.ts";

type Refused = Extract<Outcome, { kind: "refused" }>;

const unknown = (name: string, suggestions: readonly string[] = []): Refused => ({
  kind: "refused",
  code: "unknown",
  message: `skill "${name}" not found${suggestions.length === 0 ? "" : `; did you mean ${suggestions.join(", ")}?`}`,
  suggestions,
});

describe("refuseTyped", () => {
  it.each([
    ["hepl", "Did you mean /help?"],
    ["claer", "Did you mean /clear?"],
    ["qit", "Did you mean /quit?"],
    ["zzz", "/help lists what can be typed; a blank before the slash sends the text to the model."],
  ])("/%s: %s", (typed, hint) => {
    expect(refuseTyped(typed, unknown(typed), [])).toMatchObject({ code: "unknown", hint });
  });

  it("does not repeat what the message suggests, and adds a command that is near as well", () => {
    expect(refuseTyped("gret", unknown("gret", ["greet"]), [])).not.toHaveProperty("hint");
    expect(refuseTyped("skill", unknown("skill", ["skill-creator"]), []).hint).toBe("Did you mean /skills?");
  });

  it("names the file that would have the name, had it been readable", () => {
    const broken: Diagnostic = {
      code: "unclosed-frontmatter",
      severity: "error",
      path: "/p/.claude/skills/gret/SKILL.md",
      line: 1,
      column: 1,
      message: "unclosed front-matter block",
      hint: "Close the block with a line of exactly `---`.",
    };
    expect(refuseTyped("gret", unknown("gret", ["greet"]), [broken])).toEqual({
      code: "unknown",
      message: 'skill "gret" not found: /p/.claude/skills/gret/SKILL.md:1:1: unclosed front-matter block',
      hint: "Close the block with a line of exactly `---`.",
    });
  });

  it("suggests no command for a skill that exists and may not run", () => {
    const denied: Refused = { kind: "refused", code: "denied", message: "denied", suggestions: [] };
    expect(refuseTyped("hepl", denied, [])).toEqual({ code: "denied", message: "denied" });
  });
});
