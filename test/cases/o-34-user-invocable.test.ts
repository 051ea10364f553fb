/** O-34: `user-invocable: false` keeps a skill from the user, who is told so, and not from the model. */
import { expect, it } from "vitest";
import { openTestEngine, skill, textOf } from "../support/engine-world.ts";

async function open() {
  const { engine } = await openTestEngine({ bg: skill("user-invocable: false", "Background $ARGUMENTS") });
  return engine.session();
}

it("it is not offered, and typed it gives a clear error", async () => {
  const session = await open();
  expect(session.complete("b")).toEqual([]);
  expect(await session.invoke({ name: "bg", args: "x", by: "user" })).toMatchObject({
    code: "model-only",
    message: 'skill "bg" cannot be typed: only the model calls it; ask for what it does instead',
  });
});

it("it is listed for the model, which can run it", async () => {
  const session = await open();
  expect(session.listing()).toContain("- bg: A skill.");
  expect(textOf(await session.invoke({ name: "bg", args: "x", by: "model" }))).toBe("Background x");
});
