/** The Shell port on Node: one process group per command, bounded output, nothing left running after a timeout. */
import { stat } from "node:fs/promises";
import { type Shell, type ShellResult, SkillfulError } from "../engine/index.ts";
import { PROVIDER_KEY_VARIABLES } from "./provider-keys.ts";
import { type ProcessOptions, type ProcessResult, runProcess } from "./run-process.ts";
import type { Sandbox } from "./sandbox/index.ts";
import { resolveShell, type ShellInvocation } from "./shell-program.ts";

const DEFAULT_MAX_OUTPUT_BYTES = 1024 * 1024;

export interface NodeShellOptions {
  /** What commands inherit. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Variables left out of it. Default: the keys of model providers; a run's own `env` can put one back. */
  readonly withhold?: readonly string[];
  /** Confines commands. Default: they can do what this process can. */
  readonly sandbox?: ShellSandbox;
}

export interface ShellSandbox {
  readonly sandbox: Sandbox;
  /** `auto` runs commands without it where it does not work, `on` refuses them there. */
  readonly mode: "auto" | "on";
}

/**
 * Commands run in bash (sh where there is none) without a terminal. `run` rejects with `SkillfulError` when the working
 * directory is missing (`cwd-missing`) or no shell can start (`io`), and with the signal's reason on abort.
 */
export function createNodeShell(options: NodeShellOptions = {}): Shell {
  const withheld = new Set(options.withhold ?? PROVIDER_KEY_VARIABLES);
  const inherited = Object.fromEntries(
    Object.entries(options.env ?? process.env).filter(([name]) => !withheld.has(name)),
  );
  return {
    async run(command, runOptions) {
      runOptions.signal?.throwIfAborted();
      if (command.includes("\0")) throw new SkillfulError("io", "A command cannot hold a NUL character.");
      await requireDirectory(runOptions.cwd);
      const env = { ...inherited, ...runOptions.env };
      const kind = runOptions.shell ?? "bash";
      const invocation = await resolveShell(kind, command, env.PATH ?? env.Path);
      if (!invocation) {
        const hint = kind === "powershell" ? "Install PowerShell 7 (pwsh)." : "Install Git for Windows.";
        throw new SkillfulError("io", `No ${kind} found on PATH.`, { hint });
      }
      runOptions.signal?.throwIfAborted();
      const processOptions: ProcessOptions = {
        cwd: runOptions.cwd,
        env,
        timeoutMs: runOptions.timeoutMs,
        maxOutputBytes: runOptions.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES,
        ...(runOptions.stdin !== undefined && { stdin: runOptions.stdin }),
        ...(runOptions.signal && { signal: runOptions.signal }),
      };
      if (options.sandbox === undefined || runOptions.unconfined)
        return toResult(await runProcess(invocation, processOptions));
      return runConfined(invocation, processOptions, options.sandbox);
    },
  };
}

/** In bash both streams are one already; PowerShell and Git Bash keep them apart. */
function toResult({ stdout, stderr, exitCode, timedOut, truncated }: ProcessResult): ShellResult {
  return { output: stdout + stderr, ...(exitCode !== undefined && { exitCode }), timedOut, truncated };
}

async function runConfined(
  invocation: ShellInvocation,
  options: ProcessOptions,
  { sandbox, mode }: ShellSandbox,
): Promise<ShellResult> {
  const confined = await sandbox.confine({ ...invocation, cwd: options.cwd });
  options.signal?.throwIfAborted();
  if (confined.kind === "unavailable") {
    if (mode === "auto") return toResult(await runProcess(invocation, options));
    const { reason, remedy } = confined;
    throw new SkillfulError("io", `the setting sandbox.mode is on, and ${reason}. To have a sandbox, ${remedy}.`, {
      hint: "To do without, set sandbox.mode to auto in your own settings, or start with --sandbox auto.",
    });
  }
  try {
    const result = toResult(await runProcess(confined, { ...options, env: { ...options.env, ...confined.env } }));
    const note = confined.explain(result);
    return note === undefined ? result : { ...result, note };
  } finally {
    await confined.tidy();
  }
}

async function requireDirectory(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new SkillfulError("cwd-missing", `The working directory ${cwd} does not exist.`, {
    hint: "It may have been removed or renamed; start again in an existing directory.",
  });
}
