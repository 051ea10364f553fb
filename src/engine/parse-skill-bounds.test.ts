import { describe, expect, it } from "vitest";
import { parseSkillText } from "../../test/support/parse-skill-text.ts";

/** Large enough for a quadratic step to take minutes: of a file, and of a block that needs the whole YAML parser. */
const FILE = 400 * 1024;
const BLOCK = 40 * 1024;

const fill = (piece: string, size: number) => piece.repeat(Math.floor(size / piece.length));
const block = (yaml: string) => `---\n${yaml}\n---\nBody\n`;

const HOSTILE: Readonly<Record<string, string>> = {
  "keys without end": block(Array.from({ length: 20_000 }, (_, index) => `key${index}: v`).join("\n")),
  "keys that are nearly fields": block(fill("descripton: v\n", FILE)),
  "one key again and again": block(fill("model: v\n", FILE)),
  "short bracketed lists": block(fill("a: [b]\n", FILE)),
  "one long bracketed list": block(`allowed-tools: [${fill("Read, ", FILE)}x]`),
  "a long text": block(`description: ${fill("word ", FILE)}`),
  "a text of many lines": block(`description: a\n${fill("  b\n", FILE)}`),
  "a block text of many lines": block(`description: |\n${fill("  b\n", FILE)}`),
  "blanks in a text": block(`description: a${fill(" ", FILE)}b`),
  "blanks in a long text": block(`description: a\n  b${fill(" ", FILE)}c`),
  "blanks in brackets": block(`argument-hint: [a${fill(" ", BLOCK)}b, {}]`),
  "blanks in a heading": `# a${fill(" ", FILE)}b`,
  "hyphens before a fence": `---\na: b\n${fill("-", FILE)}x y`,
  "rules and blanks": fill("- ", FILE),
  "blank lines": `---\n${fill("\n", FILE)}`,
  colons: block(fill("a: b: c\n", BLOCK)),
  "colons on one line": block(`description: ${fill("a: ", BLOCK)}`),
  "open quotes": block(fill('a: "b\n', BLOCK)),
  "open brackets": block(fill("a: [b\n", BLOCK)),
  "closing braces": block(fill("}", BLOCK)),
  escapes: block(`a: "${fill("\\q", BLOCK)}"`),
  aliases: block(`a: &a x\nb: [${fill("*a, ", BLOCK)}*a]`),
  tags: block(`a: ${fill("!t ", BLOCK)}`),
  commas: block(`paths: "${fill(",", BLOCK)}"`),
  braces: block(`paths: "${fill("{a,b}", BLOCK)}"`),
  "nested braces": block(`paths: '${fill("{a,", BLOCK / 2)}${fill("}", BLOCK / 8)}'`),
  "quotes in tools": block(`allowed-tools: Bash(${fill("' ", BLOCK)}`),
  parentheses: block(`allowed-tools: ${fill("(", BLOCK)}${fill(")", BLOCK / 2)}`),
  "brackets around arguments": block(`arguments: x${fill(">", FILE)}y`),
  "slashes of an alias": block(`aliases: x${fill("/", FILE)}y`),
  "letters of a name": block(`name: ${fill("a", FILE)}`),
  "dots of a name": block(`name: x${fill(".", FILE)}/`),
  "comments before a text": `${fill("<!---->", FILE)}x`,
  "an open comment": `<!--${fill("--", FILE)}`,
  "a tag without end": `<a${fill(" b", FILE)}`,
  "fences without end": fill("```\n~~~\n", FILE),
  backticks: fill("!`a ``b ", FILE),
  hooks: block(`hooks:\n  Stop:\n${fill("    - command: a\n", BLOCK)}`),
  "malformed hooks": block(`hooks:\n${fill("  Stopp: [a]\n", BLOCK)}`),
};

describe("a hostile file", () => {
  // The runner's own limit per test is the bound: each of these takes a few seconds at the very most.
  it.each(Object.entries(HOSTILE))("of %s has a result", (_, text) => {
    expect(["skill", "refused"]).toContain(parseSkillText(text).kind);
  });
});
