import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractPaths } from "./paths-in-output.ts";

describe("extractPaths finds", () => {
  it.each([
    ["a listing", "Makefile\nsrc\nREADME.md", ["Makefile", "README.md"]],
    ["find", "./src/a.ts\n./my file.md", ["./src/a.ts", "./my file.md"]],
    ["find -print0", "src/a.ts\0src/b.ts\0", ["src/a.ts", "src/b.ts"]],
    ["ls -l", "-rw-r--r-- 1 ada ada 12 Dec  1 04:44 a.ts", ["a.ts"]],
    ["tree", "├── a.ts\n│   └── deep/b.ts", ["a.ts", "deep/b.ts"]],
    ["tsc", "src/a.ts(12,5): error TS2322: Type 'x' is wrong", ["src/a.ts"]],
    ["tsc --pretty", "\u001b[96msrc/a.ts\u001b[0m:\u001b[93m12\u001b[0m:\u001b[93m5\u001b[0m - error", ["src/a.ts"]],
    ["a linter", "/proj/src/a.ts\n  12:5  error  unused", ["/proj/src/a.ts"]],
    ["go", "./main.go:10:2: undefined: x", ["./main.go"]],
    ["rust", " --> src/main.rs:3:5", ["src/main.rs"]],
    ["python", '  File "src/x y.py", line 3, in f', ["src/x y.py"]],
    [
      "a stack",
      "    at run (/proj/src/a.ts:1:2)\n    at file:///proj/src/b%20c.ts:3:4",
      ["/proj/src/a.ts", "/proj/src/b c.ts"],
    ],
    ["a search", "src/a.ts:12:const a = 1;\nsrc/b.ts-13-", ["src/a.ts"]],
    [
      "git status",
      " M src/a.ts\n?? new.ts\nR  old.ts -> dir/new name.ts",
      ["src/a.ts", "new.ts", "old.ts", "dir/new name.ts"],
    ],
    ["git's quotes", '?? "src/\\303\\244 \\"x\\".ts"', ['src/ä "x".ts']],
    ["git diff", "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/b.ts", ["src/a.ts", "src/b.ts"]],
    ["git diff --stat", " src/a.ts | 3 +--\n 1 file changed", ["src/a.ts"]],
    ["cp -v", "'a.ts' -> 'b dir/b.ts'", ["a.ts", "b dir/b.ts"]],
    ["brackets in names", "app/(group)/[id]/page.tsx:3:4\n(app/(group)/x.tsx)", ["app/(group)/[id]/page.tsx"]],
    ["a link of a terminal", "\u001b]8;;file:///proj/a.ts\u0007a.ts\u001b]8;;\u0007", ["a.ts"]],
    ["prose", "Wrote src/a.ts, and (see docs/b.md).", ["src/a.ts", "docs/b.md"]],
    ["an assignment", "config=conf/app.yaml", ["conf/app.yaml"]],
    ["a place on the web", "see src/a.ts#L12", ["src/a.ts"]],
  ])("the paths of %s", (_, output, expected) => {
    expect(extractPaths(output)).toEqual(expect.arrayContaining(expected));
  });

  it.each(["", "...", "./", "/ -- ~", "All is well\n"])("nothing in %j", (output) => {
    expect(extractPaths(output)).toEqual([]);
  });

  it("no words of prose without a dot or a slash", () => {
    expect(extractPaths("Makefile was not changed")).toEqual([]);
  });
});

describe("for any output", () => {
  const piece = fc.constantFrom(
    "/",
    ".",
    "a",
    ":1",
    "(",
    ")",
    '"',
    "'",
    "\\",
    " ",
    "\n",
    "\u001b[",
    "\u001b]8;",
    "=",
    " -> ",
  );

  it("gives distinct texts, few and short, that stand in it when nothing had to be undone", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(piece).map((parts) => parts.join("")),
        ),
        (output) => {
          const paths = extractPaths(output);
          expect(new Set(paths).size).toBe(paths.length);
          expect(paths.length).toBeLessThanOrEqual(1000);
          for (const path of paths) {
            expect(path.length).toBeLessThanOrEqual(1024);
            expect(path).not.toContain("\n");
            if (!/[\\%]|\p{Cc}/u.test(output)) expect(output).toContain(path);
          }
        },
      ),
    );
  });

  it("finds a path wherever it stands alone on a line", () => {
    const name = fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]\.[a-z]{1,3}$/);
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    fc.assert(
      fc.property(
        path,
        fc.constantFrom("", "  ", "./"),
        fc.constantFrom("", ":1", ":1:2: error: x", " "),
        (each, start, end) => {
          expect(extractPaths(`x\n${start}${each}${end}\ny`)).toContain(`${start.trim()}${each}`);
        },
      ),
    );
  });

  it.each([
    '"',
    "\\",
    '"\\',
    '\\"',
    ")",
    "/)",
    ".:",
    ":1",
    "(1,",
    "((((",
    "a/",
    "\u001b]8;",
    " -> ",
    "'a",
    "=|",
    "/",
    "a ",
    "[ ",
    "#L",
  ])("comes to an end for megabytes of %j", (part) => {
    expect(extractPaths(part.repeat(2_000_000 / part.length)).length).toBeLessThanOrEqual(1000);
    expect(extractPaths(`${part.repeat(500)}\n`.repeat(2000)).length).toBeLessThanOrEqual(1000);
  });
});
