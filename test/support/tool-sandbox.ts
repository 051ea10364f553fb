/** A temporary working directory with a tool context, for tests of tools and of the gate. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Tool, ToolContext, ToolResult } from "../../src/agent/tool.ts";
import { validateInput } from "../../src/agent/validate-input.ts";
import { createNodeShell } from "../../src/platform/index.ts";

export interface ToolSandbox {
  readonly cwd: string;
  readonly context: ToolContext;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): void;
  /** Validates the arguments as the gate does, then runs the tool. */
  run(tool: Tool, input: unknown, more?: Partial<ToolContext>): Promise<ToolResult>;
  remove(): void;
}

export function createToolSandbox(): ToolSandbox {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "tool-")));
  const context: ToolContext = {
    cwd,
    signal: new AbortController().signal,
    shell: createNodeShell(),
    filesRead: new Map(),
  };
  return {
    cwd,
    context,
    path: (name) => join(cwd, name),
    write(name, content) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), content);
    },
    async run(tool, input, more = {}) {
      const validated = validateInput(tool, input);
      if (validated.kind === "invalid") throw new Error(validated.message);
      return tool.execute(validated.input, { ...context, ...more });
    },
    remove: () => rmSync(cwd, { recursive: true, force: true }),
  };
}
