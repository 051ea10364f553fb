import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRule } from "./permission-rules.ts";

describe("parseRule", () => {
  it.each([
    ["Read", { tool: "Read" }],
    ["  Bash ( git diff:* ) ", { tool: "Bash", specifier: "git diff:*" }],
    ["Bash(echo (a) b)", { tool: "Bash", specifier: "echo (a) b" }],
    ["mcp__server__tool", { tool: "mcp__server__tool" }],
    ["mcp__*", { tool: "mcp__*" }],
    ["*", { tool: "*" }],
    ["WebFetch(domain:example.com)", { tool: "WebFetch", specifier: "domain:example.com" }],
  ])("%j", (text, expected) => {
    expect(parseRule(text)).toEqual(expected);
  });

  it.each(["", "  ", "(x)", "Bash(", "Bash(x) y", "Bash x", "1x", "Bash)x(", "Bash()", "Bash( )"])(
    "refuses %j with a reason",
    (text) => {
      expect(parseRule(text)).toEqual({ error: expect.stringContaining(JSON.stringify(text).slice(1, -1)) });
    },
  );

  it("reads back what it is made of", () => {
    const tool = fc.stringMatching(/^[A-Za-z][\w.-]{0,10}$/);
    fc.assert(
      fc.property(
        tool,
        fc.string().filter((it) => it.trim() !== ""),
        (name, specifier) => {
          expect(parseRule(`${name}(${specifier})`)).toEqual({ tool: name, specifier: specifier.trim() });
        },
      ),
    );
  });
});
