/** O-28: a conditional skill that waits is known by name, as waiting and with what it waits for; it is not unknown. */
import { expect, it } from "vitest";
import { skillText } from "../support/load-tree.ts";
import { openTree } from "../support/open-tree.ts";

it.each(["user", "model"] as const)("a waiting skill, called by the %s, says for which files it waits", async (by) => {
  const engine = await openTree({
    "/home/ada/.claude/skills/gomod/SKILL.md": skillText({ paths: "*.go,go.mod" }),
    "/home/ada/.claude/skills/always/SKILL.md": skillText({ paths: "**" }),
  });
  const session = engine.session();
  const states = Object.fromEntries(session.list().map(({ skill, state }) => [skill.name, state]));
  expect(states).toEqual({ always: "active", gomod: "waiting" });

  const listing = session.listing();
  expect(listing).toContain("always");
  expect(listing).not.toContain("gomod");

  const outcome = await session.invoke({ name: "gomod", by });
  expect(outcome).toMatchObject({ kind: "refused", code: "waiting" });
  expect(outcome.kind === "refused" && outcome.message).toMatch(/gomod.*not found.*\*\.go.*go\.mod/s);
});
