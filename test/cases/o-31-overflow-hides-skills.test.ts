/** O-31: a list over its budget keeps every name; bundled text stays whole, the others are cut alike, and one diagnostic counts. */
import { describe, expect, it } from "vitest";
import { openTestEngine, type TestEngineOptions } from "../support/engine-world.ts";

const TEXT = "d".repeat(300);
const describeAs = (description: string) => `---\ndescription: ${description}\n---\nDo it.\n`;

/** As the user's files, or, where there are very many, given by a program. */
async function open(count: number, options: TestEngineOptions & { readonly inMemory?: boolean } = {}) {
  const { inMemory = false, ...rest } = options;
  const names = Array.from({ length: count }, (_, index) => `user-${String(index).padStart(3, "0")}`);
  const bundled = ["one", "two", "three"].map((name) => ({
    name,
    text: describeAs(`Bundled ${name} ${"b".repeat(200)}`),
  }));
  const text = describeAs(TEXT);
  const tree = Object.fromEntries(names.map((name) => [`/home/ada/.claude/skills/${name}/SKILL.md`, text]));
  const world = await openTestEngine(inMemory ? {} : tree, {
    ports: { bundled },
    ...(inMemory && { skills: names.map((name) => ({ name, text })) }),
    ...rest,
  });
  const session = world.engine.session();
  return { session, names, reminder: session.listing() ?? "", log: world.log };
}

describe("3 bundled and 120 user skills of 300 characters in 8,000", () => {
  it("every name is there, the bundled descriptions whole, the others cut to one length", async () => {
    const { names, reminder, session, log } = await open(120);
    expect(reminder.length).toBeLessThanOrEqual(8000);
    const lines = new Map(
      [...reminder.matchAll(/^- ([a-z0-9-]+): (.*)$/gm)].map(([, name, text]) => [name, text ?? ""]),
    );
    expect([...lines.keys()].sort()).toEqual([...names, "one", "two", "three"].sort());
    for (const name of ["one", "two", "three"]) expect(lines.get(name)).toBe(`Bundled ${name} ${"b".repeat(200)}`);
    const cut = new Set(names.map((name) => lines.get(name)));
    expect(cut.size).toBe(1);
    expect([...cut][0]).toMatch(/^d+…$/);
    // Nothing worth a character for each is left over.
    expect(8000 - reminder.length).toBeLessThan(120 + 10);
    expect(session.diagnostics()).toMatchObject([
      { code: "listing-cut", message: expect.stringContaining("120 shortened") },
    ]);
    expect(log.filter((line) => line.startsWith("skill: listing cut"))).toHaveLength(1);
  });

  it("and nothing is cut or reported where there is room", async () => {
    const { reminder, session } = await open(120, {
      settings: { listing: { budget: 100_000, maxDescriptionChars: 1000 } },
    });
    expect(reminder).not.toContain("…");
    expect(session.diagnostics()).toEqual([]);
  });
});

it("where even the names do not fit, the rest is counted, reported, and can still be called", async () => {
  const { reminder, session, names } = await open(2000, { inMemory: true });
  expect(reminder.length).toBeLessThanOrEqual(8000);
  const listed = reminder.match(/^- [a-z0-9-]+$/gm) ?? [];
  const [, more] = /… and (\d+) more/.exec(reminder) ?? [];
  expect(listed.length).toBeGreaterThan(400);
  expect(listed.length + Number(more)).toBe(2003);
  expect(session.diagnostics()).toMatchObject([{ message: expect.stringContaining(`${more} not listed`) }]);
  const last = names.at(-1) ?? "";
  expect(reminder).not.toContain(last);
  expect((await session.invoke({ name: last, by: "model" })).kind).toBe("inline");
});

it("the same skills give the same bytes", async () => {
  const [first, second] = [await open(200), await open(200)];
  expect(first.reminder).toBe(second.reminder);
});
