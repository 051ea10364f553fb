/** With `--debug` every permission decision is one line: the tool, the call, the decision, the rule, and where it comes from. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createHookRecorder } from "../support/hook-recorder.ts";
import { logLines, openScenario, type Scenario } from "../support/scenario-run.ts";

let scenario: Scenario;
beforeEach(async () => {
  scenario = await openScenario();
});
afterEach(async () => {
  await scenario.dispose();
});

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ toolCalls: [{ name, input }] });

async function settings(file: "user" | "project", value: unknown): Promise<string> {
  const { project } = scenario;
  const path = file === "user" ? join(project.skillfulHome, "settings.json") : ".skillful/settings.json";
  const text = JSON.stringify(value, undefined, 2);
  if (file === "project") return project.write(path, text);
  await mkdir(project.skillfulHome, { recursive: true });
  await writeFile(path, text);
  return path;
}

it("names rule and file for tools, the flag for what the command line says, and the reason where no rule spoke", async () => {
  const user = await settings("user", { skills: { bundled: false }, permissions: { deny: ["Read(.env)"] } });
  const project = await settings("project", { permissions: { allow: ["Bash(touch:*)"] } });
  const run = await scenario.converse(["go"], {
    args: ["--ask", "Bash(rm:*)"],
    script: [
      call("Read", { file_path: ".env" }),
      call("Bash", { command: "touch a.txt" }),
      call("Bash", { command: "rm a.txt" }),
      call("Write", { file_path: "b.txt", content: "b" }),
      call("Read", { file_path: "main.go" }),
      { text: "Done." },
    ],
  });
  const root = scenario.project.project;
  expect(logLines(run, "permission: decision").map((line) => line.replace(/ reason=.*/, ""))).toEqual([
    `permission: decision tool=Read call=${root}/.env decision=deny rule=Read(.env) origin=${user}:7`,
    `permission: decision tool=Bash call="touch a.txt" decision=allow rule=Bash(touch:*) origin=${project}:4`,
    'permission: decision tool=Bash call="rm a.txt" decision=deny rule=Bash(rm:*) origin="the command line"',
    `permission: decision tool=Write call=${root}/b.txt decision=deny`,
    `permission: decision tool=Read call=${root}/main.go decision=allow`,
  ]);
  expect(logLines(run, "permission: decision")[3]).toContain("nobody can be asked in this session");
  expect(logLines(run, "permission: decision")[4]).toContain('reason="It is in the workspace."');
});

it("does the same for skills, and for the commands in their text", async () => {
  const { project } = scenario;
  const user = await settings("user", {
    skills: { bundled: false },
    permissions: { deny: ["Skill(review)"], allow: ["Skill(stamp)"] },
  });
  await project.writeSkill(
    "stamp",
    "---\nname: stamp\ndescription: d\nallowed-tools: Bash(touch:*)\n---\n!`touch stamp.txt` !`rm stamp.txt`\n",
  );
  const run = await scenario.converse(["go"], {
    script: [
      call("Skill", { skill: "review" }),
      call("Skill", { skill: "stamp" }),
      call("Skill", { skill: "greet" }),
      { text: "Done." },
    ],
  });
  expect(logLines(run, "permission: decision").map((line) => line.replace(/ reason=.*/, ""))).toEqual([
    `permission: decision tool=Skill call=review by=model decision=deny rule=Skill(review) origin=${user}:7`,
    `permission: decision tool=Skill call=stamp by=model decision=allow rule=Skill(stamp) origin=${user}:10`,
    'permission: decision tool=Bash call="touch stamp.txt" skill=stamp decision=allow rule=Bash(touch:*) origin="the skill stamp"',
    'permission: decision tool=Bash call="rm stamp.txt" skill=stamp decision=deny',
    "permission: decision tool=Skill call=greet by=model decision=allow",
  ]);
});

it("says which hook refused, allowed or answered", async () => {
  const { project } = scenario;
  const recorder = await createHookRecorder(project.home);
  const decide = (permissionDecision: string) => ({
    hookSpecificOutput: { permissionDecision, permissionDecisionReason: "so it is" },
  });
  const answer = { hookSpecificOutput: { decision: { behavior: "allow" } } };
  const user = await settings("user", {
    skills: { bundled: false },
    hooks: {
      PreToolUse: [
        { matcher: "Write", hooks: [{ command: recorder.command({ stdout: decide("deny") }) }] },
        { matcher: "Edit", hooks: [{ command: recorder.command({ stdout: decide("allow") }) }] },
      ],
      PermissionRequest: [{ matcher: "Bash", hooks: [{ command: recorder.command({ stdout: answer }) }] }],
    },
  });
  const run = await scenario.converse(["go"], {
    script: [
      call("Write", { file_path: "a.txt", content: "a" }),
      call("Read", { file_path: "main.go" }),
      call("Edit", { file_path: "main.go", old_string: "main()", new_string: "other()" }),
      call("Bash", { command: "touch c.txt" }),
      { text: "Done." },
    ],
  });
  const lines = [...logLines(run, "permission: decision"), ...logLines(run, "permission: answer")];
  const [denied, , allowed, asked, answered] = lines;
  expect(denied).toMatch(/tool=Write call=\S+a\.txt decision=deny origin="PreToolUse hook /);
  expect(denied).toContain(user);
  expect(allowed).toMatch(/tool=Edit call=\S+main\.go decision=allow origin="PreToolUse hook /);
  expect(asked).toMatch(/tool=Bash call="touch c\.txt" decision=ask/);
  expect(answered).toMatch(
    /^permission: answer tool=Bash call="touch c\.txt" answer=allow origin="PermissionRequest hook /,
  );
});
