/** The Bash tool: runs a command line through the Shell port. */
import { z } from "zod";
import { defuseReminderTags, messageOf, type ShellResult, toolAliases } from "../../engine/index.ts";
import type { Tool } from "../tool.ts";
import { failure, success } from "./tool-result.ts";

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 30_000;

const DESCRIPTION = `Runs a command line in bash and returns its output (standard output and standard error together) and exit code.

- Every call starts in the working directory with a fresh shell: cd and variables do not carry over to the next call. Chain with && instead.
- There is no terminal and no input: commands that ask questions fail. Pass flags such as --yes.
- timeout is in milliseconds: default ${DEFAULT_TIMEOUT_MS}, at most ${MAX_TIMEOUT_MS}. At the timeout the command and everything it started is ended.
- Output over ${MAX_OUTPUT_BYTES} bytes is cut in the middle.
- A process put in the background with & goes on after the call; redirect its output to a file.
- Prefer Read, Write, Edit, Glob and Grep to cat, sed, find and grep: they need fewer permissions.
- The keys of model providers are not in the environment.
- Commands may run in a sandbox: only the workspace and $TMPDIR can be written, secrets of the home directory cannot be read, later calls cannot signal processes of earlier ones, and the network may be off. A command that fails for it says so in its result. If it cannot work inside, such as a push with the user's SSH key, repeat it with unsandboxed: true; the user is asked.`;

const input = z.strictObject({
  command: z.string().min(1).describe("The command line"),
  timeout: z.number().positive().max(MAX_TIMEOUT_MS).optional().describe("Milliseconds"),
  unsandboxed: z
    .boolean()
    .optional()
    .describe("Run outside of the sandbox, only after the sandbox has made the command fail"),
  description: z.string().optional().describe("What the command does, in a few words, for the person who is asked"),
});

export const bashTool: Tool<z.infer<typeof input>> = {
  name: "Bash",
  aliases: toolAliases("Bash"),
  description: DESCRIPTION,
  input,
  access: ({ command, unsandboxed = false }) => ({ kind: "command", command, unconfined: unsandboxed }),
  async execute({ command, timeout = DEFAULT_TIMEOUT_MS, unsandboxed = false }, { cwd, shell, signal }) {
    try {
      const result = await shell.run(command, {
        cwd,
        timeoutMs: timeout,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        signal,
        unconfined: unsandboxed,
      });
      return result.exitCode === 0 ? success(formatRun(result, timeout)) : failure(formatRun(result, timeout));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return failure(`The command could not be started: ${messageOf(error)}`);
    }
  },
};

function formatRun(result: ShellResult, timeoutMs: number): string {
  const output = defuseReminderTags(result.output.trimEnd());
  const ending = [describeEnding(result, timeoutMs), result.note].filter((line) => line !== undefined).join("\n");
  if (output === "") return ending === "" ? "(No output.)" : ending;
  return ending === "" ? output : `${output}\n\n${ending}`;
}

function describeEnding(result: ShellResult, timeoutMs: number): string | undefined {
  if (result.timedOut) return `(Ended by the timeout after ${timeoutMs} ms, with everything it had started.)`;
  if (result.exitCode === undefined) return "(Ended by a signal.)";
  return result.exitCode === 0 ? undefined : `(Exit code ${result.exitCode}.)`;
}
