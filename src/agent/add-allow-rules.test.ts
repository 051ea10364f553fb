import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addAllowRules } from "./add-allow-rules.ts";

const path = "/project/.skillful/settings.local.json";

function add(text: string | undefined, ...rules: string[]): string {
  const edited = addAllowRules(text, { rules, path });
  if (edited.kind === "changed") return edited.text;
  if (edited.kind === "unchanged") return "unchanged";
  return `${edited.diagnostic.code} ${edited.diagnostic.line}:${edited.diagnostic.column} ${edited.diagnostic.message}`;
}

describe("addAllowRules", () => {
  it("begins a file", () => {
    expect(add(undefined, "Bash(npm test)")).toMatchInlineSnapshot(`
      "{
        "permissions": {
          "allow": [
            "Bash(npm test)"
          ]
        }
      }
      "
    `);
  });

  it("adds to a list that is laid out in lines, and touches nothing else", () => {
    const text =
      '{\n    "model" :"sonnet",\n    "permissions": {\n        "allow": [\n            "Read(docs/**)"\n        ],\n        "deny": ["Bash(rm:*)"  ]\n    }\n}';
    expect(add(text, "Bash(npm test)", "Bash(npm run lint)")).toMatchInlineSnapshot(`
      "{
          "model" :"sonnet",
          "permissions": {
              "allow": [
                  "Read(docs/**)",
                  "Bash(npm test)",
                  "Bash(npm run lint)"
              ],
              "deny": ["Bash(rm:*)"  ]
          }
      }"
    `);
  });

  it("adds to a list in one line, to an empty one, and where there is none", () => {
    expect(add('{ "permissions": { "allow": ["A", "B"] } }', "C")).toBe(
      '{ "permissions": { "allow": ["A", "B", "C"] } }',
    );
    expect(add('{"permissions":{"allow":["A"]}}', "C")).toBe('{"permissions":{"allow":["A","C"]}}');
    expect(add('{\n\t"permissions": {\n\t\t"allow": []\n\t}\n}\n', "C")).toBe(
      '{\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"C"\n\t\t]\n\t}\n}\n',
    );
    expect(add('{\n  "permissions": {\n    "deny": ["X"]\n  }\n}\n', "C")).toBe(
      '{\n  "permissions": {\n    "deny": ["X"],\n    "allow": [\n      "C"\n    ]\n  }\n}\n',
    );
    expect(add('{\n  "model": "demo"\n}\n', "C")).toBe(
      '{\n  "model": "demo",\n  "permissions": {\n    "allow": [\n      "C"\n    ]\n  }\n}\n',
    );
    expect(add("{}", "C")).toBe('{\n  "permissions": {\n    "allow": [\n      "C"\n    ]\n  }\n}');
  });

  it("keeps a byte order mark and line breaks of Windows", () => {
    expect(add('\uFEFF{\r\n  "model": "demo"\r\n}\r\n', "C")).toBe(
      '\uFEFF{\r\n  "model": "demo",\r\n  "permissions": {\r\n    "allow": [\r\n      "C"\r\n    ]\r\n  }\r\n}\r\n',
    );
  });

  it("leaves a file that holds the rule already", () => {
    expect(add('{"permissions":{"allow":["C"]}}', "C", "C")).toBe("unchanged");
  });

  it("points at what is in the way, and changes nothing", () => {
    expect(add('{\n  "permissions": {,\n', "C")).toContain("settings-syntax 2:");
    expect(add("", "C")).toContain("settings-syntax");
    expect(add('{ "permissions": [] }', "C")).toBe("settings-value 1:18 expected an object under permissions");
    expect(add('{ "permissions": { "allow": "A" } }', "C")).toBe("settings-value 1:29 expected a list under allow");
  });

  it("holds, of doubles, to the one that counts", () => {
    const text = '{ "permissions": { "allow": ["A"] }, "permissions": { "allow": ["B"] } }';
    expect(add(text, "C")).toBe('{ "permissions": { "allow": ["A"] }, "permissions": { "allow": ["B", "C"] } }');
  });

  it("only inserts, and what it inserts is the rules and nothing else", () => {
    const key = fc.oneof(fc.constantFrom("permissions", "allow", "model"), fc.string());
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value;
    const permissions = fc.record({ deny: fc.array(fc.string()), allow: fc.array(fc.string()) }, { requiredKeys: [] });
    const settings = fc
      .tuple(fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }), fc.option(permissions))
      .map(([rest, given]): Record<string, unknown> => {
        const { permissions: _, ...others } = rest;
        return given === null ? others : { ...others, permissions: given };
      });
    const layout = fc.constantFrom("", " ", "  ", "    ", "\t");
    fc.assert(
      fc.property(settings, layout, fc.array(fc.string(), { minLength: 1 }), (before, indent, rules) => {
        const text = JSON.stringify(before, undefined, indent);
        const edited = addAllowRules(text, { rules, path });
        const known = (before.permissions ?? {}) as { readonly allow?: readonly string[] };
        const present = known.allow ?? [];
        const added = [...new Set(rules)].filter((rule) => !present.includes(rule));
        expect(edited.kind).toBe(added.length === 0 ? "unchanged" : "changed");
        if (edited.kind !== "changed") return;
        const expected = { ...before, permissions: { ...known, allow: [...present, ...added] } };
        const after = JSON.parse(edited.text) as object;
        expect(after).toEqual(expected);
        expect(Object.keys(after)).toEqual(Object.keys(expected));
        let same = 0;
        while (edited.text[same] === text[same] && same < text.length) same += 1;
        expect(edited.text.endsWith(text.slice(same))).toBe(true);
      }),
    );
  });
});
