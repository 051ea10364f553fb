import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDemoRequest } from "./parse-demo-request.ts";

describe("parseDemoRequest", () => {
  test.each([
    ["read src/a.tsx", "Read", { file_path: "src/a.tsx" }],
    ["Please show me the file README.md.", "Read", { file_path: "README.md" }],
    ['open "my file.txt"', "Read", { file_path: "my file.txt" }],
    ["list files", "Glob", { pattern: "**/*" }],
    ["list files in src/", "Glob", { pattern: "**/*", path: "src/" }],
    ["list the files matching *.ts in src", "Glob", { pattern: "*.ts", path: "src" }],
    ["list files in .", "Glob", { pattern: "**/*", path: "." }],
    ["find src/**/*.{ts,tsx}", "Glob", { pattern: "src/**/*.{ts,tsx}" }],
    ["ls", "Glob", { pattern: "*" }],
    ["ls ./src", "Glob", { pattern: "*", path: "./src" }],
    ["search for TODO", "Grep", { pattern: "TODO" }],
    ["search for f(x) in src", "Grep", { pattern: "f\\(x\\)", path: "src" }],
    ["grep `a b`", "Grep", { pattern: "a b" }],
    ["use skill greet for Alice", "Skill", { skill: "greet", args: "Alice" }],
    ["run skill user:style with a b c", "Skill", { skill: "user:style", args: "a b c" }],
    ["use skill with-vars test-arg-123", "Skill", { skill: "with-vars", args: "test-arg-123" }],
    ["call the skill /greet", "Skill", { skill: "greet" }],
    ["use the review skill on HEAD~1..HEAD", "Skill", { skill: "review", args: "HEAD~1..HEAD" }],
    ["/greet Bob", "Skill", { skill: "greet", args: "Bob" }],
    ["run npm test", "Bash", { command: "npm test" }],
    ["run `git status; ls`", "Bash", { command: "git status; ls" }],
    ["run the tests", "Bash", { command: "npm test" }],
    ["write hello to notes.txt", "Write", { file_path: "notes.txt", content: "hello\n" }],
    ['write "two words" into a/b.md', "Write", { file_path: "a/b.md", content: "two words\n" }],
    ["create src/a.tsx with export {}", "Write", { file_path: "src/a.tsx", content: "export {}\n" }],
    ["show me the diff", "GitDiff", {}],
    ["git diff HEAD~1", "GitDiff", { range: "HEAD~1" }],
    ["what changed?", "GitDiff", {}],
  ])("%s", (text, tool, input) => {
    expect(parseDemoRequest(text)).toEqual([{ tool, input }]);
  });

  test("joins calls with then", () => {
    expect(parseDemoRequest("read src/a.tsx, then use skill react-helper for a button and then run npm test")).toEqual([
      { tool: "Read", input: { file_path: "src/a.tsx" } },
      { tool: "Skill", input: { skill: "react-helper", args: "a button" } },
      { tool: "Bash", input: { command: "npm test" } },
    ]);
  });

  test("reads a file before it changes it", () => {
    expect(parseDemoRequest("replace a b with c in x.txt")).toEqual([
      { tool: "Read", input: { file_path: "x.txt" } },
      { tool: "Edit", input: { file_path: "x.txt", old_string: "a b", new_string: "c" } },
    ]);
  });

  test.each(["", "hello", "explain quantum physics", "read a.ts then dance", "what can you do?"])(
    "does not guess: %s",
    (text) => {
      expect(parseDemoRequest(text)).toBeUndefined();
    },
  );

  test("takes any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(run|use skill|write|read|search) .{0,200}$/)), (text) => {
        const calls = parseDemoRequest(text);
        expect(calls === undefined || calls.length > 0).toBe(true);
      }),
    );
  });
});
