import { describe, expect, it } from "vitest";
import { createHookRegistry, type HookPorts, type HooksConfig, type Skill } from "../../engine/index.ts";
import { createAgentHooks } from "./agent-hooks.ts";
import { createPatternCompiler } from "./pattern-compiler.ts";

const skill = { qualifiedName: "project:guard", path: "/w/guard/SKILL.md", directory: "/w/guard" } as Skill;

/** Hooks whose commands answer with what is written in them, as a program that prints it would. */
function createTestHooks(settings: HooksConfig = {}) {
  const inputs: Record<string, unknown>[] = [];
  const ports: HookPorts = {
    async runCommand(command, { stdin }) {
      inputs.push(JSON.parse(stdin));
      return { kind: "exited", exitCode: 0, stdout: command, stderr: "" };
    },
    postJson: () => Promise.reject(new Error("no network here")),
    askModel: () => Promise.reject(new Error("no model here")),
  };
  const compiler = createPatternCompiler();
  const registry = createHookRegistry(compiler.compile);
  registry.addSettings(settings, "/settings.json");
  const hooks = createAgentHooks({
    registry,
    compiler,
    ports,
    common: { session_id: "s", cwd: "/w" },
    allowedHttpHosts: [],
    projectDir: "/w",
    logger: { log() {} },
    closing: new AbortController().signal,
  });
  return { hooks, inputs };
}

const on = (event: string, answer: unknown = {}): HooksConfig => ({
  [event]: [{ hooks: [{ type: "command", command: JSON.stringify(answer) }] }],
});
const { signal } = new AbortController();
const ANSWER = { stop_hook_active: false, last_assistant_message: "" };

describe("createAgentHooks", () => {
  it("keeps what the person is to know until it is taken", async () => {
    const { hooks } = createTestHooks(on("UserPromptSubmit", { systemMessage: "mind the gap" }));
    await hooks.run("UserPromptSubmit", { prompt: "x" }, signal);
    expect([hooks.takeNotices(), hooks.takeNotices()]).toEqual([["mind the gap"], []]);
  });

  it("remembers a stop until the next turn, and none of events that lie outside of turns", async () => {
    const stop = { continue: false, stopReason: "enough" };
    const { hooks } = createTestHooks({ ...on("SkillActivated", stop), ...on("Notification", stop) });
    hooks.runAside("Notification", { notification_type: "permission_prompt", message: "?" }, signal);
    await hooks.settled();
    expect(hooks.stopReason()).toBeUndefined();
    await hooks.run("SkillActivated", { skill_name: "a", trigger_files: [] }, signal);
    expect(hooks.stopReason()).toBe("enough");
    hooks.startTurn();
    expect(hooks.stopReason()).toBeUndefined();
  });

  it("registers a skill once and forgets it when skills are cleared; settings stay", async () => {
    const { hooks, inputs } = createTestHooks(on("Stop"));
    await hooks.addSkill(skill, on("Stop", { systemMessage: "from the skill" }));
    await hooks.addSkill(skill, on("Stop", { systemMessage: "from the skill" }));
    await hooks.run("Stop", ANSWER, signal);
    expect(inputs).toHaveLength(2);
    hooks.clearSkills();
    await hooks.run("Stop", ANSWER, signal);
    expect(inputs).toHaveLength(3);
  });

  it("gives a fork the settings' hooks, its own name, and its own end", async () => {
    const { hooks, inputs } = createTestHooks(on("SubagentStart"));
    await hooks.addSkill(skill, on("SubagentStart", { systemMessage: "from the caller's skill" }));
    const fork = hooks.fork({ id: "main/a#1", type: "Explore" });
    await fork.addSkill(skill, on("Stop"));
    expect(fork.agentType).toBe("Explore");
    await fork.run("SubagentStart", { agent_type: "Explore" }, signal);
    await fork.run("SubagentStop", { agent_type: "Explore", ...ANSWER }, signal);
    expect(inputs).toEqual([
      expect.objectContaining({ hook_event_name: "SubagentStart", agent_id: "main/a#1", agent_type: "Explore" }),
      expect.objectContaining({ hook_event_name: "SubagentStop" }),
    ]);
    expect([hooks.has("SubagentStop"), fork.has("SubagentStop")]).toEqual([false, true]);
  });
});
