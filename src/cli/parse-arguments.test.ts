import { describe, expect, it } from "vitest";
import type { Command } from "./command.ts";
import { parseArguments } from "./parse-arguments.ts";

const parse = (...argv: string[]) => parseArguments(argv, { version: "1.2.3" });

function expectKind<K extends Command["kind"]>(command: Command, kind: K): Extract<Command, { kind: K }> {
  expect(command).toMatchObject({ kind });
  return command as Extract<Command, { kind: K }>;
}

function text(...argv: string[]): string {
  return expectKind(parse(...argv), "text").text;
}

function usage(...argv: string[]) {
  const { message, hint } = expectKind(parse(...argv), "usage-error");
  return `${message} | ${hint}`;
}

describe("parseArguments of trust", () => {
  it("is about this directory or the one named", () => {
    expect(expectKind(parse("trust"), "trust")).toMatchObject({ action: "add", flags: {} });
    expect(expectKind(parse("trust", "../other"), "trust")).toMatchObject({ flags: { cwd: "../other" } });
    expect(expectKind(parse("trust", "--revoke"), "trust").action).toBe("revoke");
    expect(expectKind(parse("trust", "--list"), "trust").action).toBe("list");
    expect(usage("trust", "--list", "--revoke")).toContain("exclude each other");
    expect(usage("trust", "a", "b")).toContain("too many arguments");
  });
});

describe("parseArguments", () => {
  it("opens a session without a message, with one, and after a double dash", () => {
    expect(expectKind(parse(), "session").message).toBeUndefined();
    expect(expectKind(parse("fix the build"), "session").message).toBe("fix the build");
    expect(expectKind(parse("--", "--help me"), "session").message).toBe("--help me");
    expect(expectKind(parse("/skills"), "session").message).toBe("/skills");
  });

  it("prints one answer, the message before or after other flags", () => {
    expect(expectKind(parse("-p", "hello"), "print")).toMatchObject({
      message: "hello",
      inputFormat: "text",
      outputFormat: "text",
    });
    expect(expectKind(parse("-p", "--output-format", "json", "hello"), "print")).toMatchObject({
      message: "hello",
      outputFormat: "json",
    });
    expect(expectKind(parse("-p"), "print").message).toBeUndefined();
  });

  it("takes a dashed text as the message of -p, but not a flag", () => {
    expect(expectKind(parse("-p", "- one\n- two"), "print").message).toBe("- one\n- two");
    expect(expectKind(parse("-p", "--debug"), "print")).toMatchObject({ flags: { debug: true } });
  });

  it("collects repeatable flags without eating what follows", () => {
    const command = expectKind(
      parse("--allow", "Read", "--allow", "Bash(git diff:*)", "--deny", "Write", "--add-dir", "../a", "-p", "go"),
      "print",
    );
    expect(command.message).toBe("go");
    expect(command.flags).toMatchObject({ allow: ["Read", "Bash(git diff:*)"], deny: ["Write"], addDirs: ["../a"] });
    expect(expectKind(parse("--allow", "Read", "hello"), "session")).toMatchObject({
      message: "hello",
      flags: { allow: ["Read"] },
    });
  });

  it("starts every parse afresh", () => {
    parse("--allow", "Read");
    expect(expectKind(parse(), "session").flags.allow).toEqual([]);
  });

  it("reads values", () => {
    const { flags } = expectKind(
      parse("--effort", "HIGH", "--max-steps", "3", "--base-url", "http://localhost:1/v1", "--cwd", "x", "--trust"),
      "session",
    );
    expect(flags).toMatchObject({
      effort: "high",
      maxSteps: 3,
      baseUrl: "http://localhost:1/v1",
      cwd: "x",
      trust: true,
    });
    expect(expectKind(parse("--effort", "2048"), "session").flags.effort).toBe(2048);
  });

  it("knows the skills commands, with shared flags on either side", () => {
    expect(expectKind(parse("skills"), "skills-list")).toMatchObject({ all: false, json: false });
    expect(expectKind(parse("--cwd", "a", "skills", "list", "--all", "--json"), "skills-list")).toMatchObject({
      all: true,
      json: true,
      flags: { cwd: "a" },
    });
    expect(expectKind(parse("skills", "show", "greet", "Alice", "Bob", "--cwd", "a"), "skills-show")).toMatchObject({
      name: "greet",
      args: "Alice Bob",
      flags: { cwd: "a" },
    });
    expect(expectKind(parse("skills", "explain", "src/a.tsx", "--json"), "skills-explain")).toMatchObject({
      target: "src/a.tsx",
      json: true,
    });
  });

  it("reads doctor with the flags of a session", () => {
    const command = expectKind(parse("--model", "haiku", "doctor", "--json", "--cwd", "a"), "doctor");
    expect(command).toMatchObject({ json: true, flags: { model: "haiku", cwd: "a" } });
    expect(expectKind(parse("doctor"), "doctor").json).toBe(false);
  });

  it("shows help and version as text", () => {
    expect(text("--version")).toBe("1.2.3\n");
    expect(text("--help")).toContain("--permission-mode <mode>");
    expect(text("skills", "--help")).toContain("explain");
    expect(text("skills", "show", "-h")).toContain("[args...]");
  });

  it("does not offer what does not exist yet", () => {
    expect(text("--help")).not.toMatch(/--continue|--resume|\bmcp\b|\bacp\b/);
    expect(usage("--continue")).toContain("unknown option '--continue'");
  });

  it.each([
    [["--modle", "x"], "unknown option '--modle' | did you mean --model?"],
    [["--output-fromat", "json"], "did you mean --output-format?"],
    [["skills", "lsit"], "did you mean: skills list?"],
    [["skils", "list"], "did you mean: skillful skills list?"],
    [["skill"], "did you mean: skillful skills?"],
    [["skills", "show"], "missing required argument 'name'"],
    [["--output-format", "xml", "-p", "a"], "Allowed choices are text, json, stream-json"],
    [["--permission-mode", "yolo"], "Allowed choices are default, accept-edits, dont-ask, bypass"],
    [["--effort", "huge"], "Allowed are low, medium, high, xhigh, max, or a positive whole number"],
    [["--max-steps", "0"], "Allowed is a positive whole number"],
    [["--base-url", "localhost:11434"], "Allowed is an http or https address"],
    [["--cwd", " "], "It is empty"],
    [["--model"], "argument missing"],
    [["-p", ""], "the message is empty"],
    [["-p", " \n"], "the message is empty"],
    [["-p", "a", "b"], "two messages"],
    [["two", "words"], "put the message in quotes"],
    [["--output-format", "json", "hello"], "--output-format needs -p"],
    [["-p", "a", "--input-format", "stream-json"], "standard input only"],
    [["skills", "list", "extra"], "too many arguments"],
  ] as const)("explains %j", (argv, expected) => {
    expect(usage(...argv)).toContain(expected);
  });
});
