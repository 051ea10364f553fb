import { describe, expect, it } from "vitest";
import type { HookInput } from "./hook-events.ts";
import type { PatternCompiler } from "./hook-matcher.ts";
import { createHookRegistry } from "./hook-registry.ts";
import type { CommandOutcome } from "./hook-reply.ts";
import { type HookPorts, runHooks } from "./hook-runner.ts";
import type { HooksConfig } from "./types.ts";

const compilePattern: PatternCompiler = (pattern) => {
  try {
    const compiled = new RegExp(pattern);
    return { kind: "pattern", test: (subject) => compiled.test(subject) };
  } catch (error) {
    return { kind: "error", message: (error as Error).message };
  }
};

/** Ports that answer from a table of commands and remember what they were asked. */
function scriptedPorts(answers: Record<string, CommandOutcome> = {}) {
  const commands: { command: string; stdin: unknown; env: Readonly<Record<string, string>>; timeoutMs: number }[] = [];
  const posts: string[] = [];
  const ports: HookPorts = {
    async runCommand(command, options) {
      commands.push({ command, stdin: JSON.parse(options.stdin), env: options.env, timeoutMs: options.timeoutMs });
      return answers[command] ?? { kind: "exited", exitCode: 0, stdout: "", stderr: "" };
    },
    async postJson(url) {
      posts.push(url);
      return { status: 200, body: '{"decision":"ask","reason":"by http"}' };
    },
    async askModel() {
      return '{"ok": false, "reason": "by prompt"}';
    },
  };
  return { ports, commands, posts };
}

const exit = (exitCode: number, stdout = "", stderr = ""): CommandOutcome => ({
  kind: "exited",
  exitCode,
  stdout,
  stderr,
});

const toolUse = (tool_name: string): HookInput<"PreToolUse"> => ({
  hook_event_name: "PreToolUse",
  session_id: "s",
  cwd: "/p",
  tool_name,
  tool_input: { command: "ls" },
  tool_use_id: "1",
});

const command = (text: string, extra: object = {}) => ({ type: "command" as const, command: text, ...extra });
const guard = (matcher: string | undefined, ...hooks: ReturnType<typeof command>[]): HooksConfig => ({
  PreToolUse: [{ ...(matcher !== undefined && { matcher }), hooks }],
});

