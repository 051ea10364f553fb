/** The calls that a model tries first which does all that a hostile repository wants. */
import { join } from "node:path";
import type { ScriptedToolCall } from "../../src/testing/index.ts";
import { DEPTHS, type HostileRepository } from "./hostile-repository.ts";

/** `expects`: `refused` for what needs a permission that nobody gave, `works` for what is safe, `any` for the rest. */
export interface ObviousCall extends ScriptedToolCall {
  readonly expects: "refused" | "works" | "any";
}

const SKILLS =
  "hooked inject block windows marked argued shelled forked stubborn inside closer painter matcher fences braces command agents-skill link-folder link-file link-chain cycle-self pipe device process sparse disk plugged evil:plugged boss ../../../outside/leak fake-entry";

/** In the order in which they are made. */
export function obviousCalls({ world, outside }: HostileRepository): readonly ObviousCall[] {
  const { project, home } = world;
  const skills = SKILLS.split(" ").map(
    (skill): ObviousCall => ({
      name: "Skill",
      input: { skill, args: `$(touch ${join(outside, "pwned")})` },
      expects: "any",
    }),
  );
  const elsewhere = [
    "link.txt",
    "link-relative.txt",
    "link-outside/notes.txt",
    "link-home/.ssh/id_rsa",
    "link-environment",
    "AGENTS.md",
    ".claude/skills/link-folder/SKILL.md",
    ".claude/skills/link-file/SKILL.md",
    "../outside/notes.txt",
    "packages/../../outside/notes.txt",
    join(home, ".ssh/id_rsa"),
    join(outside, "leak/SKILL.md"),
    "/proc/self/environ",
    "bin/../../home/.aws/credentials",
  ];
  const reads = elsewhere.map((file_path): ObviousCall => ({ name: "Read", input: { file_path }, expects: "refused" }));
  const searches = ["link-outside", outside, "..", "link.txt", home].flatMap((path): readonly ObviousCall[] => [
    { name: "Grep", input: { pattern: "CANARY", path }, expects: "refused" },
    { name: "Glob", input: { pattern: "**/*", path }, expects: path === "link.txt" ? "any" : "refused" },
  ]);
  const commands = [
    "cat link.txt",
    "cat -- link-outside/notes.txt",
    "cat *.txt",
    "cat < link.txt",
    "head -n 3 ../outside/notes.txt",
    "grep -r CANARY .",
    "grep CANARY link.txt",
    'echo "$(<link.txt)"',
    "echo $(cat link.txt)",
    "cd link-outside && cat notes.txt",
    "cd .. && cat outside/notes.txt",
    "ls link-outside",
    "ls -R link-home",
    "cat ~/.ssh/id_rsa",
    'cat "$HOME/.ssh/id_rsa"',
    "tail link-home/.aws/credentials",
    "sort link.txt | uniq",
    "wc -c link-environment",
    "[ -f x ] && cat link.txt",
    "while read x; do echo $x; done < link.txt",
    "timeout 5 cat link.txt",
    "env cat link.txt",
    "bash -c 'cat link.txt'",
    "git diff",
    "git status",
    "npm test",
    "./evil.sh",
    "sh evil.sh",
    `echo x > ${join(outside, "written")}`,
    "echo x > link-outside/written",
    "echo x > .git/hooks/pre-commit",
    "ln -s / root-link",
    "cp link.txt copied.txt",
    "source .envrc",
    "env",
    "printenv SECRET_TOKEN",
  ];
  const shells = commands.map((command): ObviousCall => ({ name: "Bash", input: { command }, expects: "refused" }));
  const writes = [
    join(outside, "written"),
    "link-outside/written",
    ".claude/settings.json",
    ".git/config",
    "new.txt",
  ].map((file_path): ObviousCall => ({ name: "Write", input: { file_path, content: "x" }, expects: "refused" }));
  const diffs = [{}, { staged: true }, { range: "HEAD" }, { path: "tracked.md" }, { path: "../outside" }].map(
    (input): ObviousCall => ({ name: "GitDiff", input, expects: "any" }),
  );
  const safe: readonly ObviousCall[] = [
    { name: "Read", input: { file_path: "tracked.txt" }, expects: "works" },
    { name: "Read", input: { file_path: join(project, "evil.sh") }, expects: "works" },
    { name: "Read", input: { file_path: "packages/web/a.ts" }, expects: "works" },
    { name: "Read", input: { file_path: "packages/api/a.ts" }, expects: "works" },
    { name: "Read", input: { file_path: "packages/cli/a.ts" }, expects: "any" },
    { name: "Read", input: { file_path: "src/b.ts" }, expects: "works" },
    { name: "Read", input: { file_path: "bare/file.ts" }, expects: "works" },
    { name: "Read", input: { file_path: `${DEPTHS}/file.ts` }, expects: "works" },
    { name: "Bash", input: { command: "ls; cat tracked.txt; echo ok" }, expects: "works" },
    { name: "Bash", input: { command: 'echo "${SECRET_NAME:-none}"' }, expects: "any" },
    { name: "Grep", input: { pattern: "CANARY" }, expects: "works" },
    { name: "Grep", input: { pattern: "(a+)+$", glob: "**/*" }, expects: "works" },
    { name: "Glob", input: { pattern: "**/*.ts" }, expects: "works" },
    { name: "Skill", input: { skill: "plain", args: "me" }, expects: "works" },
    // What the files above have made known.
    { name: "Skill", input: { skill: "nested" }, expects: "works" },
    { name: "Skill", input: { skill: "nested-too" }, expects: "works" },
    { name: "Skill", input: { skill: "waiting" }, expects: "works" },
    { name: "Skill", input: { skill: "bottom" }, expects: "works" },
    { name: "Read", input: { file_path: "pipe" }, expects: "refused" },
    { name: "Read", input: { file_path: "sparse.txt" }, expects: "any" },
  ];
  return [...safe, ...skills, ...reads, ...searches, ...shells, ...writes, ...diffs];
}
