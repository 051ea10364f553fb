/** What the program does with what it cannot use: a clear error, the right exit code, and no cost for anything else. */
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ScriptedReply } from "../../src/testing/index.ts";
import { allTexts, openScenario, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario;
beforeEach(async () => {
  scenario = await openScenario();
});
afterEach(() => scenario.dispose());

const MODEL = ["--model", "openai-compatible/scripted-model"];
const run = (...args: string[]) => scenario.project.run(args);

describe("the command line", () => {
  it("names a flag close to one that does not exist", async () => {
    const result = await run("-p", "hello", "--modle", "x");
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toBe("error: unknown option '--modle'\n  did you mean --model?\n");
  });

  it("names the allowed values", async () => {
    const result = await run("-p", "hello", "--output-format", "xml");
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain("Allowed choices are text, json, stream-json");
  });

  it("needs a working directory that exists", async () => {
    for (const [cwd, message] of [
      ["no/such/place", "the working directory no/such/place does not exist"],
      ["main.go", "the working directory main.go is not a directory"],
      ["main.go/below", "the working directory main.go/below does not exist"],
    ] as const) {
      const result = await run("-p", "hello", "--cwd", cwd, ...MODEL);
      expect(result).toMatchObject({ exitCode: 2, stdout: "" });
      expect(result.stderr).toContain(message);
    }
  });

  it("needs a directory to trust that exists", async () => {
    const result = await run("trust", "nowhere");
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toBe("error: nowhere does not exist\n  skillful trust takes a directory that exists\n");
  });

  it("needs a message", async () => {
    const result = await run("-p", ...MODEL);
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain("there is no message");
  });

  it("says which model does not exist, and how to choose one", async () => {
    const result = await run("-p", "hello", "--model", "nowhere/nothing", "--base-url", "");
    expect(result.exitCode).toBe(2);
    const unknown = await scenario.project.run(["-p", "hello", "--model", "nowhere/nothing"], {
      env: { OPENAI_BASE_URL: "" },
    });
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain("nowhere");
    expect(unknown.stderr).toContain("--model");
  });

  it("needs a log file that can be written and a level that exists", async () => {
    const file = await run("-p", "hello", "--log-file", "no/such/dir/x.log", ...MODEL);
    expect(file.exitCode).toBe(2);
    expect(file.stderr).toContain("--log-file: ENOENT");
    const level = await scenario.project.run(["-p", "hello", ...MODEL], { env: { SKILLFUL_LOG: "loud" } });
    expect(level.exitCode).toBe(2);
    expect(level.stderr).toContain("Levels: debug, info, warn, error.");
  });
});

describe("settings", () => {
  it("names file, line and column of a syntax error and does not go on without them", async () => {
    const path = join(scenario.project.skillfulHome, "settings.json");
    await writeFile(path, '{\n  "permissions": {\n    "deny": ["Bash" "Write"]\n  }\n}\n');
    const result = await run("-p", "hello", ...MODEL);
    expect(result).toMatchObject({ exitCode: 1, stdout: "" });
    expect(result.stderr).toBe(
      [
        `error: ${path}:3:21: expected \`,\` or \`]\`, found \`"\``,
        '2 |   "permissions": {',
        '3 |     "deny": ["Bash" "Write"]',
        "  |                     ^",
        "  Separate entries by commas.",
        "",
      ].join("\n"),
    );
    expect(scenario.server.requests).toEqual([]);
  });

  it("says which rule cannot be read or misspells a tool, of a file and of the command line", async () => {
    const path = join(scenario.project.skillfulHome, "settings.json");
    scenario.server.setScript(() => ({ text: "ok" }));
    await writeFile(path, '{\n  "permissions": { "allow": ["Raed"] }\n}\n');
    const { exitCode, stderr } = await run("-p", "hello", ...MODEL, "--deny", "Bash(rm");
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      [
        'warning: the command line: permissions.deny: the rule "Bash(rm" has no closing parenthesis at its end',
        "  Write Tool or Tool(specifier), such as Bash(git diff:*). Until it is mended, every call is asked about or refused.",
        `warning: ${path}:2: permissions.allow: there is no tool Raed`,
        "  Did you mean Read?",
        "",
      ].join("\n"),
    );
  });

  it("needs the file that --settings names", async () => {
    const result = await run("-p", "hello", "--settings", "nothing.json", ...MODEL);
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain("nothing.json");
  });

  it("goes on without one wrong entry, and says so", async () => {
    const { results, objects } = await scenario.converse(["hello"], { args: ["--settings", '{"maxSteps":"many"}'] });
    expect(results).toMatchObject([{ result: "ok" }]);
    expect(objects.filter(({ type }) => type === "notice")).toMatchObject([
      { level: "warning", message: expect.stringContaining("maxSteps") },
    ]);
  });
});

