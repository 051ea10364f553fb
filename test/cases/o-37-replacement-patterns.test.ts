/** O-37: an argument goes in as it is, whatever it looks like, and no argument leaves an empty place. */
import { expect, it } from "vitest";
import { openTestEngine, skill, textOf } from "../support/engine-world.ts";

const SPECIAL = [
  "$&",
  "$1",
  "$`",
  "$$",
  "$'",
  "$ARGUMENTS",
  "${CLAUDE_SESSION_ID}",
  "a\\b",
  "one\ntwo\nthree",
  "!`x`",
  "",
];

it.each(SPECIAL)("%j is inserted twice", async (args) => {
  const { engine } = await openTestEngine({ twice: skill("", "A=[$ARGUMENTS] B=[$ARGUMENTS]") });
  const session = engine.session();
  for (const by of ["user", "model"] as const) {
    expect(textOf(await session.invoke({ name: "twice", args, by }))).toBe(`A=[${args}] B=[${args}]`);
  }
});
