import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listCorpus } from "../../test/support/corpus.ts";
import { splitFrontmatter } from "./frontmatter.ts";
import { parseSimpleYaml } from "./parse-simple-yaml.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { YamlNode } from "./yaml-tree.ts";

/** A tree as far as readers look at it: ends of block lists, block maps and block texts are the parser's own affair. */
function essence(node: YamlNode, text: string): unknown {
  switch (node.kind) {
    case "scalar":
      return node.value === null && node.start === node.end
        ? { value: null }
        : { value: node.value, comment: node.comment, start: node.start, written: writtenOf(node, text) };
    case "list":
      return { flow: node.flow, items: node.items.map((item) => essence(item, text)), start: node.start };
    case "map":
      return {
        flow: node.flow,
        entries: node.entries.map(({ key, start, value }) => [key, start, essence(value, text)]),
      };
    default:
      return node satisfies never;
  }
}

function writtenOf(node: YamlNode, text: string): string | undefined {
  return "|>".includes(text.charAt(node.start)) ? undefined : text.slice(node.start, node.end);
}

/** True when the simple reader answered; it must then have said what the whole parser says. */
function agrees(text: string): boolean {
  const simple = parseSimpleYaml(text);
  if (simple === undefined) return false;
  const whole = parseYaml(text);
  if (whole.kind === "error") throw new Error(`read what YAML refuses: ${JSON.stringify(text)}`);
  expect(essence(simple, text), JSON.stringify(text)).toEqual(essence(whole.root, text));
  return true;
}

