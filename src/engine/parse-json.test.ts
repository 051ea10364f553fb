import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonNode, parseJson } from "./parse-json.ts";

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
    case "array":
      return node.items.map(plain);
    case "null":
      return null;
    default:
      return node.value;
  }
}

function native(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

describe("agrees with JSON.parse", () => {
  test("on JSON", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 2, "\t"), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), undefined, indent);
        const parsed = parseJson(text);
        expect(parsed.kind === "value" && plain(parsed.node)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("on damaged JSON: what is accepted, and as what", () => {
    const junk = fc.constantFrom(",", "}", "]", '"', "\\", "\n", "1", "-", ".", "e", ":", "\u0000", "//", "'", "tru");
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(2), junk, (json, place, removed, inserted) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + inserted + json.slice(at + removed);
        const parsed = parseJson(text);
        const expected = native(text);
        expect(parsed.kind).toBe(expected === undefined ? "invalid" : "value");
        if (parsed.kind === "value") expect(plain(parsed.node)).toEqual(expected?.value);
        else expect(parsed.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1000 },
    );
  });
});

test("keeps the places of keys and values", () => {
  const parsed = parseJson('{\n  "skills": ["./a", 7]\n}');
  if (parsed.kind !== "value" || parsed.node.kind !== "object") throw new Error("not an object");
  const [member] = parsed.node.members;
  expect(member?.offset).toBe(4);
  const items = [
    { offset: 15, end: 20 },
    { offset: 22, end: 23 },
  ];
  expect(member?.value).toMatchObject({ offset: 14, end: 24, items });
  expect(parsed.node).toMatchObject({ offset: 0, end: 26 });
});

test.each([
  ["", 0, "Expected a JSON value, found the end of the file."],
  ['{"a": 1,}', 8, "Expected a name in double quotes, found `}`."],
  ['{"a" 1}', 5, "Expected `:`, found `1`."],
  ["[1 2]", 3, "Expected `,` or `]`, found `2`."],
  ['{"a": "b\n"}', 8, "Expected the string to be closed, found a line break."],
  ['{"a": "b', 8, "Expected the string to be closed, found the end of the file."],
  ['{"a": "b\t"}', 8, "Expected the string to be closed, found a control character."],
  ['{"a": "b\\x"}', 8, "Expected an escape such as `\\n` or `\\u0041`, found `\\`."],
  ["{name: 1}", 1, "Expected a name in double quotes, found `name`."],
  ["{} // no", 3, "Expected the end of the file, found `/`."],
])("says of %j where it goes wrong", (text, offset, message) => {
  expect(parseJson(text)).toEqual({ kind: "invalid", offset, message });
});

test("refuses bottomless nesting and passes over a byte order mark", () => {
  expect(parseJson("[".repeat(100_000))).toMatchObject({ kind: "invalid", offset: 201 });
  expect(parseJson("\uFEFF{}")).toMatchObject({ kind: "value" });
});
