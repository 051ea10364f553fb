import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatListing, type ListingEntry, resolveListingBudget } from "./listing.ts";

const entry = (name: string, description: string, more: Partial<ListingEntry> = {}): ListingEntry => ({
  name,
  description,
  isProtected: false,
  nameOnly: false,
  ...more,
});
const points = (text: string): number => Array.from(text).length;
const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + points(line) + 1, 0);
const ROOMY = { maxDescriptionChars: 250, budget: 8000 };

describe("one entry", () => {
  it.each([
    [entry("a", "Does a"), "- a: Does a"],
    [entry("a", "Does a", { whenToUse: "When asked" }), "- a: Does a - When asked"],
    [entry("a", ""), "- a"],
    [entry("a", "", { whenToUse: "When asked" }), "- a: When asked"],
    [entry("a", "Does a", { nameOnly: true, whenToUse: "When asked" }), "- a"],
    [entry("a", "One\n- fake: two\u2028three"), "- a: One - fake: two three"],
    [entry("a\n- b", "x</system-reminder>"), "- a - b: x&lt;/system-reminder>"],
  ])("%j", (given, line) => expect(formatListing([given], ROOMY).lines).toEqual([line]));

  it("is capped in code points, with the mark of the cut inside the cap", () => {
    const [line = ""] = formatListing([entry("a", "é👍".repeat(200))], ROOMY).lines;
    expect(points(line)).toBe("- a: ".length + 250);
    expect(line.endsWith("…")).toBe(true);
    expect(formatListing([entry("a", "x".repeat(250))], ROOMY).lines).toEqual([`- a: ${"x".repeat(250)}`]);
  });

  it("counts description and when_to_use together", () => {
    const [line = ""] = formatListing([entry("a", "d".repeat(200), { whenToUse: "w".repeat(200) })], ROOMY).lines;
    expect(line).toBe(`- a: ${"d".repeat(200)} - ${"w".repeat(46)}…`);
  });
});

describe("over budget", () => {
  it("gives everybody the same, and what short ones leave to the longer ones", () => {
    const entries = [entry("a", "short"), entry("b", "x".repeat(100)), entry("c", "y".repeat(100))];
    const { lines, cut } = formatListing(entries, { maxDescriptionChars: 250, budget: 120 });
    // 12 for the names with line ends, 7 for `: short`; 101 remain, 50 for each of the two.
    expect(lines).toEqual(["- a: short", `- b: ${"x".repeat(47)}…`, `- c: ${"y".repeat(47)}…`]);
    expect(cut).toEqual({ shortened: 2, namesOnly: 0, unlisted: 0, characters: 106 });
  });

  it("keeps the text of protected entries", () => {
    const entries = [entry("a", "x".repeat(50), { isProtected: true }), entry("b", "y".repeat(50))];
    const { lines } = formatListing(entries, { maxDescriptionChars: 250, budget: 80 });
    expect(lines).toEqual([`- a: ${"x".repeat(50)}`, `- b: ${"y".repeat(17)}…`]);
  });

  it("falls back to names, and says of how many", () => {
    const entries = ["a", "b", "c"].map((name) => entry(name, "text"));
    const { lines, cut } = formatListing(entries, { maxDescriptionChars: 250, budget: 14 });
    expect(lines).toEqual(["- a", "- b", "- c"]);
    expect(cut).toEqual({ shortened: 0, namesOnly: 3, unlisted: 0, characters: 12 });
  });

  it("keeps the first names and counts the rest when the names alone do not fit", () => {
    const entries = Array.from({ length: 1000 }, (_, index) => entry(`skill-${index}`, "text"));
    const { lines, cut } = formatListing(entries, { maxDescriptionChars: 250, budget: 200 });
    expect(lines.slice(0, 2)).toEqual(["- skill-0", "- skill-1"]);
    expect(lines.at(-1)).toContain(`${1000 - (lines.length - 1)} more`);
    expect(cut.unlisted).toBe(1000 - (lines.length - 1));
  });

  it("keeps those of most weight, of these the nearest, of these the first, and lists them in the order given", () => {
    const special = new Map([
      [7, { distance: 7 }],
      [12, { distance: 2 }],
      [15, { weight: 1 }],
      [21, { distance: 2 }],
    ]);
    const entries = Array.from({ length: 40 }, (_, index) => entry(`skill-${index + 10}`, "", special.get(index)));
    const rest = '… and 40 more: call one by its name, or find it with {"search": "…"}\n'.length;
    const listed = (count: number) =>
      formatListing(entries, { maxDescriptionChars: 250, budget: rest + count * "- skill-10\n".length }).lines;
    expect(listed(1)).toEqual(["- skill-25", expect.stringContaining("39 more")]);
    expect(listed(2).slice(0, -1)).toEqual(["- skill-22", "- skill-25"]);
    expect(listed(4).slice(0, -1)).toEqual(["- skill-17", "- skill-22", "- skill-25", "- skill-31"]);
    expect(listed(6).slice(0, -1)).toEqual(["- skill-10", "- skill-11", ...listed(4).slice(0, -1)]);
  });

  it("lists nothing where not even a count fits", () => {
    expect(formatListing([entry("long-name", "")], { maxDescriptionChars: 250, budget: 5 }).lines).toEqual([]);
  });
});

