import { describe, expect, it } from "vitest";
import { settle } from "./settle.ts";

const never = new Promise<string>(() => {});

describe("settle", () => {
  it("settles as the work does, before and after an abort", async () => {
    const abort = new AbortController();
    await expect(settle(Promise.resolve("done"), abort.signal)).resolves.toBe("done");
    await expect(settle(Promise.reject(new Error("broken")), abort.signal)).rejects.toThrow("broken");
    let finish: (text: string) => void = () => {};
    const work = settle(new Promise<string>((resolve) => (finish = resolve)), abort.signal);
    abort.abort();
    finish("still done");
    await expect(work).resolves.toBe("still done");
  });

  it("gives up work that does not stop", async () => {
    const abort = new AbortController();
    const work = settle(never, abort.signal, 1);
    abort.abort(new Error("stopped"));
    await expect(work).rejects.toThrow("stopped");
    await expect(settle(never, abort.signal, 1)).rejects.toThrow("stopped");
  });
});
