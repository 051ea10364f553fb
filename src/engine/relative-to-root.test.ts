import { describe, expect, it } from "vitest";
import { isWithin, relativeToRoot } from "./relative-to-root.ts";

describe("relativeToRoot", () => {
  it.each([
    ["/proj/src/a.ts", "src/a.ts"],
    ["src/a.ts", "src/a.ts"],
    ["./src//a.ts", "src/a.ts"],
    ["/proj/..data/x.ts", "..data/x.ts"],
    ["/proj/a/../b", "b"],
    ["/proj", undefined],
    [".", undefined],
    ["", undefined],
    ["/proj-old/x.ts", undefined],
    ["../sibling/x.ts", undefined],
    ["/elsewhere/x.ts", undefined],
    ["/", undefined],
  ])("places %j at %j", (path, expected) => {
    expect(relativeToRoot("/proj", path)).toBe(expected);
  });
});

describe("isWithin", () => {
  it.each([
    ["/proj", true],
    ["/proj/a", true],
    ["/proj-old", false],
    ["/", false],
  ])("%j: %s", (path, expected) => {
    expect(isWithin("/proj", path)).toBe(expected);
  });
});
