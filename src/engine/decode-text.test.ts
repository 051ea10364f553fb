import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, normaliseText } from "./decode-text.ts";

const encode = (text: string) => new TextEncoder().encode(text);

describe("decodeText", () => {
  it("drops one byte order mark and keeps a second one", () => {
    expect(decodeText(encode("\uFEFF\uFEFFa"))).toEqual({ kind: "text", text: "\uFEFFa", flaws: [] });
  });

  it("makes every line break a line feed", () => {
    expect(decodeText(encode("a\r\nb\rc\n\r\r\nd"))).toMatchObject({ text: "a\nb\nc\n\n\nd" });
  });

  it("replaces NUL bytes and says where the first one was", () => {
    expect(decodeText(encode("a\r\nb\0c\0"))).toEqual({
      kind: "text",
      text: "a\nb\uFFFDc\uFFFD",
      flaws: [{ code: "nul-bytes", offset: 3 }],
    });
  });

  it("replaces bytes that are not UTF-8, and leaves a genuine replacement character in peace", () => {
    expect(decodeText(Uint8Array.of(0x61, 0xff, 0x62))).toEqual({
      kind: "text",
      text: "a\uFFFDb",
      flaws: [{ code: "invalid-utf8", offset: 1 }],
    });
    expect(decodeText(encode("a\uFFFDb"))).toEqual({ kind: "text", text: "a\uFFFDb", flaws: [] });
  });

  it("recognises other encodings by their mark", () => {
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toEqual({ kind: "not-utf8", encoding: "UTF-16" });
    expect(decodeText(Uint8Array.of(0xfe, 0xff, 0, 0x61))).toEqual({ kind: "not-utf8", encoding: "UTF-16" });
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0, 0))).toEqual({ kind: "not-utf8", encoding: "UTF-32" });
    expect(decodeText(Uint8Array.of(0, 0, 0xfe, 0xff))).toEqual({ kind: "not-utf8", encoding: "UTF-32" });
  });

  it("gives text without CR and NUL for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const decoded = decodeText(bytes);
        if (decoded.kind === "text") expect(decoded.text).not.toMatch(/[\r\0]/);
      }),
    );
  });

  it("reads back what was written, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.startsWith("\uFEFF") && !text.includes("\0") && !/\p{Cs}/u.test(text));
        expect(decodeText(encode(text))).toEqual({ kind: "text", text: text.replace(/\r\n?/g, "\n"), flaws: [] });
      }),
    );
  });
});

describe("normaliseText", () => {
  it("changes nothing the second time, but for one more mark", () => {
    expect(normaliseText(normaliseText("\uFEFFa\r\nb"))).toBe("a\nb");
  });
});
