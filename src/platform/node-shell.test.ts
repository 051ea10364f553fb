import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeShell } from "./node-shell.ts";

const shell = createNodeShell();
let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "shell-"));
});

afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
});

const run = (command: string, more: Partial<Parameters<typeof shell.run>[1]> = {}) =>
  shell.run(command, { cwd, timeoutMs: 20_000, ...more });

/** Waits for a file that a command writes; the test's own timeout ends a wait in vain. */
async function fileText(path: string): Promise<string> {
  for (;;) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (text.includes("\n")) return text.trim();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A zombie, ended but not yet collected by its new parent, counts as gone. */
function isAlive(pid: number): boolean {
  const state = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
  return state !== "" && !state.startsWith("Z");
}

/** A killed process needs a moment to be gone; the test's own timeout ends a wait in vain. */
async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
}

describe("createNodeShell", () => {
  it("returns output and exit code, both streams in order of arrival", async () => {
    const result = await run("for i in 1 2 3; do echo out$i; echo err$i >&2; done; exit 3");
    expect(result).toEqual({
      output: "out1\nerr1\nout2\nerr2\nout3\nerr3\n",
      exitCode: 3,
      timedOut: false,
      truncated: false,
    });
  });

  it("runs bash, in the directory asked for, without input", async () => {
    const result = await run('[[ -n $BASH_VERSION ]] && pwd -P && cat && echo "${#BASH_VERSION}"');
    expect(result.exitCode).toBe(0);
    expect(result.output).toContain(cwd);
  });

  it("passes stdin, also to a command that does not read it", async () => {
    expect((await run("cat", { stdin: "héllo" })).output).toBe("héllo");
    expect((await run("true", { stdin: "x".repeat(1_000_000) })).exitCode).toBe(0);
  });

  it("reports the command's own failure to start as a result", async () => {
    const result = await run("no-such-command-here");
    expect(result.exitCode).toBe(127);
    expect(result.output).toContain("not found");
  });

  it("rejects for a missing working directory", async () => {
    await expect(run("true", { cwd: join(cwd, "gone") })).rejects.toMatchObject({ code: "cwd-missing" });
  });

  it("ends a command at its timeout", async () => {
    const result = await run("echo $$ > pid; sleep 1000; echo never", { timeoutMs: 300 });
    expect(result).toEqual({ output: "", timedOut: true, truncated: false });
  });

  it("ends the whole tree, also children that ignore SIGTERM or left the group", async () => {
    const command = `bash -c 'trap "" TERM; echo $$ > stubborn; while :; do sleep 1; done' &
      setsid bash -c 'echo $$ > moved; exec sleep 1000' &
      wait`;
    const controller = new AbortController();
    const running = run(command, { signal: controller.signal });
    const pids = await Promise.all(["stubborn", "moved"].map((name) => fileText(join(cwd, name))));
    controller.abort(new Error("stop"));
    await expect(running).rejects.toThrow("stop");
    for (const pid of pids) await untilGone(Number(pid));
  });

  it("rejects with the reason on abort and leaves nothing running", async () => {
    const controller = new AbortController();
    const running = run("echo $$ > pid; sleep 1000", { signal: controller.signal });
    const pid = Number(await fileText(join(cwd, "pid")));
    controller.abort(new Error("stopped by the user"));
    await expect(running).rejects.toThrow("stopped by the user");
    await untilGone(pid);
    await expect(run("true", { signal: controller.signal })).rejects.toThrow("stopped by the user");
  });

  it("does not wait for a background child that keeps the output open, nor ends it", async () => {
    const result = await run("sleep 1000 & echo $! > pid; echo started");
    expect(result).toMatchObject({ output: "started\n", exitCode: 0, timedOut: false });
    const pid = Number(await fileText(join(cwd, "pid")));
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
  });

  it("cuts the middle of long output and keeps characters whole", async () => {
    const result = await run("for i in {1..20000}; do echo ééé$i; done", { maxOutputBytes: 1001 });
    expect(result.truncated).toBe(true);
    expect(result.output).toMatch(/^ééé1\n/);
    expect(result.output).toMatch(/ééé20000\n$/);
    expect(result.output).toMatch(/\[… \d+ bytes cut here …\]/);
    expect(result.output).not.toContain("\ufffd");
    expect(result.output.length).toBeLessThan(1100);
  });

  it("keeps output whole at exactly the limit", async () => {
    expect(await run("printf 12345678", { maxOutputBytes: 8 })).toMatchObject({ output: "12345678", truncated: false });
    expect(await run("printf 123456789", { maxOutputBytes: 8 })).toMatchObject({ truncated: true });
  });

  it("withholds provider keys unless a run gives them", async () => {
    const withKeys = createNodeShell({ env: { PATH: process.env.PATH, OPENAI_API_KEY: "secret", OTHER: "kept" } });
    const show = 'echo "${OPENAI_API_KEY-none} $OTHER"';
    expect((await withKeys.run(show, { cwd, timeoutMs: 20_000 })).output).toBe("none kept\n");
    const given = await withKeys.run(show, { cwd, timeoutMs: 20_000, env: { OPENAI_API_KEY: "given" } });
    expect(given.output).toBe("given kept\n");
  });

  it("removes its listeners", async () => {
    const before = process.listenerCount("exit");
    const controller = new AbortController();
    for (let i = 0; i < 20; i++) await run("true", { signal: controller.signal });
    expect(process.listenerCount("exit")).toBe(before);
  });
});
