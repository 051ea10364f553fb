/** The text of an index gives back exactly what was put into it, for every file that can be read. */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listCorpus } from "../../test/support/corpus.ts";
import { detachStrings } from "./detach-strings.ts";
import { parseSkill } from "./parse-skill.ts";
import { formatIndex, parseIndex, type ReadFile, readRow, toRow } from "./skill-index-text.ts";

const PATH = "/proj/.claude/skills/a/SKILL.md";
const corpus = listCorpus()?.filter(({ kind }) => kind !== "agent");

function read(bytes: Uint8Array, path = PATH): ReadFile {
  const parsed = parseSkill({ bytes, path, directoryName: "a", kind: "skill" });
  if (parsed.kind === "refused") return parsed;
  return { kind: "skill", definition: detachStrings(parsed.definition), diagnostics: parsed.diagnostics };
}

/** What comes back; undefined when the file cannot be kept. */
function keep(file: ReadFile, path = PATH): ReadFile | undefined {
  const row = toRow({ name: "/a/SKILL.md", identity: "1:2:3" }, file);
  if (row === undefined) return undefined;
  const [back] = parseIndex(formatIndex([row]));
  return back && readRow(back, path);
}

/** Frontmatter as nobody would write it: every key with every kind of value. */
const keys = fc.constantFrom(
  "name",
  "description",
  "when_to_use",
  "aliases",
  "arguments",
  "argument-hint",
  "context",
  "agent",
  "model",
  "effort",
  "allowed-tools",
  "disallowed-tools",
  "user-invocable",
  "disable-model-invocation",
  "paths",
  "hooks",
  "shell",
  "license",
  "compatibility",
  "metadata",
  "constructor",
  "__proto__",
  "other",
);
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.string(),
  fc.constantFrom(
    "",
    "~",
    ".nan",
    ".inf",
    "-0.0",
    "0x10",
    "1e400",
    "12345678901234567890",
    "2024-01-01",
    "!!binary aGVsbG8=",
    "!!set {a, b}",
    "&x [*x]",
    "[&y {b: 1}, *y]",
    "{__proto__: {a: 1}}",
    "{? [1]: 2}",
    "fork",
    "high",
    "{Stop: [{hooks: [{type: command, command: ls, once: true}]}]}",
  ),
);
const files = fc
  .array(fc.tuple(keys, values), { maxLength: 8 })
  .map((fields) => `---\n${fields.map(([key, value]) => `${key}: ${value}`).join("\n")}\n---\n\n!\`ls\`\n`);

describe("a row", () => {
  it("gives back what was read, of whatever file, or is none", () => {
    let kept = 0;
    fc.assert(
      fc.property(files, (text) => {
        const file = read(new TextEncoder().encode(text));
        const back = keep(file);
        if (back === undefined) return;
        kept += 1;
        // The matchers of the test runner take a key named "constructor" for more than data.
        expect(isDeepStrictEqual(back, file)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(kept).toBeGreaterThan(800);
  });

  it("is not made of values that a text cannot hold", () => {
    const [odd, plain] = [".nan", ".inf", "-0.0"].map(
      (value) => `---\ndescription: x\nmetadata: {a: [${value}]}\n---\n`,
    );
    for (const text of [odd, plain]) {
      const file = read(new TextEncoder().encode(text));
      expect([file.kind, keep(file)]).toEqual(["skill", undefined]);
    }
  });

  it.skipIf(corpus === undefined)("gives back what was read of every real file", () => {
    const lost = (corpus ?? []).filter(({ file, path }) => {
      const before = read(readFileSync(file), path);
      const back = keep(before, path);
      if (back !== undefined) expect(isDeepStrictEqual(back, before), path).toBe(true);
      return back === undefined;
    });
    expect(lost.map(({ path }) => path)).toEqual([]);
  });
});
