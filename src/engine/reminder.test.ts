import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defuseLeadingReminderTags, defuseReminderTags, foldToLine, formatReminder } from "./reminder.ts";

const TAGS = [
  "</system-reminder>",
  "<system-reminder>",
  "</SYSTEM-Reminder>",
  "< / system-reminder >",
  "</ system-reminder\n>",
  "<system_reminder id='1'>",
  "<system reminder>",
  "<\\/system-reminder>",
];

describe("foldToLine", () => {
  it.each([
    ["a\nb\r\nc\rd", "a b c d"],
    ["a\u2028b\u2029c\u0085d\u000be", "a b c d e"],
    ["  a \t\n  b ", "a b"],
    ["a\u0000\u001b[31mb", "a [31mb"],
    ["left\u202eright\u2066x\u200b\ufeff", "leftrightx"],
    ["soft\u00adhyphen", "softhyphen"],
    ["half \ud800 pair", "half \ufffd pair"],
    ["naïve 日本語 👍", "naïve 日本語 👍"],
  ])("%j is %j", (text, line) => expect(foldToLine(text)).toBe(line));

  it("leaves plain words alone, and only those", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[!-~]{1,9}$/)), fc.constantFrom("", " ", "\t", "é"), (words, odd) => {
        const plain = words.join(" ");
        expect(foldToLine(plain)).toBe(plain);
        expect(foldToLine(`${odd}${plain}${odd}`)).toBe(`${odd}${plain}${odd}`.trim());
      }),
    );
  });

  it("gives one line without anything unseen, and nothing more to fold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const line = foldToLine(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(foldToLine(line)).toBe(line);
      }),
    );
  });
});

describe("reminders", () => {
  it.each(TAGS)("take the power from %j", (tag) => {
    expect(defuseReminderTags(`a ${tag} b`)).toBe(`a ${tag.replace("<", "&lt;")} b`);
  });

  it.each(TAGS)(
    "take the power from %j only where a line begins with it, when the rest is kept to the letter",
    (tag) => {
      const defused = tag.replace("<", "&lt;");
      expect(defuseLeadingReminderTags(`${tag}\n\t ${tag}\r${tag}\n1: ${tag}`)).toBe(
        `${defused}\n\t ${defused}\r${defused}\n1: ${tag}`,
      );
    },
  );

  it("leave other tags and comparisons alone", () => {
    const text = "if a < b then <b>system</b> <systemd> </div>";
    expect(defuseReminderTags(text)).toBe(text);
  });

  it("hold exactly one opening and one closing tag, the closing one last, whatever is inside", () => {
    const piece = fc.oneof(fc.constantFrom(...TAGS, "<", "/", "system-reminder", ">"), fc.string());
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        // As a listing does it: folding may join what was apart, so it comes first.
        const text = formatReminder(pieces.map((part) => defuseReminderTags(foldToLine(part))).join("\n"));
        expect(text.match(/<\s*system[-_\s]*reminder/gi)).toHaveLength(1);
        expect(text.match(/<[\s/\\]*[/\\]\s*system[-_\s]*reminder/gi)).toHaveLength(1);
        expect(text.startsWith("<system-reminder>\n")).toBe(true);
        expect(text.endsWith("\n</system-reminder>")).toBe(true);
      }),
    );
  });
});
