import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseYaml } from "./parse-yaml.ts";
import { toPlainRecord } from "./yaml-tree.ts";

function read(text: string): Record<string, unknown> {
  const parsed = parseYaml(text);
  if (parsed.kind === "error") throw new Error(parsed.problem.message);
  return toPlainRecord(parsed.root);
}

function problemOf(text: string) {
  const parsed = parseYaml(text);
  return parsed.kind === "error" ? parsed.problem : undefined;
}

describe("parseYaml", () => {
  it("reads values and says where they stand", () => {
    const parsed = parseYaml('a: 1\nb:\n  - "x"\n  - {c: true}\n');
    expect(parsed).toMatchObject({
      kind: "map",
      root: {
        entries: [
          { key: "a", start: 0, value: { kind: "scalar", value: 1, start: 3, end: 4 } },
          {
            key: "b",
            value: {
              kind: "list",
              flow: false,
              items: [
                { value: "x", start: 12, end: 15 },
                { kind: "map", flow: true, start: 20, end: 29 },
              ],
            },
          },
        ],
      },
    });
  });

  it("takes an empty block for an empty map", () => {
    for (const text of ["", "\n\n", "# only a comment\n"]) expect(read(text)).toEqual({});
  });

  it("keeps repeated keys as entries, the last of which is the plain value", () => {
    const parsed = parseYaml("a: 1\na: 2\n");
    expect(parsed.kind === "map" && parsed.root.entries).toHaveLength(2);
    expect(read("a: 1\na: 2\n")).toEqual({ a: 2 });
  });

  it("treats keys of objects as data", () => {
    const value = read("__proto__:\n  polluted: true\nconstructor: x\n");
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("follows aliases", () => {
    expect(read("a: &x 1\nb: *x\nc: &x 2\nd: *x\n")).toEqual({ a: 1, b: 1, c: 2, d: 2 });
    expect(read("&k key: v\nb: *k\n")).toEqual({ key: "v", b: "key" });
    expect(read("a: &x [1, 2]\nb: *x\n")).toEqual({ a: [1, 2], b: [1, 2] });
  });

  it("takes an unknown tag for the text it is written as", () => {
    expect(read("paths: !draft/**\nlist:\n  - !a/** b\n")).toEqual({ paths: "!draft/**", list: ["!a/** b"] });
    expect(read("a: !!str 12\n")).toEqual({ a: "12" });
  });

  it("keeps comments beside values", () => {
    expect(parseYaml("a: fix #1 and #2\n")).toMatchObject({ root: { entries: [{ value: { comment: "1 and #2" } }] } });
  });

  it.each([
    ["a list", "- a\n- b\n"],
    ["a text", "just text\n"],
    ["a colon in a value", "a: b: c\n"],
    ["an alias to nothing", "a: *b\n"],
    ["a second document", "a: 1\n...\nb: 2\n"],
    ["a tab", "a:\n\tb: c\n"],
    ["an open quote", 'a: "b\nc: d\n'],
    ["an open bracket", "a: [b\nc: d\n"],
  ])("refuses %s", (_, text) => {
    expect(problemOf(text)?.code).toBe("invalid-yaml");
  });

  it.each([
    ["flow lists", `a: ${"[".repeat(100)}${"]".repeat(100)}`],
    ["endless flow lists", `a: ${"[".repeat(200_000)}`],
    ["list markers", "- ".repeat(100_000)],
    ["key markers", "? ".repeat(100_000)],
    ["indented maps", Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    ["indented lists", Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth)}-`).join("\n")],
    ["aliases that double", aliasBomb(20)],
    ["an alias within itself", "a: &a [*a, *a]\n"],
    ["more than 64 KiB", `a: ${"x".repeat(70_000)}`],
  ])("refuses too much: %s", (_, text) => {
    expect(problemOf(text)?.code).toBe("yaml-too-complex");
  });

  it("reads what is large but flat", () => {
    const count = 5000;
    expect(Object.keys(read(Array.from({ length: count }, (_, index) => `k${index}: v`).join("\n")))).toHaveLength(
      count,
    );
    expect(read(`a: ${"[b] ".repeat(1000)}`.replace("a: [", "a: x["))).toHaveProperty("a");
  });

  it("does not take a line of hyphens or deep code in a text for nesting", () => {
    const text = `a: |\n  ${"-".repeat(200)}\n  ${"- ".repeat(20)}\n  ${"[](){}".repeat(200)}\n`;
    expect(read(text).a).toContain("-".repeat(200));
  });

  it("agrees with the library on what both read", () => {
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.string({ maxLength: 12 }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie("node"), { maxKeys: 3 }),
      ),
    })).node;
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z-]{1,8}$/), value), (record) => {
        const text = JSON.stringify(record, null, 2);
        expect(read(text)).toEqual(parse(text) as unknown);
      }),
    );
  });

  it("answers for any text", () => {
    const piece = fc.constantFrom(
      "a",
      ":",
      " ",
      "\n",
      "-",
      "[",
      "]",
      "{",
      "}",
      "&a",
      "*a",
      "!t",
      '"',
      "'",
      "#",
      "|",
      ">",
      "?",
      "  ",
      "\t",
      ",",
      "%",
    );
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 40 }), (text) => {
        const parsed = parseYaml(text);
        if (parsed.kind === "error") {
          expect(parsed.problem.offset).toBeGreaterThanOrEqual(0);
          expect(parsed.problem.offset).toBeLessThanOrEqual(text.length);
        }
        expect(parseYaml(text)).toEqual(parsed);
      }),
      { numRuns: 1000 },
    );
  });
});

function aliasBomb(levels: number): string {
  const lines = ["a0: &a0 [x, x]"];
  for (let level = 1; level <= levels; level++) lines.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`);
  return lines.join("\n");
}
