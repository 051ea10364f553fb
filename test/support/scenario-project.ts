/** The project of the scenarios, a trusted one: five skills, some sources, and helpers to change them. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createProgramWorld, type ProgramWorld } from "./program-world.ts";

export const SKILLS: Readonly<Record<string, string>> = {
  greet: `---
name: greet
description: Greets somebody by name
when_to_use: when the user asks for a greeting
argument-hint: "[name]"
aliases: [hello, hi]
---
Hello, $ARGUMENTS! Welcome to Skillful.
`,
  "with-vars": `---
name: with-vars
description: Prints the values of the variables
---
Args: $ARGUMENTS
Dir: \${CLAUDE_SKILL_DIR}
Session: \${CLAUDE_SESSION_ID}
`,
  review: `---
name: review
description: Reviews a range of commits
context: fork
allowed-tools: [bash, read_file, git_diff]
model: MODEL
effort: high
---
Review the changes in $ARGUMENTS.
`,
  "secret-internal": `---
name: secret-internal
description: Nobody may call this
user-invocable: false
disable-model-invocation: true
---
The secret body.
`,
  "react-helper": `---
name: react-helper
description: Helps with React components
paths:
  - "src/**/*.{tsx,jsx}"
  - "components/**/*.tsx"
---
You are helping with a React component file.

Current task: $ARGUMENTS
`,
};

export interface ScenarioProject extends ProgramWorld {
  /** Writes `.claude/skills/<name>/SKILL.md` of the project. */
  writeSkill(name: string, text: string): Promise<string>;
  /** Writes `~/.claude/skills/<name>/SKILL.md`. */
  writeUserSkill(name: string, text: string): Promise<string>;
  /** Writes the user's settings; bundled skills are off in all scenarios. */
  writeSettings(settings: { readonly skills?: Readonly<Record<string, unknown>> }): Promise<void>;
}

/** `reviewModel` is what the `review` skill asks for: the scripted server's protocol decides its provider. */
export async function createScenarioProject(options: {
  readonly env?: Readonly<Record<string, string>>;
  readonly reviewModel: string;
}): Promise<ScenarioProject> {
  const world = await createProgramWorld(options.env === undefined ? {} : { env: options.env });
  const project: ScenarioProject = {
    ...world,
    writeSkill: (name, text) => world.write(`.claude/skills/${name}/SKILL.md`, text),
    async writeUserSkill(name, text) {
      const directory = join(world.home, ".claude/skills", name);
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, "SKILL.md"), text);
      return directory;
    },
    async writeSettings({ skills = {} }) {
      const settings = { skills: { bundled: false, ...skills } };
      await writeFile(join(world.skillfulHome, "settings.json"), JSON.stringify(settings));
    },
  };
  for (const [name, text] of Object.entries(SKILLS)) {
    await project.writeSkill(name, text.replace("MODEL", options.reviewModel));
  }
  await project.writeSettings({});
  await writeFile(join(world.skillfulHome, "trust.json"), JSON.stringify({ version: 1, trusted: [world.project] }));
  await project.write("src/button.tsx", "export const Button = () => <button>Save</button>;\n");
  await project.write("src/card.tsx", "export const Card = () => <section />;\n");
  await project.write("main.go", "package main\n\nfunc main() {}\n");
  return project;
}
