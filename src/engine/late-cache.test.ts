/** Saving late: nobody waits for it, each key once, and nothing that goes wrong is anybody's trouble. */
import { describe, expect, it } from "vitest";
import { createRecordingLogger } from "../../test/support/recording-logger.ts";
import { createLateCache } from "./late-cache.ts";
import type { IndexCache, Timer } from "./ports.ts";

function createWorld() {
  const saved: string[] = [];
  const cache: IndexCache = {
    load: async (key) => `of ${key}`,
    async save(key, text) {
      saved.push(`${key}=${text}`);
    },
  };
  const due: (() => void)[] = [];
  const timer: Timer = {
    start(_, run) {
      due.push(run);
      return () => due.splice(due.indexOf(run), 1);
    },
  };
  return { saved, cache, due, timer, logger: createRecordingLogger() };
}

/** Until all that can go on without us has done so. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("what is saved", () => {
  it("is made and saved when the time has come, of each key the last", async () => {
    const { saved, due, ...options } = createWorld();
    const late = createLateCache(options);
    late.save("a", () => {
      throw new Error("made too early, or though there is a later one");
    });
    late.save("a", () => "2");
    late.save("b", () => "1");
    expect([saved, due.length]).toEqual([[], 1]);
    due[0]?.();
    await late.flush();
    expect(saved).toEqual(["a=2", "b=1"]);
  });

  it("is saved at once by a flush, and not again when the time comes", async () => {
    const { saved, due, ...options } = createWorld();
    const late = createLateCache(options);
    late.save("a", () => "1");
    await late.flush();
    expect([saved, due]).toEqual([["a=1"], []]);
    late.save("a", () => "2");
    expect(due).toHaveLength(1);
    await late.flush();
    expect(saved).toEqual(["a=1", "a=2"]);
  });

  it("is saved one after the other, so that an older text never replaces a newer one", async () => {
    const { cache: _, ...options } = createWorld();
    const saved: string[] = [];
    const ends: (() => void)[] = [];
    const cache: IndexCache = {
      load: async () => undefined,
      async save(_key, text) {
        await new Promise<void>((resolve) => ends.push(resolve));
        saved.push(text);
      },
    };
    const late = createLateCache({ ...options, cache });
    late.save("a", () => "older");
    const first = late.flush();
    await turn();
    late.save("a", () => "newer");
    const second = late.flush();
    await turn();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    await turn();
    ends[1]?.();
    await second;
    expect(saved).toEqual(["older", "newer"]);
  });
});

it("what fails is a line of log: the rest is saved, and a load finds nothing", async () => {
  const { logger, saved, ...world } = createWorld();
  const cache: IndexCache = {
    load: () => Promise.reject(new Error("no disk")),
    save: (key, text) => (key === "a" ? Promise.reject(new Error("disk full")) : world.cache.save(key, text)),
  };
  const late = createLateCache({ cache, logger });
  late.save("a", () => "1");
  late.save("b", () => "1");
  await late.flush();
  expect([saved, await late.load("a")]).toEqual([["b=1"], undefined]);
  expect(logger.lines()).toEqual([
    'warn skill: the index of a root cannot be saved {"error":"disk full"}',
    'warn skill: the index of a root cannot be read {"error":"no disk"}',
  ]);
});