describe("parseSimpleYaml", () => {
  it.each([
    "name: a\n",
    "name: a",
    "name: greet\ndescription: Says hello, don't it? (yes)\n",
    'a: "quoted: text # not a comment"\nb: \'it is\'\nc: ""\n',
    "a: 12\nb: true\nc: False\nd: null\ne: NULL\nf: 1.0.0\ng:\nh: 0\n",
    "a: |\n  one\n   two\n\n  three\nb: >-\n  one\n  two\n\n\n  three\nc: x\n",
    "a: first\n  second\n  third (more)\nb: y\n",
    'a:\n  - one\n  - "two"\n  - 3\nb:\n - x\n',
    "metadata:\n  version: 1.2.3\n  author: me\n  tags:\n    - a\n    - b\n  note:\nlast: x\n",
    "a: [one, \"two\", 'three', 4]\nb: []\n",
    "# comment\na: b\n\n# another\nb: c\n",
    "a: über\nb: 代码\nc: 😀 x\n",
    "a: x: y".replace(": y", ":y"),
    "a: b #".replace(" #", "#"),
    "a:  spaced  \n",
    "a:\n- b\n- c\nd: e\n",
    "a: 2025-06-30\nb: 10m\nc: 5 Whys\nd: 1.2.3\n",
  ])("reads %j", (text) => {
    expect(agrees(text)).toBe(true);
  });

  it.each([
    "",
    "a: b: c\n",
    "a: b # comment\n",
    "a: b:\n",
    "a: &x b\n",
    "a: *x\n",
    "a: !t b\n",
    "a: {b: c}\n",
    "a: [b, [c]]\n",
    "a: [b: c]\n",
    "a: [b,]\n",
    "a: [b\n",
    'a: "b\\n"\n',
    'a: "b" c\n',
    "a: 'b''c'\n",
    "a: 1.5\n",
    "a: 0x10\n",
    "a: 012\n",
    "a: .inf\n",
    "a: ~\n",
    "a: tRUE\n",
    "a: - b\n",
    "a:\n- b: c\n",
    "a:\n- b\n-c\n",
    "a:\n  - b: c\n",
    "a:\n  b:\n    c:\n      d: e\n",
    "a:\n  # comment\n  b: c\n",
    "a: b\n\n  c\n",
    "a: |\n  b\n c\n",
    "a: |+\n  b\n",
    "a: >\n  b\n   c\n",
    "a: |\n\n  b\n",
    "a:\tb\n",
    " a: b\n",
    "a : b\n",
    "- a\n",
    "a\n",
    "? a\n",
    '"a": b\n',
    "a: b\n...\n",
    "a: @b\n",
    "a: `b`\n",
    "a: %b\n",
  ])("leaves %j to the whole parser", (text) => {
    expect(parseSimpleYaml(text)).toBeUndefined();
  });

  const word = fc.constantFrom(
    "a",
    "name",
    "b c",
    "x: y",
    "x # y",
    "x:",
    "#x",
    '"q"',
    '"q',
    "'s'",
    "''",
    '"a\\n"',
    "[a, b]",
    "[]",
    "[a,]",
    "[ a ]",
    "[a b, 'c']",
    "{a}",
    "- x",
    "-",
    "-x",
    "|",
    ">",
    "|-",
    ">-",
    ">+",
    "true",
    "null",
    "~",
    "12",
    "012",
    "1.2",
    "1.2.3",
    "1e3",
    "0x1",
    ".5",
    "+1",
    "-1",
    "*a",
    "&a",
    "!t",
    "@a",
    "%a",
    "?",
    "? a",
    "...",
    "---",
    "é",
    "\u00A0x",
    "\uFEFFx",
    "x\u2028y",
    "😀",
    "$x",
    "(x)",
    "/x",
    "<x>",
    "<<",
    "x  y",
    "x ",
    "_",
    "=",
    "x,y",
    "x]",
    "x}",
    "true x",
    "2025-06-30",
    "2025-6-30",
    "10m",
    "5 a",
    "1 2",
    "1.2.3.4",
    "Null",
    "tRUE",
    "a:b",
  );
  const key = fc.constantFrom("a", "b-c", "d_e", "f", "1", "é", "a b", "<<", '"k"', "true");
  const blanks = fc.constantFrom("", " ", "  ", "   ", "    ");
  const line = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(key, word).map(([name, value]) => `${name}: ${value}`) },
    { weight: 4, arbitrary: fc.constantFrom("a: x", "  x y", "  - x", "b: |", "c: >-", "d:", "  e: x", "f: [x, y]") },
    { weight: 2, arbitrary: key.map((name) => `${name}:`) },
    { weight: 3, arbitrary: fc.tuple(blanks, word).map(([indent, text]) => indent + text) },
    { weight: 3, arbitrary: fc.tuple(blanks, word).map(([indent, text]) => `${indent}- ${text}`) },
    { weight: 3, arbitrary: fc.tuple(blanks, key, word).map(([indent, name, text]) => `${indent}${name}: ${text}`) },
    { weight: 1, arbitrary: blanks },
    { weight: 1, arbitrary: fc.tuple(blanks, blanks).map(([before, after]) => `${before}# c${after}`) },
  );

  it("says what the whole parser says, or nothing", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.boolean(), (lines, closed) => {
        if (agrees(lines.join("\n") + (closed ? "\n" : ""))) read++;
      }),
      { numRuns: 6000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it("says what the whole parser says of any characters", () => {
    const unit = fc.constantFrom(
      "a",
      "b",
      ":",
      " ",
      "\n",
      "-",
      "#",
      '"',
      "'",
      "[",
      "]",
      ",",
      "|",
      ">",
      "1",
      ".",
      "\t",
      "{",
      "}",
      "?",
      "!",
      "*",
      "&",
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 16 }), fc.string({ unit, maxLength: 16 }), (value, rest) => {
        agrees(`a: ${value}\n${rest}\n`);
        agrees(`a:\n  b: ${value}\n  ${rest}\n`);
        agrees(`a:\n  - ${value}\n  - ${rest}\nb: |\n  ${value}\n  ${rest}\n`);
        agrees(`a: x ${value}\n  x ${rest}\n`);
        agrees(`a: [${value}, ${rest}]\n`);
      }),
      { numRuns: 4000 },
    );
  });

  const corpus = listCorpus();
  it.skipIf(corpus === undefined)(
    "reads nine real blocks in ten, as the whole parser does (skipped without corpus)",
    () => {
      let blocks = 0;
      let read = 0;
      for (const { file } of corpus ?? []) {
        const split = splitFrontmatter(readFileSync(file, "utf8"));
        if (split.kind !== "block") continue;
        blocks++;
        if (agrees(split.yaml)) read++;
      }
      expect(read / blocks).toBeGreaterThan(0.9);
    },
  );
});
