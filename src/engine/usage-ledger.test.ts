import { describe, expect, test } from "vitest";
import { skillText } from "../../test/support/load-tree.ts";
import { createMemoryUsageStore } from "../../test/support/memory-usage-store.ts";
import { openTree } from "../../test/support/open-tree.ts";
import { createRecordingLogger } from "../../test/support/recording-logger.ts";

const place = (name: string) => `/proj/.claude/skills/${name}/SKILL.md`;
const tree = (...names: string[]) => Object.fromEntries(names.map((name) => [place(name), skillText()]));
const callNames = (skills: readonly { readonly callName: string }[]) => skills.map(({ callName }) => callName);

describe("what counts as a use", () => {
  test("an invocation that succeeds, by a person or the model, under the call name", async () => {
    const usage = createMemoryUsageStore();
    const engine = await openTree(
      { ...tree("a"), [place("forked")]: skillText({ context: "fork", aliases: ["f"] }) },
      { usage, settings: { permissions: { allow: ["Skill(forked)"] } } },
    );
    const session = engine.session();
    await session.invoke({ name: "a", by: "user" });
    await session.invoke({ name: "/f", by: "model" });
    await session.invoke({ name: "gone", by: "user" });
    await engine.close();
    expect(usage.names()).toEqual(["a", "forked"]);
  });

  test("one that asks first counts when the person agrees, and not before", async () => {
    const usage = createMemoryUsageStore();
    const settings = { permissions: { ask: ["Skill(a)"] } };
    const engine = await openTree(tree("a"), { usage, settings });
    const outcome = await engine.session().invoke({ name: "a", by: "model" });
    expect(outcome.kind).toBe("ask");
    expect(usage.names()).toEqual([]);
    if (outcome.kind === "ask") expect((await outcome.approve()).kind).toBe("inline");
    await engine.close();
    expect(usage.names()).toEqual(["a"]);
  });
});

describe("what use ranks", () => {
  test("completion, behind the rank of the prefix", async () => {
    const names = ["deploy", "design", "redo-de", "debug"];
    const engine = await openTree(tree(...names), {
      usage: createMemoryUsageStore(["redo-de", "redo-de", "design", "debug"]),
    });
    const session = engine.session();
    expect(callNames(session.complete("de"))).toEqual(["debug", "design", "deploy", "redo-de"]);
    expect(callNames(session.complete("dep"))).toEqual(["deploy"]);
  });

  test("`listByUse`, and nothing else: `list` keeps its one order", async () => {
    const engine = await openTree(tree("a", "b", "c"), { usage: createMemoryUsageStore(["c"]) });
    const session = engine.session();
    expect(callNames(session.listByUse().map(({ skill }) => skill))).toEqual(["c", "a", "b"]);
    expect(callNames(session.list().map(({ skill }) => skill))).toEqual(["a", "b", "c"]);
  });

  test("a use of this session ranks as soon as it is stored", async () => {
    const usage = createMemoryUsageStore();
    const engine = await openTree(tree("a", "b"), { usage });
    const session = engine.session();
    await session.invoke({ name: "b", by: "user" });
    await engine.close();
    expect(callNames(session.complete(""))).toEqual(["b", "a"]);
  });

  test("a list that does not hold all names: the most used stay, in the order of the list", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `skill-${String(index).padStart(3, "0")}`);
    const usage = createMemoryUsageStore(["skill-150", "skill-190", "skill-150"]);
    const engine = await openTree(tree(...names), { usage, settings: { listing: { budget: 500 } } });
    const listing = engine.session().listing() ?? "";
    expect(listing.length).toBeLessThanOrEqual(500);
    const listed = [...listing.matchAll(/^- (\S+)$/gm)].map(([, name]) => name);
    expect(listed).toEqual(expect.arrayContaining(["skill-000", "skill-150", "skill-190"]));
    expect(listed).toEqual([...listed].sort());
    expect(listing).toMatch(/… and \d+ more/);
  });

  test("a list that holds all is the same with and without use", async () => {
    const used = await openTree(tree("a", "b", "c"), { usage: createMemoryUsageStore(["c"]) });
    const unused = await openTree(tree("a", "b", "c"));
    expect(used.session().listing()).toBe(unused.session().listing());
  });
});

test("a store that fails costs one line of log and no invocation", async () => {
  const logger = createRecordingLogger();
  const fail = () => Promise.reject(new Error("disk full"));
  const engine = await openTree(tree("a", "b"), { usage: { load: fail, record: fail }, logger });
  const session = engine.session();
  for (const name of ["a", "b", "a"]) expect((await session.invoke({ name, by: "user" })).kind).toBe("inline");
  await engine.close();
  expect(logger.lines().filter((line) => line.includes("use counts"))).toEqual([
    'warn skill: use counts are not kept {"error":"disk full"}',
  ]);
  expect(callNames(session.complete(""))).toEqual(["a", "b"]);
});
