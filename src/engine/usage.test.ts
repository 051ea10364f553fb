import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatUsage, parseUsage, rankByUse, recordUse, type UsageState, usageWeight } from "./usage.ts";

const WEEK = 7 * 24 * 60 * 60 * 1000;
const none: UsageState = new Map();

describe("usage", () => {
  it("halves a use every week", () => {
    const state = recordUse(none, "commit", 0);
    expect(usageWeight(state, "commit", 0)).toBe(1);
    expect(usageWeight(state, "commit", WEEK)).toBe(0.5);
    expect(usageWeight(recordUse(state, "commit", WEEK), "commit", WEEK)).toBe(1.5);
    expect(usageWeight(state, "other", 0)).toBe(0);
  });

  it("does not grow when the clock goes back", () => {
    const state = recordUse(none, "commit", WEEK);
    expect(usageWeight(state, "commit", 0)).toBe(1);
  });

  it("ranks by use and otherwise keeps the order", () => {
    const state = recordUse(recordUse(none, "c", 0), "4100", 0);
    const ranked = rankByUse(["a", "b", "c", "4100"], { state, now: 0, nameOf: (name) => name });
    expect(ranked).toEqual(["c", "4100", "a", "b"]);
  });

  it("forgets the least used past 500 names", () => {
    let state = recordUse(recordUse(none, "keep", 0), "keep", 0);
    for (let index = 0; index < 600; index++) state = recordUse(state, `s${index}`, index);
    expect(state.size).toBe(500);
    expect(state.has("keep")).toBe(true);
    expect(state.has("s0")).toBe(false);
  });

  it("survives a round trip, whatever the names", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        const state = names.reduce((sum, name, index) => recordUse(sum, name, index), none);
        expect([...parseUsage(formatUsage(state))]).toEqual([...state]);
      }),
    );
  });

  it("leaves wrong rows out and refuses what is no usage file", () => {
    expect([...parseUsage('{"version":1,"skills":[["a",1,2],["b"],3,["c","x",1],["d",-1,0]]}').keys()]).toEqual(["a"]);
    expect(() => parseUsage("{}")).toThrow(SyntaxError);
    expect(() => parseUsage("not json")).toThrow(SyntaxError);
  });
});