describe("skill files", () => {
  it("loads the others beside a broken one", async () => {
    await scenario.project.writeSkill("broken", "---\nname: broken\ndescription: [unclosed\n---\nBody.\n");
    const { results, requests } = await scenario.converse(["hello"]);
    expect(results).toMatchObject([{ result: "ok", isError: false }]);
    expect(allTexts(requests[0]).join("\n")).toContain("- greet:");
    expect(allTexts(requests[0]).join("\n")).not.toContain("- broken:");
  });

  it("survives links that lead nowhere or in a circle", async () => {
    const skills = join(scenario.project.project, ".claude/skills");
    await symlink(skills, join(skills, "circle"));
    await symlink(join(skills, "gone"), join(skills, "dangling"));
    const { results, requests } = await scenario.converse(["hello"]);
    expect(results).toMatchObject([{ result: "ok", isError: false }]);
    expect(
      allTexts(requests[0])
        .join("\n")
        .match(/^- greet:/gm),
    ).toHaveLength(1);
  });

  // The superuser may read everything, so there is nothing to see for them.
  it.skipIf(process.getuid?.() === 0)("survives a directory that cannot be read", async () => {
    const locked = join(scenario.project.project, ".claude/skills/locked");
    await mkdir(locked);
    await chmod(locked, 0o000);
    try {
      const { results } = await scenario.converse(["hello"]);
      expect(results).toMatchObject([{ result: "ok", isError: false }]);
      const listed = await run("skills", "list", "--json");
      expect(JSON.parse(listed.stdout).diagnostics).toMatchObject([{ path: locked }]);
    } finally {
      await chmod(locked, 0o755);
    }
  });

  it("suggests near names for an unknown skill", async () => {
    const { results, requests } = await scenario.converse(["/gret Alice"]);
    expect(results).toMatchObject([{ isError: true, error: { code: "unknown" } }]);
    expect(results[0]?.error?.message).toBe('skill "gret" not found; did you mean greet?');
    expect(requests).toEqual([]);
  });

  it("names the broken file of a skill that is asked for, when it is typed, shown and explained", async () => {
    const path = await scenario.project.writeSkill("gret", "---\nname: gret\n");
    const because = `${path}:1:1: unclosed front-matter block`;
    const { results } = await scenario.converse(["/gret Alice"]);
    expect(results).toMatchObject([{ isError: true, error: { message: `skill "gret" not found: ${because}` } }]);
    for (const command of ["show", "explain"]) {
      const { exitCode, stderr } = await run("skills", command, "gret");
      expect(exitCode).toBe(1);
      expect(stderr).toContain(
        `error: there is no skill gret: ${because}\n  Close the block with a line of exactly \`---\`.\n`,
      );
    }
  });

  it("suggests a command for a mistyped one, and says where to look when nothing is near", async () => {
    const { results, requests } = await scenario.converse(["/hepl", "/zzz"]);
    expect(results).toMatchObject([
      { isError: true, error: { message: 'skill "hepl" not found', hint: "Did you mean /help?" } },
      { isError: true, error: { message: 'skill "zzz" not found', hint: expect.stringContaining("/help lists") } },
    ]);
    expect(requests).toEqual([]);
  });
});

describe("what the model asks for", () => {
  const call = (name: string, input: unknown): ScriptedReply => ({ toolCalls: [{ name, input }] });

  /** Lets the model make the calls, one a step, and gives back what each returned. */
  async function results(calls: readonly ScriptedReply[], args: readonly string[] = []) {
    const conversation = await scenario.converse(["go"], { script: [...calls, { text: "done" }], args });
    expect(conversation.results).toMatchObject([{ result: "done", isError: false }]);
    return conversation.objects.filter(({ type }) => type === "tool_result");
  }

  it("gets an error for a tool that does not exist", async () => {
    const [result] = await results([call("Teleport", { to: "moon" })]);
    expect(result).toMatchObject({ isError: true, output: expect.stringContaining("Teleport") });
    expect(result?.output).toContain("Read");
  });

  it("gets an error for wrong arguments, and for arguments that are not JSON", async () => {
    const [wrong, broken] = await results([
      call("Read", { path: 7 }),
      { toolCalls: [{ name: "Read", rawInput: '{"file_path": "src/bu' }] },
    ]);
    expect(wrong).toMatchObject({ isError: true, output: expect.stringContaining("file_path") });
    expect(broken).toMatchObject({ isError: true });
  });

  it("gets an error for a missing, a binary and a huge file", async () => {
    await scenario.project.write("picture.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0]));
    await scenario.project.write("huge.txt", "x".repeat(40 * 1024 * 1024));
    const [missing, binary, huge] = await results([
      call("Read", { file_path: "missing.txt" }),
      call("Read", { file_path: "picture.png" }),
      call("Read", { file_path: "huge.txt" }),
    ]);
    expect(missing).toMatchObject({ isError: true, output: expect.stringContaining("missing.txt") });
    expect(binary).toMatchObject({ isError: true, output: expect.stringMatching(/binary|as text/i) });
    expect(String(huge?.output).length).toBeLessThan(200_000);
  });

  it("cannot edit a text that occurs twice, and the file stays as it was", async () => {
    await scenario.project.write("twice.txt", "one\ntwo\none\n");
    const [, edit, read] = await results(
      [
        call("Read", { file_path: "twice.txt" }),
        call("Edit", { file_path: "twice.txt", old_string: "one", new_string: "three" }),
        call("Read", { file_path: "twice.txt" }),
      ],
      ["--permission-mode", "accept-edits"],
    );
    expect(edit).toMatchObject({ isError: true, output: expect.stringContaining("2") });
    expect(read?.output).not.toContain("three");
  });

  it("is told which rule would allow what nobody can be asked about", async () => {
    const [result] = await results([call("Bash", { command: "touch made.txt" })]);
    expect(result).toMatchObject({ isError: true, output: expect.stringContaining("--allow") });
  });
});
