import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInputLine, readInputLines } from "./stream-json-input.ts";

describe("parseInputLine", () => {
  it("takes a message and leaves blank lines out", () => {
    expect(parseInputLine('{"type":"user","text":"/greet Alice"}', 1)).toEqual({
      kind: "message",
      text: "/greet Alice",
    });
    expect(parseInputLine('\ufeff {"type":"user","text":"a\\nb","extra":1}\r', 1)).toMatchObject({ text: "a\nb" });
    expect(parseInputLine("  ", 7)).toBeUndefined();
  });

  it.each([
    ["{", "input line 3: not JSON"],
    ["[]", "input line 3: not an object"],
    ["null", "input line 3: not an object"],
    ['{"text":"a"}', 'input line 3: type is missing, expected "user"'],
    ['{"type":"system","text":"a"}', 'input line 3: type is "system", expected "user"'],
    ['{"type":"user"}', "input line 3: text is missing"],
    ['{"type":"user","text":1}', "input line 3: text is missing or not a string"],
    ['{"type":"user","text":" "}', "input line 3: text is empty"],
  ])("names what is wrong with %s", (text, message) => {
    const parsed = parseInputLine(text, 3);
    expect(parsed).toMatchObject({ kind: "malformed", line: 3 });
    expect(parsed?.kind === "malformed" && parsed.message).toContain(message);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        parseInputLine(text, 1);
      }),
    );
  });
});

describe("readInputLines", () => {
  it("counts lines as the file has them, whatever the chunks", async () => {
    const input = Readable.from(['{"type":"us', 'er","text":"one"}\n\nbad\n', '{"type":"user","text":"two"}']);
    const lines = [];
    for await (const line of readInputLines(input, new AbortController().signal)) lines.push(line);
    expect(lines).toMatchObject([
      { kind: "message", text: "one" },
      { kind: "malformed", line: 3 },
      { kind: "message", text: "two" },
    ]);
  });
});
