import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRemoteIndex } from "./parse-remote-index.ts";

const URL = "https://example.com/.well-known/agent-skills/index.json";
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const ENTRY = {
  name: "review",
  type: "skill-md",
  description: "Reviews",
  url: "/skills/review/SKILL.md",
  digest: `sha256:${"0".repeat(64)}`,
};

const parse = (skills: readonly unknown[]) => parseRemoteIndex(JSON.stringify({ $schema: SCHEMA, skills }), URL);

describe("parseRemoteIndex", () => {
  it.each([
    ["/a/SKILL.md", "https://example.com/a/SKILL.md"],
    ["review.zip", "https://example.com/.well-known/agent-skills/review.zip"],
    ["https://cdn.example.org/x.zip", "https://cdn.example.org/x.zip"],
  ])("resolves the address %s against the index", (url, resolved) => {
    expect(parse([{ ...ENTRY, url, extra: 1 }])).toEqual({
      kind: "index",
      entries: [{ ...ENTRY, url: resolved }],
      problems: [],
    });
  });

  it.each([
    ["a name in capitals", { name: "Review" }, "`name`"],
    ["a name that is a path", { name: "../x" }, "`name`"],
    ["a name with two hyphens", { name: "a--b" }, "`name`"],
    ["a name of 65 letters", { name: "a".repeat(65) }, "`name`"],
    ["an unknown type", { type: "script" }, "`type`"],
    ["no description", { description: " " }, "`description`"],
    ["a long description", { description: "x".repeat(1025) }, "`description`"],
    ["no address", { url: "https://" }, "`url`"],
    ["a digest in capitals", { digest: `sha256:${"A".repeat(64)}` }, "`digest`"],
    ["another digest", { digest: `md5:${"0".repeat(32)}` }, "`digest`"],
  ])("leaves out %s, and takes the others", (_what, change, says) => {
    const index = parse([{ ...ENTRY, ...change }, { ...ENTRY, name: "other" }, null]);
    expect(index).toMatchObject({ kind: "index", entries: [{ name: "other" }] });
    const [first, second] = index.kind === "index" ? index.problems : [];
    expect(first).toContain(says);
    expect(second).toBe("entry 3 is left out: it is not an object.");
  });

  it("takes the first of two entries with one name", () => {
    const index = parse([ENTRY, { ...ENTRY, description: "Another" }]);
    expect(index).toMatchObject({ entries: [{ description: "Reviews" }], problems: [/an earlier entry/] });
  });

  it.each([
    ["no JSON", "{", "it is not JSON"],
    ["a list", "[]", "no list `skills`"],
    ["no schema", '{"skills":[]}', "0.1.0"],
    ["another schema", '{"$schema":"x","skills":[]}', SCHEMA],
    ["too many", JSON.stringify({ $schema: SCHEMA, skills: Array(501).fill(ENTRY) }), "more than 500"],
  ])("refuses %s", (_what, text, says) => {
    const index = parseRemoteIndex(text, URL);
    expect(index.kind === "refused" ? index.why : "").toContain(says);
  });

  it("has an answer for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(["index", "refused"]).toContain(parseRemoteIndex(text, URL).kind);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (skills) => {
        const index = parse(skills);
        if (index.kind === "index") expect(index.entries.length + index.problems.length).toBe(skills.length);
      }),
    );
  });
});
