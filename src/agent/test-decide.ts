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
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly mode?: ToolPolicy["mode"];
  readonly isInteractive?: boolean;
}

const sourced = (rules: readonly string[] = []): SourcedRule[] => rules.map((text) => ({ text, origin: "test" }));

/** Decides in `/home/dev/app`, where no path is a link. */
export function decideCommandLine(command: string, rules: TestRules): ToolDecision {
  const policy: ToolPolicy = {
    allow: sourced(rules.allow),
    ask: sourced(rules.ask),
    deny: sourced(rules.deny),
    grants: [],
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
  return decideTool({ tool: "Bash", access: { kind: "command", command, parts, realPaths } }, policy);
}
