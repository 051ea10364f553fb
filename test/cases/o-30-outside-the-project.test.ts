/** O-30: files outside the project match nothing and throw nothing; a name that begins with two dots inside it matches. */
import { win32 } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { compileActivation, relativeToRoot } from "../../src/engine/index.ts";

const skill = { paths: ["**/*.ts"] };

function matches(file: string): boolean {
  const path = relativeToRoot("/proj", file);
  return path !== undefined && compileActivation([skill]).match(path).length > 0;
}

describe("a file", () => {
  it.each(["../sibling/x.ts", "/elsewhere/x.ts", "/proj-old/x.ts", "/proj", ".", "", "/", "../x.ts"])(
    "outside is no match: %j",
    (file) => {
      expect(matches(file)).toBe(false);
    },
  );

  it.each(["..data/x.ts", "/proj/..data/x.ts", "...ts/x.ts", "src/../x.ts"])("inside is a match: %j", (file) => {
    expect(matches(file)).toBe(true);
  });

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
