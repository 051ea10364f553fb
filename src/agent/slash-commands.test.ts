import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikePath, parseSlashMessage } from "./slash-commands.ts";

const skill = (typed: string, args: string) => ({ kind: "skill", typed, args });
const builtIn = (command: string, args: string) => ({ kind: "built-in", command, args });

describe("parseSlashMessage", () => {
  it.each([
    ["/greet Alice", skill("greet", "Alice")],
    ["/greet", skill("greet", "")],
    ["/greet\tAlice  and Bob \n", skill("greet", "Alice  and Bob")],
    ["/greet\n\nfirst\nsecond", skill("greet", "first\nsecond")],
    ["/greet\u00a0Alice", skill("greet", "Alice")],
    ["/packages/web:style x", skill("packages/web:style", "x")],
    ["/grüße Ärger", skill("grüße", "Ärger")],
    ["/help", builtIn("help", "")],
    ["/HELP", builtIn("help", "")],
    ["/quit", builtIn("exit", "")],
    ["/model openai/gpt", builtIn("model", "openai/gpt")],
    ["/helpme", skill("helpme", "")],
    ["hello /greet", { kind: "text" }],
    [" /greet", { kind: "text" }],
    ["/", { kind: "text" }],
    ["/ greet", { kind: "text" }],
    ["// a comment", { kind: "text" }],
    ["", { kind: "text" }],
  ])("reads %j", (message, parsed) => {
    expect(parseSlashMessage(message)).toEqual(parsed);
  });

  it("hands the arguments on verbatim but for white space at the ends", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/), fc.string(), (name, args) => {
        fc.pre(!["help", "skills", "clear", "model", "exit", "quit"].includes(name));
        expect(parseSlashMessage(`/${name} ${args}`)).toEqual(skill(name, args.trim()));
      }),
    );
  });
});

describe("looksLikePath", () => {
  it.each([
    ["etc/hosts", true],
    ["packages/web:style", false],
    ["greet", false],
  ])("%s: %s", (typed, expected) => {
    expect(looksLikePath(typed)).toBe(expected);
  });
});
