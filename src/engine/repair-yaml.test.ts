import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseYaml } from "./parse-yaml.ts";
import { repairYaml } from "./repair-yaml.ts";
import { toPlainRecord } from "./yaml-tree.ts";

/** Values after repair, or undefined when the block stays unreadable. */
function repairAndRead(yaml: string): Record<string, unknown> | undefined {
  const parsed = parseYaml(repairYaml(yaml).yaml);
  return parsed.kind === "map" ? toPlainRecord(parsed.root) : undefined;
}

describe("repairYaml", () => {
  it.each([
    ["a colon in a text", "description: Prepare: notes, tag", { description: "Prepare: notes, tag" }],
    ["a glob that begins with *", "paths: **/*.py", { paths: "**/*.py" }],
    ["a glob that begins with {", "paths: {app,core}/**/*.py", { paths: "{app,core}/**/*.py" }],
    ["a hint of several brackets", "argument-hint: [--a] | [--b]", { "argument-hint": "[--a] | [--b]" }],
    ["a hint that is not closed", "argument-hint: [file", { "argument-hint": "[file" }],
    ["a reserved character", "description: @Observable state", { description: "@Observable state" }],
    ["a backtick", "description: `run` it", { description: "`run` it" }],
    ["Markdown", "description: **Bold** text", { description: "**Bold** text" }],
    ["text after a quote", 'description: "Foo" does: bar', { description: '"Foo" does: bar' }],
    ["an unknown escape", 'description: "C:\\dir"', { description: "C:\\dir" }],
    ["text after a block sign", "description: > all on one line", { description: "> all on one line" }],
    ["a dash", "description: - one", { description: "- one" }],
    ["a missing blank", "description:text\nname: a", { description: "text", name: "a" }],
    [
      "a rule with a colon",
      "allowed-tools: Bash(npm run test: *), Read",
      { "allowed-tools": "Bash(npm run test: *), Read" },
    ],
    ["globs in brackets", "paths: [**/*.ts, src/*.{js,jsx}]", { paths: ["**/*.ts", "src/*.{js,jsx}"] }],
    ["rules in brackets", "allowed-tools: [Bash(a: *), Read]", { "allowed-tools": ["Bash(a: *)", "Read"] }],
    ["an unknown field", "usage: /x: y", { usage: "/x: y" }],
    ["a comment after a glob", "paths: **/*.py # python", { paths: "**/*.py" }],
    ["a number sign in prose", "description: Fix: issue #12", { description: "Fix: issue #12" }],
    [
      "a quoted text at column 0",
      'description: "see\n---draft---\nbelow"\nmodel: small',
      { description: "see ---draft--- below", model: "small" },
    ],
  ])("repairs %s", (_, yaml, expected) => {
    expect(parseYaml(yaml).kind).toBe("error");
    expect(repairAndRead(yaml)).toEqual(expected);
  });

  it("leaves readable lines as they are, among broken ones", () => {
    const yaml =
      'name: "a"\ndescription: b: c\nmetadata:\n  x: 1\nlist: [1, 2]\nanchor: &k v\nalias: *k\ntext: |\n  a: b: c\n';
    const { yaml: repaired, repairs } = repairYaml(yaml);
    expect(repaired).toBe(yaml.replace("b: c", '"b: c"'));
    expect(repairs).toEqual([{ key: "description", line: 1, offset: 23, corrected: 'description: "b: c"' }]);
    expect(repaired.slice(23, 29)).toBe('"b: c"');
  });

  it.each([
    ["an open quote", 'description: "never closed\nallowed-tools: Read\n'],
    ["an open bracket", "allowed-tools: [Read\nmodel: x\n"],
    ["an open brace", "paths: {a,b\nmodel: x\n"],
    ["a colon inside a list", "changelog:\n  - 1.0: first: change\n"],
    ["a colon inside a map", "metadata:\n  note: a: b\n"],
    ["a text over several lines", "description: when: one\n  and two\n"],
    ["a glob inside a list", "paths:\n  - **/*.ts\n"],
    ["a list at column 0", "paths:\n- **/*.ts\n"],
    ["a broken switch", "user-invocable: false: x\n"],
    ["a tab", "metadata:\n\ta: b\n"],
    ["text without a key", "some text\nname: a\n"],
  ])("does not guess at %s", (_, yaml) => {
    expect(repairYaml(yaml)).toEqual({ yaml, repairs: [] });
  });

  it("never reads a key line as part of a quoted text", () => {
    const yaml = 'description: "open\nallowed-tools: Read\nargument-hint: x"\n';
    expect(repairAndRead(yaml)).toBeUndefined();
  });

  const line = fc.oneof(
    fc.constantFrom(
      "name: a",
      "description: b: c",
      "paths: **/*.ts",
      "metadata:",
      "  a: 1",
      "- x",
      "",
      "# c",
      "text: |",
      '"q',
      "x",
    ),
    fc.string({ unit: fc.constantFrom("a", ":", " ", "*", "{", "}", "[", "]", '"', "'", "#", "-"), maxLength: 12 }),
  );

  it("keeps the number of lines and every line without a repair", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const yaml = lines.join("\n");
        const { yaml: repaired, repairs } = repairYaml(yaml);
        const after = repaired.split("\n");
        expect(after).toHaveLength(yaml.split("\n").length);
        const touched = new Set(repairs.map((repair) => repair.line));
        if (repairs.length === 0) expect(repaired).toBe(yaml);
        for (const repair of repairs) {
          expect(after[repair.line]).toBe(repair.corrected);
          expect(repaired.slice(repair.offset)).not.toMatch(/^[:\s]/);
        }
        // A quoted text may gain one blank before its further lines.
        after.forEach((text, index) => {
          if (!touched.has(index))
            expect(text.replace(/^ /, "")).toBe((yaml.split("\n")[index] ?? "").replace(/^ /, ""));
        });
      }),
      { numRuns: 1000 },
    );
  });

  it("has nothing left to do on its own result", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const once = repairYaml(lines.join("\n")).yaml;
        expect(repairYaml(once).yaml).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});
