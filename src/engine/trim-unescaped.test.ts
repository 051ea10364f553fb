import { describe, expect, it } from "vitest";
import { trimUnescaped } from "./trim-unescaped.ts";

describe("trimUnescaped", () => {
  it.each([
    ["  a  ", "a"],
    ["\ta b\r\n", "a b"],
    ["a\\ ", "a\\ "],
    ["a\\   ", "a\\ "],
    ["a\\ \\  ", "a\\ \\ "],
    ["a\\\\ ", "a\\\\"],
    ["a\\\\\\ ", "a\\\\\\ "],
    ["a\\\t", "a\\\t"],
    ["a\\", "a\\"],
    ["\\ ", "\\ "],
    ["   ", ""],
    ["", ""],
  ])("makes %j %j", (text, trimmed) => {
    expect(trimUnescaped(text)).toBe(trimmed);
    expect(trimUnescaped(trimmed)).toBe(trimmed);
  });
});
