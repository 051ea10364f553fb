import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printableLine, printableText } from "./printable-text.ts";
import { textWidth } from "./text-width.ts";

describe("printableText", () => {
  it("takes out escape sequences and keeps the words", () => {
    expect(printableText("\u001b[31mred\u001b[0m and \u001b]0;title\u0007plain\u001bc")).toBe("red and plain");
    expect(printableText("a\r\nb\rc\td")).toBe("a\nb\nc\td");
    expect(printableText("safe\u202eevil\u202c")).toBe("safeevil");
  });

  it("lets nothing through that a terminal obeys", () => {
    const nasty = fc.string({
      unit: fc.constantFrom("\u001b", "[", "]", "0", ";", "m", "\u0007", "\u009b", "x", "\n", "\\"),
    });
    fc.assert(
      fc.property(nasty, (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
        expect(printableText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      }),
    );
  });
});

describe("printableLine", () => {
  it("folds and cuts", () => {
    expect(printableLine("  one\n two\tthree ", 40)).toBe("one two three");
    expect(printableLine("one two three", 8)).toBe("one two…");
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (text, width) => {
        const line = printableLine(text, width);
        expect(textWidth(line)).toBeLessThanOrEqual(width);
        expect(line).not.toContain("\n");
      }),
    );
  });
});
