/** An engine over files in memory, with a shell that records and a log that can be read, for tests of the engine. */
import {
  createEngine,
  type EngineOptions,
  type EnginePorts,
  type Outcome,
  type Shell,
  type ShellResult,
  type SkillEngine,
} from "../../src/engine/index.ts";
import { createStderrLogger } from "../../src/platform/index.ts";
import { createMemoryFileSystem, type MemoryFileSystem, type MemoryNode } from "./memory-file-system.ts";

export interface TestEngine {
  readonly engine: SkillEngine;
  readonly files: MemoryFileSystem;
  /** Log lines as `skill: expanding inline name=greet args=Ada`, without the level. */
  readonly log: string[];
  /** What the shell was asked to run, and with which environment. */
  readonly commands: { readonly command: string; readonly env: Readonly<Record<string, string>> }[];
}

export interface TestEngineOptions extends Partial<Omit<EngineOptions, "logger">> {
  readonly ports?: Partial<EnginePorts>;
  /** What a command gives; default `out`. */
  readonly shellResult?: Partial<ShellResult>;
}

/** Skills go in by path below `/proj/.claude/skills`, other files by absolute path. Trusted, and every command may run. */
export async function openTestEngine(
  tree: Readonly<Record<string, MemoryNode>>,
  { ports, shellResult, ...options }: TestEngineOptions = {},
): Promise<TestEngine> {
  const placed = Object.entries(tree).map(([path, node]) => [
    path.startsWith("/") ? path : `/proj/.claude/skills/${path}/SKILL.md`,
    node,
  ]);
  const standard = { "/proj/.git": { kind: "directory" }, "/home/ada": { kind: "directory" } } as const;
  const files = createMemoryFileSystem({ tree: { ...standard, ...Object.fromEntries(placed) } });
  const log: string[] = [];
  const commands: TestEngine["commands"] = [];
  const shell: Shell = {
    async run(command, { env = {} }) {
      commands.push({ command, env });
      return { output: "out\n", exitCode: 0, timedOut: false, truncated: false, ...shellResult };
    },
  };
  const engine = await createEngine(
    {
      cwd: "/proj",
      home: "/home/ada",
      trusted: true,
      authorizeCommand: async () => ({ allowed: true, reason: "" }),
      logger: createStderrLogger({
        level: "debug",
        stream: { write: (line) => log.push(line.trimEnd().replace(/^[A-Z]+ /, "")) },
      }),
      ...options,
    },
    { fileSystem: files, shell, newId: () => "session-1", bundled: [], ...ports },
  );
  return { engine, files, log, commands };
}

/** The text of a `SKILL.md`: fields as YAML lines, then the body. */
export function skill(fields: string, body = "Do it."): string {
  return `---\ndescription: A skill.\n${fields}\n---\n${body}\n`;
}

/** The text of an inline or forked outcome without its base directory; throws for any other. */
export function textOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case "inline":
      return outcome.text.replace(/^Base directory for this skill: .*\n\n/, "");
    case "fork":
      return outcome.prompt.replace(/^Base directory for this skill: .*\n\n/, "");
    case "ask":
      throw new Error(`asked: ${outcome.question}`);
    case "refused":
      throw new Error(`refused: ${outcome.message}`);
    default:
      return outcome satisfies never;
  }
}
