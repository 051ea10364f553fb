import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { skillOf } from "../../test/support/skill-value.ts";
import { decideSkill, listPowers } from "./decide-skill.ts";
import type { Skill } from "./types.ts";

const PLAIN = skillOf("audit", { aliases: ["ad"] });
const FORK: Skill = { ...PLAIN, context: "fork" };

interface Given {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
  readonly grants?: readonly string[];
  readonly by?: "user" | "model";
}

const decide = (skill: Skill, { deny = [], ask = [], allow = [], grants = [], by = "model" }: Given = {}) =>
  decideSkill(skill, { rules: { deny, ask, allow }, grants, by }).decision;

describe("without rules", () => {
  it("a skill that only adds text needs no permission", () => expect(decide(PLAIN)).toBe("allow"));

  it.each<[Partial<Skill>, string]>([
    [{ context: "fork" }, "runs an agent of its own"],
    [{ allowedTools: ["Read", "Bash(git *)"] }, "allows itself Read, Bash(git *)"],
    [{ hooks: { Stop: [{ hooks: [{ type: "command", command: "x" }] }] } }, "registers hooks"],
    [{ hasInjectedCommands: true }, "runs commands before it starts"],
  ])("%j is asked about when the model calls it", (fields, power) => {
    const decision = decideSkill(
      { ...PLAIN, ...fields },
      { rules: { deny: [], ask: [], allow: [] }, grants: [], by: "model" },
    );
    expect(decision).toEqual({ decision: "ask", reason: `The skill ${power}.` });
    expect(decide({ ...PLAIN, ...fields }, { by: "user" })).toBe("allow");
  });

  it("of an untrusted skill only the fork counts, because the rest is off", () => {
    const skill = { ...PLAIN, trusted: false, allowedTools: ["Bash"], hasInjectedCommands: true };
    expect(listPowers(skill)).toEqual([]);
    expect(listPowers({ ...skill, context: "fork" })).toEqual(["runs an agent of its own"]);
  });
});

describe("deny", () => {
  it.each([
    "Skill",
    "Skill(*)",
    "Skill(audit)",
    "Skill(/audit)",
    "Skill(AUDIT)",
    "Skill(ad)",
    "Skill(project:audit)",
    "Skill(aud:*)",
    "Skill(audit *)",
    "Skill(*dit)",
    "use_skill(audit)",
    "*",
    "Skill(audit",
  ])("%s holds for both callers, also against an allow", (rule) => {
    for (const by of ["user", "model"] as const) {
      expect(decide(PLAIN, { deny: [rule], allow: ["Skill(audit)"], grants: ["Skill"], by })).toBe("deny");
    }
  });

  it.each(["Skill(audit-log)", "Skill(other)", "Bash", "Skill(a)", "Skill(:*)", "Read(audit"])(
    "%s does not speak of it",
    (rule) => expect(decide(PLAIN, { deny: [rule] })).toBe("allow"),
  );

  it("reaches a skill of a parent directory by its other name", () => {
    const parent: Skill = { ...PLAIN, callName: "root:audit", qualifiedName: "root:audit", qualifier: "root" };
    expect(decide(parent, { deny: ["Skill(project:audit)"] })).toBe("deny");
    expect(decide({ ...parent, source: "user" }, { deny: ["Skill(project:audit)"] })).toBe("allow");
  });

  it("reaches a label and a shadowed namesake", () => {
    expect(decide({ ...PLAIN, displayName: "Audit It" }, { deny: ["Skill(audit it)"] })).toBe("deny");
    expect(decide({ ...PLAIN, callName: "user:audit", qualifiedName: "user:audit" }, { deny: ["Skill(audit)"] })).toBe(
      "deny",
    );
  });
});

describe("ask and allow", () => {
  it("ask comes before allow, and what the person agreed to before ask", () => {
    expect(decide(PLAIN, { ask: ["Skill(audit)"], allow: ["Skill"] })).toBe("ask");
    expect(decide(PLAIN, { ask: ["Skill(audit)"], grants: ["Skill(audit)"] })).toBe("allow");
    expect(decide(PLAIN, { ask: ["Skill(audit)"], by: "user" })).toBe("allow");
  });

  it.each([
    "Skill",
    "Skill(*)",
    "Skill(audit)",
    "Skill(/audit)",
    "Skill(audit:*)",
    "Skill(audit *)",
    "Skill(project:*)",
    "Skill(aud*)",
  ])("%s allows it", (rule) => expect(decide(FORK, { allow: [rule] })).toBe("allow"));

  it.each(["Skill(ad)", "Skill(Audit)", "Skill(aud:*)", "Skill(audit-log)", "*", "Skill(audit", "S*"])(
    "%s does not",
    (rule) => expect(decide(FORK, { allow: [rule] })).toBe("ask"),
  );

  it("a prefix ends where a word ends", () => {
    expect(decide({ ...FORK, callName: "audit-log" }, { allow: ["Skill(audit:*)"] })).toBe("allow");
    expect(decide({ ...FORK, callName: "auditor", qualifiedName: "x" }, { allow: ["Skill(audit:*)"] })).toBe("ask");
  });
});

it("adding a deny rule never makes more possible, and no rule text throws", () => {
  const rule = fc.oneof(fc.constantFrom("Skill", "Skill(audit)", "Skill(a:*)", "Bash", "*"), fc.string());
  const order = { deny: 0, ask: 1, allow: 2 };
  fc.assert(
    fc.property(fc.array(rule), fc.array(rule), rule, (deny, allow, more) => {
      expect(order[decide(FORK, { deny: [...deny, more], allow })]).toBeLessThanOrEqual(
        order[decide(FORK, { deny, allow })],
      );
    }),
  );
});
