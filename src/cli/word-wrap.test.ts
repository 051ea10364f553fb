import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textWidth } from "./text-width.ts";
import { createWordWrap } from "./word-wrap.ts";

function wrap(text: string, columns: number, pieces: readonly number[] = []): string {
  const wrapper = createWordWrap(() => columns);
  let out = "";
  let from = 0;
  for (const length of [...pieces, text.length]) {
    out += wrapper.push(text.slice(from, from + length));
    from += length;
  }
  return out + wrapper.end();
}

describe("createWordWrap", () => {
  it("breaks between words", () => {
    expect(wrap("one two three four", 9)).toBe("one two\nthree\nfour");
    expect(wrap("one two\n\nthree", 20)).toBe("one two\n\nthree");
    expect(wrap("a-word-longer-than-a-line x", 5)).toBe("a-word-longer-than-a-line\nx");
  });

  it("goes on under the text of a list item", () => {
    expect(wrap("- one two three\n  4. aa bb cc", 10)).toBe("- one two\n  three\n  4. aa bb\n     cc");
  });

  it("leaves code and tables alone", () => {
    const code = "```ts\nconst answer = 42; // a comment\n```";
    expect(wrap(code, 10)).toBe(code);
    expect(wrap("| one column | two |", 10)).toBe("| one column | two |");
    expect(wrap("```\na b c d e f g h\n```\none two three", 9)).toBe("```\na b c d e f g h\n```\none two\nthree");
  });

  it("counts wide characters twice", () => {
    expect(wrap("日本 日本 日本", 10)).toBe("日本 日本\n日本");
  });

  it("loses no word, keeps to the width, and does not depend on how the text arrives", () => {
    const text = fc.array(fc.constantFrom("a", "bb", "ccc", "- ", " ", "  ", "\n", "dddd"), { maxLength: 60 });
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 6, max: 30 }),
        fc.array(fc.integer({ min: 0, max: 9 })),
        (parts, columns, cuts) => {
          const given = parts.join("");
          const wrapped = wrap(given, columns);
          expect(wrap(given, columns, cuts)).toBe(wrapped);
          const words = (value: string) => value.split(/\s+/).filter((word) => word !== "");
          expect(words(wrapped)).toEqual(words(given));
          for (const line of wrapped.split("\n")) {
            const isOneWord = words(line).filter((word) => word !== "-").length <= 1;
            if (!isOneWord) expect(textWidth(line)).toBeLessThanOrEqual(columns);
          }
        },
      ),
    );
  });
});
