import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseShell } from "./parse-shell.ts";

const names = (command: string) =>
  parseShell(command).commands.map(({ words }) => words.map((word) => word.text).join(" "));

describe("parseShell", () => {
  it.each([
    ["a 'b c' \"d\" \\e $'f\\n'", ["a b c d e f\n"]],
    ["a && b || c; d | e & f", ["a", "b", "c", "d", "e", "f"]],
    ["a $(b `c`) <(d)", ["a $(b `c`) <(d)", "b `c`", "c", "d"]],
    ["X=1 Y=2 a", ["a"]],
    ["X=$(a)", ["", "a"]],
    ["export A=b", ["export A=b"]],
    ["f() { a; }; function g { b; }", ["a", "b"]],
    ["a <<E\n$(b)\nE\nc", ["a", "b", "c"]],
    ["a <<'E'\n$(b)\nE\nc", ["a", "c"]],
    ["a # b\nc", ["a", "c"]],
    ["a \\\n b", ["a b"]],
  ])("finds the commands of %j", (command, expected) => {
    expect(names(command)).toEqual(expected);
    expect(parseShell(command).unclear).toEqual([]);
  });

  it("keeps assignments and redirections apart from the words", () => {
    expect(parseShell("A='x y' >out b 2>&1 < in >&file &>>log 2>&-")).toEqual({
      commands: [{ words: [{ text: "b", isLiteral: true }], assignments: [{ name: "A", text: "A=x y" }] }],
      redirects: [
        { target: { text: "out", isLiteral: true }, access: "write" },
        { target: { text: "in", isLiteral: true }, access: "read" },
        { target: { text: "file", isLiteral: true }, access: "write" },
        { target: { text: "log", isLiteral: true }, access: "write" },
      ],
      unclear: [],
    });
  });

  it.each(["$a", '"$a"', "~/a", "~a", "a*", "a?", "[ab]c", "{a,b}", "$(a)", "`a`", "$((1))", '"${a}"', "<(a)"])(
    "knows that the shell computes %s",
    (word) => {
      expect(parseShell(`x ${word}`).commands[0]?.words[1]?.isLiteral).toBe(false);
    },
  );

  it.each([
    "a 'b",
    "a )",
    "if a; then b",
    "$((a))",
    "((1))",
    "${a[b]}",
    "${!a}",
    "${a@P}",
    "${a:b}",
    "[[ a -eq b ]]",
    "[[ -v a ]]",
    "a >",
    "coproc a",
  ])("admits that it does not know all of: %s", (command) => {
    expect(parseShell(command).unclear).not.toEqual([]);
  });
});

const bash = spawnSync("bash", ["-c", "true"]).status === 0;

describe.skipIf(!bash)("beside the real bash", () => {
  let directory: string;
  let runs = 0;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "parse-shell-"));
  });
  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  /** Names of the commands that bash really tries to run; nothing is installed where it looks. */
  function executed(command: string): readonly string[] {
    // A file for each run: what one of them left in the background may write later.
    runs += 1;
    const log = join(directory, `log-${runs}`);
    writeFileSync(log, "");
    const script = `PATH=/nowhere; command_not_found_handle() { printf '%s\\0' "$1" >> '${log}'; }\n${command}`;
    spawnSync("bash", ["--norc", "-c", script], { cwd: directory, timeout: 5000, stdio: "ignore" });
    return readFileSync(log, "utf8").split("\0").slice(0, -1);
  }

  it("never overlooks a command that bash would run", () => {
    const piece = fc.constantFrom(
      ..."aa bb cc $( ) ` ' \" \\ ; | & && || { } ( << <<- E <<< > < $ $' $\" ! # = x= [[ ]] if then fi do done while for in case esac ;; time function ${ :- $x".split(
        " ",
      ),
      " ",
      " ",
      "\n",
      "<<E\n",
      "\nE\n",
      "\t",
    );
    const command = fc.array(piece, { minLength: 1, maxLength: 16 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(command, (text) => {
        const found = parseShell(text);
        // What is admitted to be unclear is asked about; loops would run for ever.
        fc.pre(found.unclear.length === 0 && !/while|time/.test(text));
        const known = found.commands.map(({ words }) => words[0]);
        if (known.some((word) => word !== undefined && !word.isLiteral)) return;
        for (const name of executed(text))
          expect(
            known.map((word) => word?.text),
            text,
          ).toContain(name);
      }),
      { numRuns: 150 },
    );
  });
});
