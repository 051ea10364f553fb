import { describe, expect, it } from "vitest";
import { formatBanner } from "./banner.ts";
import { createPalette } from "./palette.ts";
import { printableText } from "./printable-text.ts";

const facts = { version: "1.2.3", model: "openai/gpt-x", cwd: "/home/ada/app" };

describe("formatBanner", () => {
  it("says who answers, where, and with what", () => {
    const states = ["active", "active", "waiting", "shadowed"] as const;
    expect(formatBanner({ ...facts, states }, createPalette(false), 100)).toBe(
      "skillful 1.2.3  openai/gpt-x  /home/ada/app\n2 skills, 1 waiting for a matching file · Tab completes · /help · Ctrl-D exits\n\n",
    );
    expect(formatBanner({ ...facts, states: ["active"] }, createPalette(false), 100)).toContain("\n1 skill · ");
  });

  it("breaks between its parts in a narrow window, also with colours", () => {
    const states = ["active", "waiting"] as const;
    const narrow = formatBanner({ ...facts, states }, createPalette(false), 34);
    expect(narrow).toBe(
      "skillful 1.2.3  openai/gpt-x\n/home/ada/app\n1 skill, 1 waiting for a matching file\nTab completes · /help\nCtrl-D exits\n\n",
    );
    expect(printableText(formatBanner({ ...facts, states }, createPalette(true), 34))).toBe(narrow);
  });
});
