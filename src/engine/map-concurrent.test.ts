import { describe, expect, it } from "vitest";
import { createRandom } from "../../test/support/memory-file-system.ts";
import { mapConcurrent } from "./map-concurrent.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("mapConcurrent", () => {
  it("keeps the order of the items and the limit, whatever finishes first", async () => {
    const random = createRandom(1);
    const items = Array.from({ length: 100 }, (_, index) => index);
    let running = 0;
    let most = 0;
    const results = await mapConcurrent(items, 7, async (item, index) => {
      running += 1;
      most = Math.max(most, running);
      for (let turns = Math.floor(random() * 5); turns >= 0; turns -= 1) await turn();
      running -= 1;
      return item * 2 + index;
    });
    expect(results).toEqual(items.map((item) => item * 3));
    expect(most).toBe(7);
  });

  it("does nothing for nothing", async () => {
    expect(await mapConcurrent([], 4, () => Promise.reject(new Error("never called")))).toEqual([]);
  });

  it("rejects with the fault of the work", async () => {
    await expect(mapConcurrent([1, 2], 1, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });
});
