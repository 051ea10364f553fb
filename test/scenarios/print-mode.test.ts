/** Print mode as scripts see it: formats, standard input, signals, closed pipes, log lines. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PROGRAM } from "../support/program-world.ts";
import { allTexts, openScenario, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario;
beforeEach(async () => {
  scenario = await openScenario();
  scenario.server.setScript(() => ({
    text: "the answer",
    usage: { inputTokens: 30, outputTokens: 3, cachedInputTokens: 10 },
  }));
});
afterEach(() => scenario.dispose());

const MODEL = ["--model", "openai-compatible/scripted-model"];
const print = (...args: string[]) => scenario.project.run(["-p", ...args, ...MODEL]);

describe("output", () => {
  it("is the answer alone as text", async () => {
    expect(await print("hello")).toEqual({ stdout: "the answer\n", stderr: "", exitCode: 0 });
  });

  it("is one object as json", async () => {
    const { stdout, exitCode } = await print("hello", "--output-format", "json");
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual({
      type: "result",
      result: "the answer",
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      steps: 1,
      usage: { inputTokens: 30, outputTokens: 3, cachedInputTokens: 10 },
      isError: false,
    });
  });

  it("is one object a line as stream-json", async () => {
    const { stdout } = await print("/greet Alice", "--output-format", "stream-json");
    const objects = stdout.trimEnd().split("\n");
    expect(objects.map((line) => JSON.parse(line).type)).toEqual(["system", "skill", "skill", "text", "result"]);
    expect(JSON.parse(objects[0] ?? "")).toMatchObject({
      subtype: "init",
      model: "openai-compatible/scripted-model",
      cwd: scenario.project.project,
      tools: expect.arrayContaining(["Read", "Write", "Edit", "Bash", "Glob", "Grep", "GitDiff", "Skill"]),
      skills: expect.arrayContaining(["greet", "with-vars", "review"]),
      permissionMode: "default",
    });
  });

  it("of a command that asks no model is what the command says", async () => {
    const { stdout, stderr, exitCode } = await print("/help");
    expect(stdout).toContain("/greet [name]");
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(scenario.server.requests).toEqual([]);
  });

  it("of a failed turn is an error with exit code 1", async () => {
    scenario.server.setScript(() => ({ status: 401 }));
    const text = await print("hello");
    expect(text).toMatchObject({ exitCode: 1, stdout: "" });
    expect(text.stderr).toMatch(/^error: /);
    const json = await print("hello", "--output-format", "json");
    expect(json.exitCode).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ isError: true, error: { code: "auth" } });
  });

  it("stops at --max-steps with exit code 1", async () => {
    scenario.server.setScript(() => ({ toolCalls: [{ name: "Read", input: { file_path: "main.go" } }] }));
    const { stdout, exitCode } = await print("hello", "--max-steps", "2", "--output-format", "json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ steps: 2, isError: true, error: { code: "step-limit" } });
    expect(scenario.server.requests).toHaveLength(2);
  });
});

describe("input", () => {
  it("from a pipe is added to the message, or is the message", async () => {
    await scenario.project.run(["-p", "explain this", ...MODEL], { stdin: "diff --git a b\n" });
    expect(allTexts(scenario.server.requests[0]?.view).at(-1)).toBe("explain this\n\ndiff --git a b\n");
    await scenario.project.run(["-p", ...MODEL], { stdin: "only this\n" });
    expect(allTexts(scenario.server.requests[1]?.view).at(-1)).toBe("only this\n");
    const { stdout } = await scenario.project.run(MODEL, { stdin: "without -p" });
    expect(stdout).toBe("the answer\n");
  });

  it("as stream-json keeps one session and survives a malformed line", async () => {
    const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", ...MODEL];
    const { stdout, exitCode } = await scenario.project.run(args, {
      stdin: '{"type":"user","text":"one"}\nnot json\n\n{"type":"user"}\n{"type":"user","text":"two"}\n',
    });
    const objects = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(objects.filter(({ type }) => type === "notice")).toMatchObject([
      { level: "error", line: 2, message: expect.stringContaining("input line 2: not JSON") },
      { level: "error", line: 4, message: expect.stringContaining("input line 4: text is missing") },
    ]);
    const results = objects.filter(({ type }) => type === "result");
    expect(results).toHaveLength(2);
    expect(results[0].sessionId).toBe(results[1].sessionId);
    expect(allTexts(scenario.server.requests[1]?.view)).toContain("one");
    expect(exitCode).toBe(1);
  });
});

describe("stopping", () => {
  it("by Ctrl-C ends the turn with exit code 130", async () => {
    scenario.server.setScript(() => ({ hang: true }));
    const running = scenario.project.start(["-p", "hello", "--output-format", "json", ...MODEL]);
    running.endInput();
    await scenario.server.received(1);
    running.kill("SIGINT");
    const { stdout, exitCode } = await running.ended;
    expect(exitCode).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ isError: true, error: { code: "aborted" } });
  });

  it("answers each stream-json message as it comes, while the input stays open", async () => {
    const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", ...MODEL];
    const running = scenario.project.start(args);
    running.write('{"type":"user","text":"one"}\n');
    await running.printed('"type":"result"');
    running.kill("SIGTERM");
    expect((await running.ended).exitCode).toBe(143);
  });

  it("by a reader that leaves is quiet", async () => {
    const child = spawn(process.execPath, [PROGRAM, "-p", "/help", "--output-format", "stream-json", ...MODEL], {
      cwd: scenario.project.project,
      env: { PATH: process.env.PATH, HOME: scenario.project.home, OPENAI_BASE_URL: `${scenario.server.url}/v1` },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.stdout.destroy();
    await once(child, "close");
    expect(stderr).toBe("");
  });
});

describe("log lines", () => {
  it("go to standard error with SKILLFUL_LOG=debug as with --debug, and to a file with --log-file", async () => {
    const args = ["-p", "/greet Alice", "--log-file", "run.log", ...MODEL];
    const { stdout, stderr } = await scenario.project.run(args, { env: { SKILLFUL_LOG: "debug" } });
    expect(stdout).toBe("the answer\n");
    const line = "DEBUG skill: expanding inline name=greet args=Alice\n";
    expect(stderr).toContain(line);
    expect(await readFile(join(scenario.project.project, "run.log"), "utf8")).toContain(line);
    const quiet = await print("/greet Alice");
    expect(quiet.stderr).toBe("");
  });
});

/** The fields of each type of object, as the page for scripts has them. */
async function documentedFields(): Promise<ReadonlyMap<string, readonly string[]>> {
  const page = await readFile(new URL("../../docs/scripting.md", import.meta.url), "utf8");
  const table = page.slice(page.indexOf("| `type` |") + "| `type` |".length, page.indexOf("\n`agent` is there"));
  const rows = [...table.matchAll(/^\| `(\w+)` \|[^|]*\|(.*)\|$/gm)];
  return new Map(
    rows.map(([, type = "", fields = ""]) => [type, [...fields.matchAll(/`(\w+)`/g)].map(([, it]) => it ?? "")]),
  );
}

