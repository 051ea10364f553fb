import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createOutput } from "./output.ts";

describe("createOutput", () => {
  it("has handed everything over when flush resolves", async () => {
    const got: string[] = [];
    const slow = new Writable({
      write(chunk, _encoding, done) {
        setImmediate(() => {
          got.push(String(chunk));
          done();
        });
      },
    });
    const output = createOutput(slow);
    output.write("a");
    output.write("b");
    await output.flush();
    expect(got.join("")).toBe("ab");
    expect(output.closed.aborted).toBe(false);
  });

  it("goes quiet when the reader leaves", async () => {
    const pipe = new PassThrough();
    const output = createOutput(pipe);
    pipe.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(output.closed.aborted).toBe(true);
    output.write("lost");
    await output.flush();
  });
});
