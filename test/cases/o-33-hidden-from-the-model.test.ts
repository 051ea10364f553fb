/** O-33: `disable-model-invocation` hides a skill from the model alone; the user runs it, and never a look-alike. */
import { expect, it } from "vitest";
import { openTestEngine, skill, textOf } from "../support/engine-world.ts";

async function open() {
  const world = await openTestEngine({
    ship: skill("disable-model-invocation: true", "Ship $ARGUMENTS"),
    shipping: skill("", "Shipping $ARGUMENTS"),
  });
  return { ...world, session: world.engine.session() };
}

it("it is not listed, and the other one is", async () => {
  const { session } = await open();
  expect(session.listing()).toMatch(/\n\n- shipping: A skill\.\n<\/system-reminder>$/);
});

it("typed, it runs, and is offered", async () => {
  const { session } = await open();
  expect(textOf(await session.invoke({ name: "ship", args: "now", by: "user" }))).toBe("Ship now");
  expect(session.complete("ship").map(({ name }) => name)).toEqual(["ship", "shipping"]);
});

it("called by the model, it is refused with the advice to ask the user", async () => {
  const { session, log } = await open();
  expect(await session.invoke({ name: "/ship", args: "now", by: "model" })).toMatchObject({
    kind: "refused",
    code: "user-only",
    message: 'skill "ship": model invocation disabled; ask the user to type /ship, and do not imitate it',
  });
  expect(log).toContain("skill tool: model invocation disabled skill=ship");
});