describe("which hooks run", () => {
  it.each([
    ["no matcher", undefined, "Bash", 1],
    ["a star", "*", "Bash", 1],
    ["an exact name", "Bash", "Bash", 1],
    ["an exact name is not a prefix", "Bash", "BashOutput", 0],
    ["a list", "Edit|Write, Bash", "Write", 1],
    ["case counts", "bash", "Bash", 0],
    ["a pattern", "mcp__.*__read", "mcp__files__read", 1],
    ["a pattern that does not match", "mcp__.*__read", "Read", 0],
  ])("%s", async (_name, matcher, tool, expected) => {
    const registry = createHookRegistry(compilePattern);
    expect(registry.addSettings(guard(matcher, command("a")), "/settings.json")).toEqual([]);
    const { ports } = scriptedPorts();
    expect((await runHooks(toolUse(tool), { registry, ports })).ran).toBe(expected);
  });

  it("diagnoses an unreadable matcher and lets a guard with one guard everything", async () => {
    const registry = createHookRegistry(compilePattern);
    const diagnostics = registry.addSettings(
      { ...guard("(", command("a")), Stop: [{ matcher: "(", hooks: [command("b")] }] },
      "/settings.json",
    );
    expect(diagnostics.map((d) => [d.code, d.severity])).toEqual([
      ["invalid-hook-matcher", "error"],
      ["invalid-hook-matcher", "error"],
    ]);
    const { ports } = scriptedPorts();
    expect((await runHooks(toolUse("Read"), { registry, ports })).ran).toBe(1);
  });

  it("diagnoses an unknown event and keeps the others", async () => {
    const registry = createHookRegistry(compilePattern);
    const diagnostics = registry.addSettings(
      { PreTool: [{ hooks: [command("x")] }], ...guard("Bash", command("a")) },
      "/s",
    );
    expect(diagnostics).toMatchObject([{ code: "unknown-hook-event", path: "/s" }]);
    expect((await runHooks(toolUse("Bash"), { registry, ports: scriptedPorts().ports })).ran).toBe(1);
  });

  it("runs the same handler of two settings files once, and a skill's copy as its own", async () => {
    const registry = createHookRegistry(compilePattern);
    registry.addSettings(guard("Bash", command("a")), "/one.json");
    registry.addSettings(guard("Bash", command("a")), "/two.json");
    const skill = { kind: "skill", name: "project:g", path: "/g/SKILL.md", directory: "/g" } as const;
    registry.addSkill(guard("Bash", command("a")), skill);
    registry.addSkill(guard("Bash", command("a")), skill);
    const { ports, commands } = scriptedPorts();
    await runHooks(toolUse("Bash"), { registry, ports });
    expect(commands.map((c) => c.env.CLAUDE_SKILL_DIR)).toEqual([undefined, "/g"]);
    registry.clearSkills();
    expect((await runHooks(toolUse("Bash"), { registry, ports })).ran).toBe(1);
  });

  it("gives a fork the hooks of the settings and none of the skills'", async () => {
    const registry = createHookRegistry(compilePattern);
    registry.addSettings(guard("Bash", command("from settings")), "/s");
    registry.addSkill(guard("Bash", command("from skill")), {
      kind: "skill",
      name: "g",
      path: "/g/SKILL.md",
      directory: "/g",
    });
    const fork = registry.fork();
    fork.addSkill(guard("Bash", command("from fork")), {
      kind: "skill",
      name: "f",
      path: "/f/SKILL.md",
      directory: "/f",
    });
    const inFork = scriptedPorts();
    await runHooks(toolUse("Bash"), { registry: fork, ports: inFork.ports });
    expect(inFork.commands.map((c) => c.command)).toEqual(["from settings", "from fork"]);
    const inParent = scriptedPorts();
    await runHooks(toolUse("Bash"), { registry, ports: inParent.ports });
    expect(inParent.commands.map((c) => c.command)).toEqual(["from settings", "from skill"]);
  });
});

describe("once", () => {
  const skill = { kind: "skill", name: "g", path: "/g/SKILL.md", directory: "/g" } as const;

  it("goes after the first success, also when events overlap", async () => {
    const registry = createHookRegistry(compilePattern);
    registry.addSkill(guard("Edit", command("A", { once: true }), command("B")), skill);
    const { ports, commands } = scriptedPorts();
    await Promise.all([1, 2].map(() => runHooks(toolUse("Edit"), { registry, ports })));
    await runHooks(toolUse("Edit"), { registry, ports });
    expect(commands.filter((c) => c.command === "A")).toHaveLength(1);
    expect(commands.filter((c) => c.command === "B")).toHaveLength(3);
  });

  it("stays after a failure or a block", async () => {
    const registry = createHookRegistry(compilePattern);
    registry.addSkill(guard("Edit", command("A", { once: true })), skill);
    const answers: Record<string, CommandOutcome> = { A: exit(2, "", "no") };
    const { ports, commands } = scriptedPorts(answers);
    await runHooks(toolUse("Edit"), { registry, ports });
    answers.A = exit(0);
    await runHooks(toolUse("Edit"), { registry, ports });
    await runHooks(toolUse("Edit"), { registry, ports });
    expect(commands).toHaveLength(2);
  });

  it("means nothing in settings", async () => {
    const registry = createHookRegistry(compilePattern);
    registry.addSettings(guard("Edit", command("A", { once: true })), "/s");
    const { ports, commands } = scriptedPorts();
    await runHooks(toolUse("Edit"), { registry, ports });
    await runHooks(toolUse("Edit"), { registry, ports });
    expect(commands).toHaveLength(2);
  });
});

