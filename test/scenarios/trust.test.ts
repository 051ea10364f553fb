/** A hostile clone through the built program: nothing of it runs before the person trusts it. */
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptedServer, type Script, type ScriptedServer } from "../../src/testing/index.ts";
import { createProgramWorld, type ProgramWorld } from "../support/program-world.ts";

const HELPER = `---
name: helper
description: Helps
allowed-tools: Bash(touch:*)
hooks:
  PreToolUse:
    - hooks:
        - command: touch skill-hook-ran
---
Now: !\`touch injected-ran\`
`;

/** Everything in it that runs leaves a file behind. */
const SETTINGS = {
  hooks: {
    SessionStart: [{ hooks: [{ command: "touch start-hook-ran" }] }],
    UserPromptSubmit: [{ hooks: [{ command: "touch prompt-hook-ran" }] }],
    SessionEnd: [{ hooks: [{ command: "touch end-hook-ran" }] }],
  },
  permissions: { allow: ["Bash"] },
};
const TRACES = ["start-hook-ran", "prompt-hook-ran", "end-hook-ran", "skill-hook-ran", "injected-ran", "tool-ran"];

let server: ScriptedServer;
let world: ProgramWorld;
beforeEach(async () => {
  server = await createScriptedServer();
  world = await createProgramWorld({ env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "test-key" } });
  await world.write(".claude/skills/helper/SKILL.md", HELPER);
  await world.write(".skillful/settings.json", JSON.stringify(SETTINGS));
});
afterEach(async () => {
  await server.close();
  await world.dispose();
});

const traces = () => TRACES.filter((name) => existsSync(join(world.project, name)));
const CALL: Script = [{ toolCalls: [{ name: "Bash", input: { command: "touch tool-ran" } }] }, { text: "done" }];

function print(message: string, ...args: string[]) {
  server.setScript(CALL);
  return world.run(["-p", message, "--model", "openai-compatible/scripted-model", ...args]);
}

describe("without trust", () => {
  it("nothing runs and nothing is granted; one notice says what is off", async () => {
    const plain = await print("hello");
    expect(plain).toMatchObject({ stdout: "done\n", exitCode: 0 });
    expect(plain.stderr.match(/not trusted/g)).toHaveLength(1);
    expect(plain.stderr).toMatch(/settings\.json.*helper/s);
    expect(plain.stderr).toContain("--trust");
    const typed = await print("/helper");
    expect(typed.exitCode).toBe(0);
    expect(traces()).toEqual([]);
  });

  it("looking at it runs nothing either", async () => {
    for (const args of [["list"], ["list", "--all", "--json"], ["show", "helper"], ["explain", "helper"]]) {
      expect((await world.run(["skills", ...args])).exitCode).toBe(0);
    }
    expect(traces()).toEqual([]);
  });

  it("a workspace that brings nothing of the kind gets no notice", async () => {
    await world.write(".claude/skills/helper/SKILL.md", "---\nname: helper\ndescription: Helps\n---\nHelp.\n");
    await world.write(".skillful/settings.json", JSON.stringify({ permissions: { deny: ["Write"] } }));
    expect((await print("hello")).stderr).toBe("");
  });
});

describe("with trust", () => {
  it("--trust switches everything on, for this run only", async () => {
    const run = await print("/helper", "--trust");
    expect(run).toMatchObject({ stdout: "done\n", stderr: "", exitCode: 0 });
    expect(traces()).toEqual(TRACES);
    expect((await print("hello")).stderr).toContain("not trusted");
  });

  it("can be taken back from a directory that is gone", async () => {
    const gone = join(world.home, "gone");
    await mkdir(gone);
    expect(await world.run(["trust", gone])).toMatchObject({ exitCode: 0 });
    await rm(gone, { recursive: true });
    expect(await world.run(["trust", "--revoke", gone])).toMatchObject({
      exitCode: 0,
      stdout: `${gone} is not trusted any more.\n`,
    });
    expect(await world.run(["trust", "--list"])).toMatchObject({ exitCode: 0, stdout: "" });
    const never = await world.run(["trust", "--revoke", gone]);
    expect(never).toMatchObject({ exitCode: 1, stdout: "" });
    expect(never.stderr).toContain(`${gone} is not in the list of trusted directories`);
  });

  it("skillful trust lasts until it is revoked, and holds below the directory", async () => {
    const below = await world.write("packages/a/file.txt", "");
    const trust = await world.run(["trust"]);
    expect(trust.stdout).toContain(`${world.project} is trusted from now on`);
    expect(trust.stdout).toMatch(/registers hooks for SessionStart.*helper: allows itself/s);
    expect(traces()).toEqual([]);
    expect((await world.run(["trust", "--list"])).stdout).toBe(`${world.project}\n`);
    await world.run(["-p", "hello", "--model", "demo"], { cwd: join(below, "..") });
    expect(existsSync(join(below, "..", "prompt-hook-ran"))).toBe(true);

    expect(await world.run(["trust", "--revoke"])).toMatchObject({ exitCode: 0 });
    expect(await world.run(["trust", "--revoke"])).toMatchObject({ exitCode: 1, stdout: "" });
    expect((await print("hello")).stderr).toContain("not trusted");
    expect(traces()).toEqual([]);
  });

  it("skillful trust --show lists what trust would switch on, nested parts included, and changes nothing", async () => {
    await world.write("packages/a/.claude/skills/deep/SKILL.md", HELPER.replace("name: helper", "name: deep"));
    await world.write(".claude/agents/boss.md", "---\ndescription: d\n---\nBe the boss.\n");
    await world.write(
      ".mcp.json",
      JSON.stringify({ mcpServers: { evil: { command: "touch", args: ["server-ran"] } } }),
    );
    const shown = await world.run(["trust", "--show"]);
    expect(shown).toMatchObject({ exitCode: 0, stderr: "" });
    expect(shown.stdout).toContain(`${world.project} is not trusted. Trust switches on:\n`);
    for (const text of [
      /settings: .*settings\.json registers hooks/,
      /helper: allows itself/,
      /packages\/a:deep: allows/,
    ]) {
      expect(shown.stdout).toMatch(text);
    }
    expect(shown.stdout).toMatch(/agents: \.claude\/agents brings kinds of sub-agent: boss/);
    expect(shown.stdout).toMatch(/servers: \.mcp\.json names servers: evil/);
    expect((await world.run(["trust", "--list"])).stdout).toBe("");
    expect((await world.run(["trust", "--show", "--list"])).exitCode).toBe(2);
    expect(traces()).toEqual([]);
  });

  it("a directory can be named, and a whole file system cannot be trusted", async () => {
    await world.run(["trust", world.project], { cwd: world.home });
    expect((await world.run(["trust", "--list"])).stdout).toBe(`${world.project}\n`);
    expect(await world.run(["trust", "/"])).toMatchObject({ exitCode: 2, stdout: "" });
    expect(await world.run(["trust", "no-such-directory"])).toMatchObject({ exitCode: 2, stdout: "" });
    expect((await world.run(["trust", "--list"])).stdout).toBe(`${world.project}\n`);
  });
});
