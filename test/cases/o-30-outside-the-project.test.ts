/** O-30: files outside the project match nothing and throw nothing; a name that begins with two dots inside it matches. */
import { win32 } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { skillText } from "../support/load-tree.ts";
import { openTree } from "../support/open-tree.ts";

async function activates(file: string): Promise<boolean> {
  const engine = await openTree({
    "/proj/.claude/skills/types/SKILL.md": skillText({ paths: "**/*.ts" }),
    "/proj/link.ts": { link: "/elsewhere/x.ts" },
    "/elsewhere/x.ts": "",
    "/elsewhere/into": { link: "/proj/src" },
    "/proj/src/x.ts": "",
  });
  return (await engine.session().touched([file], "read")).activated.length > 0;
}

describe("a file", () => {
  it.each(["../sibling/x.ts", "/elsewhere/x.ts", "/proj-old/x.ts", "/proj", ".", "", "/", "../x.ts"])(
    "outside is no match: %j",
    async (file) => {
      expect(await activates(file)).toBe(false);
    },
  );

  it.each(["..data/x.ts", "/proj/..data/x.ts", "...ts/x.ts", "src/../x.ts"])("inside is a match: %j", async (file) => {
    expect(await activates(file)).toBe(true);
  });

  it.each(["link.ts", "/elsewhere/into/x.ts"])(
    "that is inside by one of its two paths is a match: %j",
    async (file) => {
      expect(await activates(file)).toBe(true);
    },
  );

  it("on another drive is outside, and separators are slashes", async () => {
    vi.resetModules();
    vi.doMock("node:path", () => ({ ...win32, default: win32 }));
    const windows = await import("../../src/engine/relative-to-root.ts");
    vi.doUnmock("node:path");
    expect(windows.relativeToRoot("C:\\proj", "D:\\proj\\x.ts")).toBeUndefined();
    expect(windows.relativeToRoot("C:\\proj", "C:\\proj-old\\x.ts")).toBeUndefined();
    expect(windows.relativeToRoot("C:\\proj", "C:\\proj\\src\\x.ts")).toBe("src/x.ts");
    expect(windows.relativeToRoot("C:\\proj", "..data\\x.ts")).toBe("..data/x.ts");
  });
});
