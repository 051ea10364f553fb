/** O-32: after a compaction the list goes out once more, whole and once; a failed one changes nothing; `/clear` starts afresh. */
import { expect, it } from "vitest";
import { openTestEngine, skill } from "../support/engine-world.ts";

const FIVE = ["a", "b", "c", "d", "e"];
const namesIn = (reminder: string | undefined) =>
  [...(reminder ?? "").matchAll(/^- ([a-z]+): /gm)].map(([, name]) => name);

async function open() {
  const world = await openTestEngine(Object.fromEntries(FIVE.map((name) => [name, skill("")])));
  const session = world.engine.session();
  expect(namesIn(session.listing())).toEqual(FIVE);
  const addSixth = async () => {
    world.files.write("/proj/.claude/skills/f/SKILL.md", skill(""));
    await world.engine.reload();
  };
  return { session, addSixth };
}

it("the five are told once more, exactly once, and later only the sixth", async () => {
  const { session, addSixth } = await open();
  session.reset("compacted");
  expect(namesIn(session.listing())).toEqual(FIVE);
  expect(session.listing()).toBeUndefined();
  await addSixth();
  expect(namesIn(session.listing())).toEqual(["f"]);
  session.reset("compacted");
  expect(namesIn(session.listing())).toEqual([...FIVE, "f"]);
});

it("a compaction that fails, and so is not reported, changes nothing", async () => {
  const { session, addSixth } = await open();
  expect(session.listing()).toBeUndefined();
  await addSixth();
  expect(namesIn(session.listing())).toEqual(["f"]);
});

it("clearing behaves as a fresh start", async () => {
  const { session } = await open();
  const fresh = (await open()).session;
  fresh.reset("compacted");
  session.reset("clear");
  expect(session.listing()).toBe(fresh.listing());
});
