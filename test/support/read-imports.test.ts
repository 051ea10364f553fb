/** Shows that the reader of imports sees every way to import, and tells types and lazy imports apart. */
import { describe, expect, it } from "vitest";
import { readGlobals, readImports } from "./read-imports.ts";

describe("readImports", () => {
  it.each([
    ['import a from "x";', "static"],
    ['import "x";', "static"],
    ['import { type A, b } from "x";', "static"],
    ['export * from "x";', "static"],
    ['export { a } from "x";', "static"],
    ['import type { A } from "x";', "type"],
    ['import { type A, type B } from "x";', "type"],
    ['export type { A } from "x";', "type"],
    ['type A = import("x").A;', "type"],
    ['const a = await import("x");', "lazy"],
    ["function f() { return import(`x`); }", "lazy"],
  ] as const)("reads %s as %s", (text, kind) => {
    expect(readImports("a.ts", text)).toEqual([{ specifier: "x", kind }]);
  });

  it("is not misled by comments and text", () => {
    expect(readImports("a.ts", `// import "x";\nconst text = 'import "y"';`)).toEqual([]);
  });
});

describe("readGlobals", () => {
  it("finds uses and not members of that name", () => {
    expect(readGlobals("a.ts", "process.exit(1); console.log(2)", ["process", "console"])).toEqual([
      "console",
      "process",
    ]);
    expect(readGlobals("a.ts", "const a = { process: 1 }; a.process; // process", ["process"])).toEqual([]);
  });
});