describe("docs/scripting.md", () => {
  it("names every type and field that comes out", async () => {
    const documented = await documentedFields();
    scenario.server.setScript(({ view }) => {
      if (view.messages.at(-1)?.text.at(-1) === "fail") return { status: 401 };
      if (view.messages.at(-1)?.toolResults.length !== 0) return { text: "done" };
      return { text: "Let me.", toolCalls: [{ name: "Read", input: { file_path: "src/button.tsx" } }] };
    });
    const { writeSkill } = scenario.project;
    await writeSkill("look", "---\nname: look\ndescription: Looks\ncontext: fork\n---\nLook.\n");
    const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", ...MODEL];
    const messages = ["/help", "/greet Ada", "read it", "/look", "/compact", "fail"];
    const stdin = `${messages.map((text) => JSON.stringify({ type: "user", text })).join("\n")}\nnot json\n`;
    const { stdout } = await scenario.project.run(args, { stdin });
    const objects = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect([...new Set(objects.map(({ type }) => type))].sort()).toEqual([...documented.keys()].sort());
    // What a compaction comes to has a page of its own.
    for (const { type, ...fields } of objects.filter((object) => object.type !== "compaction")) {
      expect(documented.get(String(type))).toEqual(expect.arrayContaining(Object.keys(fields)));
    }
    for (const { usage, error } of objects.filter(({ type }) => type === "result")) {
      expect(Object.keys(usage as object).sort()).toEqual(["cachedInputTokens", "inputTokens", "outputTokens"]);
      for (const key of Object.keys((error ?? {}) as object)) expect(["code", "message", "hint"]).toContain(key);
    }
  });
});
