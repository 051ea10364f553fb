import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { readPipedText } from "./read-piped-text.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

/** A descriptor of a real file, so that the stream is read. */
function fileDescriptor(): number {
  const directory = mkdtempSync(join(tmpdir(), "skillful-piped-"));
  const path = join(directory, "input");
  writeFileSync(path, "");
  const fd = openSync(path, "r");
  cleanups.push(() => {
    closeSync(fd);
    rmSync(directory, { recursive: true });
  });
  return fd;
}

const { signal } = new AbortController();

describe("readPipedText", () => {
  it("reads to the end, whatever the chunks, without a byte order mark", async () => {
    const bytes = Buffer.from("\ufeffgrüße\n");
    const stream = Readable.from([bytes.subarray(0, 6), bytes.subarray(6)]);
    expect(await readPipedText(() => stream, { signal, fd: fileDescriptor() })).toEqual({
      kind: "text",
      text: "grüße\n",
    });
  });

  it("takes blanks for nothing", async () => {
    const stream = Readable.from([" \n"]);
    expect(await readPipedText(() => stream, { signal, fd: fileDescriptor() })).toEqual({ kind: "none" });
  });

  it("does not open what cannot hold text", async () => {
    const fd = openSync("/dev/null", "r");
    cleanups.push(() => closeSync(fd));
    const open = () => {
      throw new Error("opened");
    };
    expect(await readPipedText(open, { signal, fd })).toEqual({ kind: "none" });
    expect(await readPipedText(open, { signal, fd: 999 })).toEqual({ kind: "none" });
  });

  it("goes on without a pipe that says nothing", async () => {
    const options = { signal, fd: fileDescriptor(), silenceLimitMs: 1 };
    expect(await readPipedText(() => new PassThrough(), options)).toEqual({ kind: "silent" });
  });

  it("ends with the signal", async () => {
    const stop = new AbortController();
    const read = readPipedText(() => new PassThrough(), { signal: stop.signal, fd: fileDescriptor() });
    stop.abort();
    expect(await read).toEqual({ kind: "silent" });
  });
});
