import { describe, expect, it } from "vitest";
import { formatBanner } from "./banner.ts";
import { createPalette } from "./palette.ts";

const facts = { version: "1.2.3", model: "openai/gpt-x", cwd: "/home/ada/app" };

describe("formatBanner", () => {
  it("says who answers, where, and with what", () => {
    const states = ["active", "active", "waiting", "shadowed"] as const;
    expect(formatBanner({ ...facts, states }, createPalette(false))).toBe(
      "skillful 1.2.3  openai/gpt-x  /home/ada/app\n2 skills, 1 waiting for a matching file · / and Tab complete · /help · Ctrl-D leaves\n\n",
    );
    expect(formatBanner({ ...facts, states: ["active"] }, createPalette(false))).toContain("\n1 skill · ");
  });
});
