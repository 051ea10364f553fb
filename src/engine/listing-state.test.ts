import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ListingEntry } from "./listing.ts";
import { createListingState } from "./listing-state.ts";

const LIMITS = { maxDescriptionChars: 250, budget: 8000 };
const entry = (name: string, description = `Does ${name}`): ListingEntry => ({
  name,
  description,
  isProtected: false,
  nameOnly: false,
});

describe("what is told", () => {
  it("is everything at first, in the exact form", () => {
    const state = createListingState();
    expect(state.next([entry("a"), { ...entry("b"), whenToUse: "often" }], LIMITS)?.reminder).toMatchInlineSnapshot(`
      "<system-reminder>
      The following skills are available for use with the Skill tool:

      - a: Does a
      - b: Does b - often
      </system-reminder>"
    `);
    expect(state.next([entry("a"), { ...entry("b"), whenToUse: "often" }], LIMITS)).toBeUndefined();
  });

  it("is later only what is new, changed or gone", () => {
    const state = createListingState();
    state.next([entry("a"), entry("b"), entry("c")], LIMITS);
    const reminder = state.next([entry("a"), entry("c", "Does more"), entry("d")], LIMITS)?.reminder;
    expect(reminder).toMatchInlineSnapshot(`
      "<system-reminder>
      The following skills are now also available for use with the Skill tool:

      - c: Does more
      - d: Does d

      The following skills are no longer available:

      - b
      </system-reminder>"
    `);
    expect(state.next([entry("a"), entry("c", "Does more"), entry("d")], LIMITS)).toBeUndefined();
  });

  it("is nothing for no skills, and everything again after a reset", () => {
    const state = createListingState();
    expect(state.next([], LIMITS)).toBeUndefined();
    const first = state.next([entry("a")], LIMITS);
    state.reset();
    expect(state.next([entry("a")], LIMITS)?.reminder).toContain("- a: Does a");
    expect(first?.reminder).toContain("- a: Does a");
  });

  it("changes with a description, with when_to_use, and with being listed by name only", () => {
    const state = createListingState();
    const forms = [entry("a"), { ...entry("a"), whenToUse: "x" }, { ...entry("a"), nameOnly: true }, entry("a", "y")];
    expect(forms.map((form) => state.next([form], LIMITS) !== undefined)).toEqual([true, true, true, true]);
    expect(state.next([entry("a", "y")], LIMITS)).toBeUndefined();
  });

  it("survives being saved, also for names that objects treat in their own way", () => {
    const names = ["__proto__", "constructor", "10", "9", "a"];
    const state = createListingState();
    state.next(
      names.map((name) => entry(name)),
      LIMITS,
    );
    const restored = createListingState(JSON.parse(JSON.stringify(state.save())));
    expect(
      restored.next(
        names.map((name) => entry(name)),
        LIMITS,
      ),
    ).toBeUndefined();
    expect(restored.next([], LIMITS)?.reminder.match(/^- .*$/gm)).toEqual([
      "- 10",
      "- 9",
      "- __proto__",
      "- a",
      "- constructor",
    ]);
  });
});

describe("announcing", () => {
  it("tells these alone, so that next repeats neither them nor takes the others for told", () => {
    const state = createListingState();
    state.next([entry("a")], LIMITS);
    expect(state.announce([entry("b")], LIMITS)?.reminder.match(/^- .*$/gm)).toEqual(["- b: Does b"]);
    expect(state.announce([entry("b")], LIMITS)).toBeUndefined();
    expect(state.next([entry("a"), entry("b"), entry("c")], LIMITS)?.reminder.match(/^- .*$/gm)).toEqual([
      "- c: Does c",
    ]);
  });

  it("comes before the first listing without making that one a later one", () => {
    const state = createListingState();
    state.announce([entry("b")], LIMITS);
    expect(state.next([entry("a"), entry("b")], LIMITS)?.reminder).toContain(
      "are available for use with the Skill tool:",
    );
  });

  it("is all that a partial view does: nothing counts as gone until all is there", () => {
    const state = createListingState({ a: "1.1", b: "1.1" });
    expect(state.next([], LIMITS, { isPartial: true })).toBeUndefined();
    expect(state.next([], LIMITS)?.reminder.match(/^- .*$/gm)).toEqual(["- a", "- b"]);
  });
});

it("never exceeds the budget, whatever is new and gone, and has one tag of each kind", () => {
  const rows = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ maxLength: 60 })), {
    selector: ([name]) => name,
    maxLength: 25,
  });
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 4 }), fc.nat(1500), (steps, budget) => {
      const state = createListingState();
      for (const step of steps) {
        const entries = step.map(([name, description]) => entry(name, description));
        const update = state.next(entries, { maxDescriptionChars: 50, budget });
        if (update === undefined) continue;
        expect(Array.from(update.reminder).length).toBeLessThanOrEqual(budget);
        expect(update.reminder.match(/system-reminder>/g)).toHaveLength(2);
      }
    }),
  );
});
