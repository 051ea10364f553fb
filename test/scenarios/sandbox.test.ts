/** Commands in a sandbox, through the built program: what they can and cannot do, and what is said where there is none. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bubblewrapWorks } from "../support/bubblewrap-works.ts";
import { allTexts, logLines, openScenario, type Scenario, type ScenarioRun } from "../support/scenario-run.ts";

const works = bubblewrapWorks();

let scenario: Scenario;
beforeEach(async () => {
  scenario = await openScenario();
});
afterEach(async () => {
  await scenario.dispose();
});

const bash = (command: string, more: object = {}) => ({ toolCalls: [{ name: "Bash", input: { command, ...more } }] });

/** Runs commands as the model's, one for each step; the answers are what it was told. */
async function runCommands(
  commands: readonly (string | ReturnType<typeof bash>)[],
  args: readonly string[] = [],
): Promise<{ readonly told: readonly string[]; readonly run: ScenarioRun }> {
  const steps = commands.map((command) => (typeof command === "string" ? bash(command) : command));
  const run = await scenario.converse(["go"], {
    args: ["--allow", "Bash", ...args],
    script: [...steps, { text: "ok" }],
  });
  return { told: allTexts(run.requests.at(-1)).slice(-commands.length), run };
}

async function putHome(path: string, text: string): Promise<void> {
  const target = join(scenario.project.home, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
}

/** A search path on which the usual tools are, and bubblewrap is not. */
async function pathWithoutBubblewrap(): Promise<string> {
  const folder = join(scenario.project.home, "bin");
  await mkdir(folder);
  for (const name of ["bash", "sh", "cat", "touch", "ps", "git"]) {
    const found = spawnSync("which", [name], { encoding: "utf8" }).stdout.trim();
    await symlink(found, join(folder, name));
  }
  return folder;
}

describe.skipIf(!works)("a session with a sandbox", () => {
  it("writes in the workspace only, reads no secrets, and tells the model why", async () => {
    const { project } = scenario;
    await putHome(".ssh/id", "PRIVATE");
    await putHome(".npmrc", "PRIVATE");
    // Rules read the text of a command; what a script does only the sandbox sees.
    await project.write("src/evil.sh", "echo evil >> .git/config; mkdir .skillful/x; mv .claude x; mv .agents x\n");
    const { told, run } = await runCommands([
      "touch made.txt && echo done",
      "touch ~/made.txt",
      "cat ~/.ssh/id ~/.npmrc",
      "sh src/evil.sh",
    ]);
    expect(told[0]).toBe("done");
    for (const text of told.slice(1)) {
      expect(text).toMatch(/\n\(This ran in a sandbox: it could write only below .*; the network was on\.\)$/);
      expect(text).not.toContain("PRIVATE");
    }
    expect(existsSync(join(project.project, "made.txt"))).toBe(true);
    expect(existsSync(join(project.home, "made.txt"))).toBe(false);
    expect(logLines(run, "sandbox: on")).toHaveLength(1);
    // Nothing is left of what kept the places.
    expect((await readdir(project.project)).sort()).toEqual([".claude", ".git", "made.txt", "main.go", "src"]);
  });

  it("confines the commands in a skill's text, and not the hooks of the settings", async () => {
    const { project } = scenario;
    await putHome(".ssh/id", "PRIVATE");
    await project.writeSkill("look", "---\nname: look\ndescription: Looks\n---\nKeys: !`ls -A ~/.ssh`.\n");
    const marker = join(project.home, "by-hook");
    const hooks = { UserPromptSubmit: [{ hooks: [{ type: "command", command: `cat ~/.ssh/id > ${marker}` }] }] };
    const run = await scenario.converse(["/look", "hello"], {
      args: ["--allow", "Bash(ls:*)", "--settings", JSON.stringify({ hooks })],
    });
    expect(allTexts(run.requests[0]).join("\n")).toContain("Keys: .");
    expect(await readFile(marker, "utf8")).toBe("PRIVATE");
  });

  it("lets a command out only by a rule of its own kind", async () => {
    const { project } = scenario;
    const outside = join(project.home, "outside");
    const command = bash(`touch ${outside}`, { unsandboxed: true });
    const refused = await runCommands([command]);
    expect(refused.told[0]).toContain("The command is to run outside of the sandbox.");
    expect(refused.told[0]).toContain(`--allow "Unsandboxed(touch ${outside})"`);
    expect(existsSync(outside)).toBe(false);
    expect((await runCommands([command], ["--permission-mode", "bypass"])).told[0]).toContain("outside of the sandbox");
    expect(existsSync(outside)).toBe(false);
    await runCommands([command], ["--allow", "Unsandboxed(touch:*)"]);
    expect(existsSync(outside)).toBe(true);
  });

  it("takes the network away when it is told to, and more places", async () => {
    await putHome("diary", "PRIVATE");
    await putHome("cache/old", "");
    const sandbox = { network: false, hidden: ["~/diary"], writable: ["~/cache"] };
    const { port } = new URL(scenario.server.url);
    const { told } = await runCommands(
      [`exec 3<>/dev/tcp/127.0.0.1/${port}`, "cat ~/diary", "touch ~/cache/new && echo written"],
      ["--settings", JSON.stringify({ sandbox })],
    );
    expect(told[0]).toMatch(/Connection refused[\s\S]*the network was off/);
    expect(told[1]).not.toContain("PRIVATE");
    expect(told[2]).toBe("written");
  });

  it("is as without one when it is switched off", async () => {
    const { told } = await runCommands(["touch ~/made.txt && echo done"], ["--sandbox", "off"]);
    expect(told[0]).toBe("done");
    expect(existsSync(join(scenario.project.home, "made.txt"))).toBe(true);
  });
});

describe("a session on a machine without bubblewrap", () => {
  it("runs commands as before, and says so in /help and in the log", async () => {
    const { project } = scenario;
    const env = { PATH: await pathWithoutBubblewrap() };
    const help = await project.run(["-p", "/help", "--model", "demo"], { env });
    const missing =
      process.platform === "linux" ? /^Sandbox: none, .*bwrap.* not on PATH\. To have one, install / : /^Sandbox: /;
    expect(help.stdout.trimEnd().split("\n").at(-1)).toMatch(missing);
    const args = ["-p", "run `touch ~/made.txt`", "--model", "demo", "--allow", "Bash", "--debug"];
    const run = await project.run(args, { env });
    if (process.platform === "linux") expect(run.stderr).toMatch(/^DEBUG sandbox: unavailable reason=/m);
    expect(existsSync(join(project.home, "made.txt"))).toBe(process.platform === "linux");
  });

  it.runIf(process.platform === "linux")("runs none where the sandbox is a must", async () => {
    const { project } = scenario;
    const args = ["-p", "run `touch ~/made.txt`", "--model", "demo", "--allow", "Bash", "--sandbox", "on"];
    const run = await project.run(args, { env: { PATH: await pathWithoutBubblewrap() } });
    expect(run.stdout).toContain("the setting sandbox.mode is on, and bubblewrap (bwrap) is not on PATH");
    expect(existsSync(join(project.home, "made.txt"))).toBe(false);
  });
});
