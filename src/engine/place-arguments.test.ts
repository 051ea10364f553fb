import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type PlacedCommand, placeArguments } from "./place-arguments.ts";
import { createPlaceholderReader } from "./placeholders.ts";
import { splitArguments } from "./split-arguments.ts";
import { variableValues } from "./template-variables.ts";

const NAMES = ["file", "mode"];

function place(command: string, args: string, shell: "bash" | "powershell" = "bash", declares = true) {
  return placeArguments(command, {
    placeholders: createPlaceholderReader(declares ? NAMES : []).find(command),
    args,
    words: splitArguments(args),
    declares,
    values: variableValues({ skillDir: "/my skills/s", sessionId: "i", projectDir: "/p" }),
    shell,
  });
}

function placed(...given: Parameters<typeof place>): PlacedCommand {
  const placement = place(...given);
  if (placement.kind === "unsafe") throw new Error(placement.reason);
  return placement.command;
}

const scratch = mkdtempSync(join(tmpdir(), "skillful-place-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function runInBash({ command, env }: PlacedCommand): string {
  return execFileSync("bash", ["-c", command], {
    cwd: scratch,
    env: { PATH: process.env.PATH ?? "", ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

describe("references", () => {
  it.each([
    ["git log $ARGUMENTS", 'git log "${SKILLFUL_ARGUMENTS}"'],
    ['git log "$ARGUMENTS"', 'git log "${SKILLFUL_ARGUMENTS}"'],
    ["git log '$ARGUMENTS'", "git log ''\"${SKILLFUL_ARGUMENTS}\"''"],
    [
      "cat $file-$0 a\"x'$mode'\"",
      'cat "${SKILLFUL_ARGUMENT_0}"-"${SKILLFUL_ARGUMENT_0}" a"x\'${SKILLFUL_ARGUMENT_1}\'"',
    ],
    ['cat $ARGUMENTS[1] \\"$mode', 'cat "${SKILLFUL_ARGUMENT_1}" \\""${SKILLFUL_ARGUMENT_1}"'],
    ["ls ${CLAUDE_SKILL_DIR}/x '${SKILL_DIR}'", "ls '/my skills/s'/x '/my skills/s'"],
    ['python3 "${CLAUDE_SKILL_DIR}/x.py"', 'python3 "/my skills/s/x.py"'],
    ["ls ${PROJECT_DIR}/a", "ls /p/a"],
    ["x=$(cat ${SKILL_DIR}/x)", "x=$(cat ${SKILL_DIR}/x)"],
    ["echo $HOME $other", "echo $HOME $other"],
    ["echo \\$file '\\$mode' \\\\$", "echo \\$file '$mode' \\\\$"],
  ])("%s", (command, expected) => expect(placed(command, "a b").command).toBe(expected));

  it("leave a bare $N to the command of a skill that declares nothing", () => {
    expect(placed("awk '{print $1}' x", "a b", "bash", false)).toMatchObject({ command: "awk '{print $1}' x" });
    expect(place("git log $0 $ARGUMENTS[0]", "a", "bash", false)).toMatchObject({
      command: { command: 'git log $0 "${SKILLFUL_ARGUMENT_0}"' },
    });
  });

  it("in PowerShell name the environment", () => {
    expect(placed('git log $ARGUMENTS "$file" ${SKILL_DIR}', "a", "powershell").command).toBe(
      'git log ${env:SKILLFUL_ARGUMENTS} "${env:SKILLFUL_ARGUMENT_0}" ${env:SKILL_DIR}',
    );
    expect(place("echo '$ARGUMENTS'", "a", "powershell").kind).toBe("unsafe");
  });
});

describe("refusals", () => {
  it.each([
    'bash -c "echo $ARGUMENTS"',
    "eval echo $ARGUMENTS",
    "echo $ARGUMENTS | sh",
    "git log $ARGUMENTS | xargs rm",
    "python3 -c \"print('$file')\"",
    "/usr/bin/env node $file",
    'awk "/$file/" x',
    "echo $(cat $ARGUMENTS)",
    "echo `cat $ARGUMENTS`",
    "cat <<EOF\n$ARGUMENTS\nEOF",
    "echo $(( $0 + 1 ))",
    "((x = $0))",
    "[[ $0 -eq 1 ]]",
    "test -v $file",
    "a[$0]=1",
    "echo ${x:$0}",
    "echo x # it's\necho $file",
    "$ARGUMENTS",
    '"$file" --version',
    "git status; $file",
    "git status && $file",
    "LC_ALL=C $file",
    "timeout 5 $file",
    "if true; then $file; fi",
    ". $file",
    "declare x=$file",
  ])("%j", (command) => expect(place(command, "a b")).toMatchObject({ kind: "unsafe" }));

  it.each(["bash scripts/x.sh", "echo $(date)", "node ${CLAUDE_SKILL_DIR}/x.js", "npm test"])(
    "spare %j, where there is nothing of the caller's",
    (command) => expect(place(command, "a b").kind).toBe("placed"),
  );

  it.each([
    "npm test $file",
    "git log --format=%h $ARGUMENTS",
    "gh pr view $0 --json title | head -$1",
    "X=$0 && echo done",
  ])("spare %j, where an argument is plain data", (command) => expect(place(command, "a b").kind).toBe("placed"));
});

describe("in a real shell", () => {
  const hostile = fc.constantFrom(
    "$(touch pwned)",
    "`touch pwned`",
    '"; touch pwned; echo "',
    "'; touch pwned; echo '",
    "; touch pwned",
    "&& touch pwned",
    "| touch pwned",
    "\n touch pwned \n",
    "${x:=$(touch pwned)}",
    "$((a[$(touch pwned)]))",
    "\\",
    '"',
    "'",
    "*",
    "$HOME",
    "é 👍",
  );
  const args = fc
    .array(fc.oneof(hostile, fc.string({ unit: "grapheme", maxLength: 8 })), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(" ").replaceAll("\0", ""));
  const templates = [
    "printf '%s' $ARGUMENTS",
    "printf '%s' \"$ARGUMENTS\"",
    "printf '%s' '$ARGUMENTS'",
    "printf %s \"\"$ARGUMENTS''",
  ];

  it("arguments arrive as one piece of data, whatever they are and however they stand", () => {
    fc.assert(
      fc.property(args, fc.constantFrom(...templates), (value, command) => {
        expect(runInBash(placed(command, value))).toBe(value);
        expect(existsSync(join(scratch, "pwned"))).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("nothing of them is run in any command that is not refused", () => {
    const piece = fc.constantFrom(
      " ",
      "'",
      '"',
      "\\",
      "$ARGUMENTS",
      "$file",
      "echo ",
      "; ",
      "&& ",
      "a=",
      "(",
      ")",
      "{ ",
      "x",
      "\n",
      "#",
      "-",
      "> /dev/null ",
      "| cat ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), args, (pieces, value) => {
        const placement = place(pieces.join(""), value);
        if (placement.kind === "unsafe") return;
        try {
          runInBash(placement.command);
        } catch {
          // A command that makes no sense fails; all that counts is what it did.
        }
        expect(existsSync(join(scratch, "pwned"))).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it("variables arrive whole, also with blanks in them", () => {
    expect(runInBash(placed("printf '%s|' ${CLAUDE_SKILL_DIR}/x \"${SKILL_DIR}\"", ""))).toBe(
      "/my skills/s/x|/my skills/s|",
    );
  });
});
