/** Test support: brings a command line before permission rules, with the real parser and without a disk. */
import {
  decideTool,
  listCommandPaths,
  resolveCommandParts,
  type SourcedRule,
  type ToolDecision,
  type ToolPolicy,
} from "../engine/index.ts";
import { parseShell } from "./parse-shell.ts";

export interface TestRules {
  readonly allow?: readonly string[];
  /** Allow rules of a file in the workspace. */
  readonly project?: readonly string[];
  readonly grants?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly mode?: ToolPolicy["mode"];
  readonly isInteractive?: boolean;
  /** The command is to run outside of the sandbox. */
  readonly unconfined?: boolean;
}

const sourced = (rules: readonly string[] = [], base?: string): SourcedRule[] =>
  rules.map((text) => ({ text, origin: "test", ...(base !== undefined && { base }) }));

/** Decides in `/home/dev/app`, where no path is a link. */
export function decideCommandLine(command: string, rules: TestRules): ToolDecision {
  const policy: ToolPolicy = {
    allow: [...sourced(rules.allow), ...sourced(rules.project, "/home/dev/app")],
    ask: sourced(rules.ask),
    deny: sourced(rules.deny),
    grants: sourced(rules.grants),
    mode: rules.mode ?? "default",
    cwd: "/home/dev/app",
    home: "/home/dev",
    workspace: ["/home/dev/app"],
    readable: [],
    isInteractive: rules.isInteractive ?? true,
  };
  const parts = resolveCommandParts(parseShell(command), parseShell);
  const realPaths = new Map(
    Object.values(listCommandPaths(parts, policy))
      .flat()
      .map((path) => [path, path]),
  );
  const { unconfined = false } = rules;
  const access = { kind: "command", command, parts, realPaths, ...(unconfined && { unconfined }) } as const;
  return decideTool({ tool: "Bash", access }, policy);
}