describe("what comes of the answers", () => {
  it("lets the strictest decision win, whatever the order", async () => {
    for (const order of [
      ["allow", "deny", "ask"],
      ["deny", "ask", "allow"],
      ["ask", "allow", "deny"],
    ]) {
      const registry = createHookRegistry(compilePattern);
      registry.addSettings(guard("Bash", ...order.map((word) => command(word))), "/s");
      const { ports } = scriptedPorts({
        allow: exit(0, '{"decision":"allow"}'),
        ask: exit(0, '{"decision":"ask"}'),
        deny: exit(2, "", "stop here"),
      });
      const outcome = await runHooks(toolUse("Bash"), { registry, ports });
      expect(outcome.decision).toMatchObject({ kind: "deny", reason: "stop here" });
    }
  });

  it("refuses when a guard cannot run, and says so", async () => {
    const registry = createHookRegistry(compilePattern);
    registry.addSettings(guard("Bash", command("slow")), "/s.json");
    const { ports } = scriptedPorts({ slow: { kind: "timed-out" } });
    const outcome = await runHooks(toolUse("Bash"), { registry, ports });
    expect(outcome.decision).toMatchObject({ kind: "deny", reason: "PreToolUse hook `slow` (/s.json) timed out" });
    expect(outcome.notices[0]).toContain("a guard that fails must not let it pass");
  });

  it("goes on when a hook of a reporting event fails, with a notice", async () => {
    const registry = createHookRegistry(compilePattern);
    registry.addSettings({ Stop: [{ hooks: [command("slow")] }] }, "/s.json");
    const { ports } = scriptedPorts({ slow: { kind: "timed-out" } });
    const input: HookInput<"Stop"> = {
      hook_event_name: "Stop",
      session_id: "s",
      cwd: "/p",
      stop_hook_active: false,
      last_assistant_message: "done",
    };
    const outcome = await runHooks(input, { registry, ports });
    expect(outcome.decision).toBeUndefined();
    expect(outcome.notices).toEqual(["Stop hook `slow` (/s.json) timed out"]);
  });

  it("hands the input over as JSON, with the timeout in milliseconds", async () => {
    const registry = createHookRegistry(compilePattern);
    registry.addSettings(guard("Bash", command("a", { timeout: 2.5 })), "/s");
    const { ports, commands } = scriptedPorts();
    await runHooks(toolUse("Bash"), { registry, ports });
    expect(commands[0]).toMatchObject({
      timeoutMs: 2500,
      stdin: { hook_event_name: "PreToolUse", tool_name: "Bash", cwd: "/p" },
    });
  });

  it("posts to loopback and to allowed hosts only", async () => {
    const hooks = (url: string): HooksConfig => ({ PreToolUse: [{ hooks: [{ type: "http", url }] }] });
    const decisionFor = async (url: string, allowedHttpHosts: readonly string[] = []) => {
      const registry = createHookRegistry(compilePattern);
      registry.addSettings(hooks(url), "/s");
      const { ports, posts } = scriptedPorts();
      const outcome = await runHooks(toolUse("Bash"), { registry, ports, allowedHttpHosts });
      return [outcome.decision?.kind, posts.length];
    };
    expect(await decisionFor("http://127.0.0.1:9/x")).toEqual(["ask", 1]);
    expect(await decisionFor("https://example.com/x")).toEqual(["deny", 0]);
    expect(await decisionFor("https://example.com/x", ["example.com"])).toEqual(["ask", 1]);
    expect(await decisionFor("http://127.0.0.1.example.com/x")).toEqual(["deny", 0]);
    expect(await decisionFor("http://localhost@example.com/x")).toEqual(["deny", 0]);
    expect(await decisionFor("file:///etc/passwd")).toEqual(["deny", 0]);
    expect(await decisionFor("not a url")).toEqual(["deny", 0]);
  });

  it("asks the model for a prompt hook", async () => {
    const registry = createHookRegistry(compilePattern);
    registry.addSettings({ PreToolUse: [{ hooks: [{ type: "prompt", prompt: "Is it safe?" }] }] }, "/s");
    const outcome = await runHooks(toolUse("Bash"), { registry, ports: scriptedPorts().ports });
    expect(outcome.decision).toMatchObject({ kind: "deny", reason: "by prompt" });
  });
});