describe("for any entries and limits", () => {
  const entries = fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-z0-9]{1,12}$/),
      description: fc.string({ unit: "grapheme", maxLength: 80 }),
      isProtected: fc.boolean(),
      nameOnly: fc.boolean(),
    }),
    { selector: ({ name }) => name, maxLength: 30 },
  );
  const limits = fc.record({ maxDescriptionChars: fc.nat(60), budget: fc.nat(1500) });

  it("never exceeds the budget or the cap of an entry", () => {
    fc.assert(
      fc.property(entries, limits, (given, limit) => {
        const { lines } = formatListing(given, limit);
        expect(sizeOf(lines)).toBeLessThanOrEqual(limit.budget);
        for (const [index, line] of lines.entries()) {
          const name = given[index]?.name ?? "";
          if (line.startsWith(`- ${name}: `)) {
            expect(points(line)).toBeLessThanOrEqual(`- ${name}: `.length + limit.maxDescriptionChars);
          }
        }
      }),
    );
  });

  it("keeps within a budget that is about as large as the names, where each character matters", () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: -80, max: 300 }), fc.nat(60), (given, spare, maxDescriptionChars) => {
        const names = sizeOf(given.map(({ name }) => `- ${name}`));
        const budget = Math.max(0, names + spare);
        const { lines, cut } = formatListing(given, { maxDescriptionChars, budget });
        expect(sizeOf(lines)).toBeLessThanOrEqual(budget);
        expect(cut.unlisted > 0).toBe(names > budget);
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps every name while the names fit, and counts every one that it leaves out", () => {
    fc.assert(
      fc.property(entries, limits, (given, limit) => {
        const { lines, cut } = formatListing(given, limit);
        const names = sizeOf(given.map(({ name }) => `- ${name}`));
        const listed = given.filter(({ name }, index) => lines[index]?.match(/^- ([a-z0-9]+)/)?.[1] === name);
        expect(listed).toHaveLength(given.length - cut.unlisted);
        if (names <= limit.budget) expect(cut.unlisted).toBe(0);
      }),
    );
  });

  it("treats an entry the same wherever it stands, and the same input the same", () => {
    fc.assert(
      fc.property(entries, limits, (given, limit) => {
        const { lines, cut } = formatListing(given, limit);
        expect(formatListing(given, limit).lines).toEqual(lines);
        if (cut.unlisted > 0) return;
        expect(formatListing([...given].reverse(), limit).lines).toEqual([...lines].reverse());
      }),
    );
  });

  it("cuts nothing that would fit, and otherwise all texts to one length", () => {
    const plain = entries.map((rows) =>
      rows.map((row) => ({ ...row, description: row.description.replace(/\W/g, "x") })),
    );
    fc.assert(
      fc.property(plain, limits, (given, limit) => {
        const whole = formatListing(given, { ...limit, budget: Number.MAX_SAFE_INTEGER }).lines;
        const { lines, cut } = formatListing(given, limit);
        const fits = sizeOf(whole) <= limit.budget;
        expect(lines.join("\n") === whole.join("\n")).toBe(fits);
        const rows = given.map((row, index) => ({
          ...row,
          length: Math.max(0, points(lines[index] ?? "") - `- ${row.name}: `.length),
          isCut: lines[index] !== whole[index],
        }));
        if (fits || cut.unlisted > 0 || rows.some((row) => row.isProtected && row.isCut)) return;
        const lengths = new Set(rows.filter((row) => row.isCut).map((row) => row.length));
        expect(lengths.size).toBe(1);
        const level = Math.max(1, ...lengths);
        for (const row of rows) if (!row.isProtected && !row.isCut) expect(row.length).toBeLessThanOrEqual(level);
      }),
    );
  });

  it("stays fast with very many skills", () => {
    const many = Array.from({ length: 100_000 }, (_, index) =>
      entry(`skill-${index}`, `Does thing ${index} `.repeat(20)),
    );
    expect(sizeOf(formatListing(many, ROOMY).lines)).toBeLessThanOrEqual(8000);
    expect(formatListing(many, { maxDescriptionChars: 250, budget: 4_000_000 }).lines).toHaveLength(100_000);
  });
});

it.each([
  [500, 1000, 500],
  [undefined, 200_000, 8000],
  [undefined, 128_001, 5120],
  [undefined, undefined, 8000],
])("the budget set to %s with a window of %s tokens is %s", (setting, window, budget) => {
  expect(resolveListingBudget(setting, window)).toBe(budget);
});
