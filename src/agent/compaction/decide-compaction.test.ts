import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_COMPACTION, decideCompaction } from "./decide-compaction.ts";

const settings = fc.record({ auto: fc.constant(true), threshold: fc.double({ min: 0.1, max: 0.95, noNaN: true }) });
const tokens = fc.nat({ max: 300_000 });
const window = fc.integer({ min: 1_000, max: 300_000 });

describe("decideCompaction", () => {
  it.each([
    [159_999, 0, false],
    [160_000, 0, true],
    [165_000, 150_000, false],
    [170_000, 150_000, true],
    [199_000, 190_000, false],
  ])("%i tokens of 200,000, %i left by the last one: %s", (filled, floor, expected) => {
    expect(decideCompaction({ tokens: filled, window: 200_000, floor }, DEFAULT_COMPACTION)).toBe(expected);
  });

  it("never happens where it is off or the window is unknown", () => {
    fc.assert(
      fc.property(tokens, window, settings, (filled, size, on) => {
        expect(decideCompaction({ tokens: filled, window: undefined, floor: 0 }, on)).toBe(false);
        expect(decideCompaction({ tokens: filled, window: size, floor: 0 }, { ...on, auto: false })).toBe(false);
      }),
    );
  });

  it("never follows a compaction before the conversation has grown, and more tokens never speak against it", () => {
    fc.assert(
      fc.property(tokens, tokens, window, settings, (filled, floor, size, on) => {
        const isDue = decideCompaction({ tokens: filled, window: size, floor }, on);
        if (isDue && floor > 0) expect(filled - floor).toBeGreaterThanOrEqual(Math.floor(size * 0.1));
        if (isDue) expect(decideCompaction({ tokens: filled + 1, window: size, floor }, on)).toBe(true);
      }),
    );
  });
});
