/** O-45: a denied skill runs on no path: typed, called, with a slash, by alias or by qualified name. */
import { describe, expect, it } from "vitest";
import { openTestEngine, skill } from "../support/engine-world.ts";

async function open(deny: readonly string[], allow: readonly string[] = []) {
  const world = await openTestEngine(
    {
      audit: skill("aliases: [ad]", "The body of audit."),
      "audit-log": skill(""),
      rel: skill(""),
      "rel-notes": skill(""),
      "/home/ada/.claude/skills/audit/SKILL.md": skill("", "The user's audit."),
    },
    { settings: { permissions: { deny, allow } } },
  );
  return { ...world, session: world.engine.session() };
}

const DENY = ["Skill(audit)", "Skill(rel:*)"];

describe.each(["user", "model"] as const)("called by the %s", (by) => {
  it.each(["audit", "/audit", "ad", "/ad", "AUDIT", "project:audit", "user:audit", "rel", "/rel", "rel-notes"])(
    "%s is refused, unread, against every allow",
    async (name) => {
      const { session, files } = await open(DENY, ["Skill", "Skill(audit)"]);
      const before = files.calls.length;
      const outcome = await session.invoke({ name, by });
      expect(outcome).toMatchObject({
        kind: "refused",
        code: "denied",
        message: expect.stringMatching(/The rule Skill\((audit|rel:\*)\) denies it/),
      });
      expect(JSON.stringify(outcome)).not.toContain("body of audit");
      expect(files.calls.length).toBe(before);
    },
  );

  it("audit-log is allowed", async () => {
    const { session } = await open(DENY);
    expect((await session.invoke({ name: "audit-log", by })).kind).toBe("inline");
  });

  it("a rule for all skills, and one that cannot be read, deny all", async () => {
    for (const rule of ["Skill", "Skill(audit"]) {
      const { session } = await open([rule]);
      expect(await session.invoke({ name: "rel", by })).toMatchObject({ code: "denied" });
    }
  });
});

it("denied skills are neither listed nor offered", async () => {
  const { session } = await open(DENY);
  expect([...(session.listing() ?? "").matchAll(/^- ([a-z-]+): /gm)].map(([, name]) => name)).toEqual(["audit-log"]);
  expect(session.complete("").map(({ name }) => name)).toEqual(["audit-log"]);
});
