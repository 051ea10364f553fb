/** The Shell port on Node: one process group per command, bounded output, nothing left running after a timeout. */
import { type ChildProcess, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { type Shell, type ShellResult, SkillfulError } from "../engine/index.ts";
import { createBoundedOutput } from "./bounded-output.ts";
import { endProcessTree, killProcessGroup } from "./process-tree.ts";
import { PROVIDER_KEY_VARIABLES } from "./provider-keys.ts";
import { resolveShell, type ShellInvocation } from "./shell-program.ts";

const DEFAULT_MAX_OUTPUT_BYTES = 1024 * 1024;

/** How long output may still arrive after the command itself has ended, while a background child holds the pipe open. */
const DRAIN_MS = 100;

export interface NodeShellOptions {
  /** What commands inherit. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Variables left out of it. Default: the keys of model providers; a run's own `env` can put one back. */
  readonly withhold?: readonly string[];
}

type RunOptions = Parameters<Shell["run"]>[1];

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
      return runProcess(invocation, env, runOptions);
    },
  };
}

async function requireDirectory(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new SkillfulError("cwd-missing", `The working directory ${cwd} does not exist.`, {
    hint: "It may have been removed or renamed; start again in an existing directory.",
  });
}

function runProcess(
  invocation: ShellInvocation,
  env: Readonly<Record<string, string | undefined>>,
  options: RunOptions,
): Promise<ShellResult> {
  return new Promise((resolve, reject) => {
    const output = createBoundedOutput(options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES);
    const child = spawn(invocation.program, invocation.args, {
      cwd: options.cwd,
      env,
      stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      // A group of its own: a signal reaches every process of the command, and Ctrl-C in the terminal reaches none.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const pid = child.pid;
    let ending: Promise<void> | undefined;
    let timedOut = false;
    let drain: NodeJS.Timeout | undefined;

    const end = () => {
      if (pid !== undefined) ending ??= endProcessTree(pid);
    };
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, options.timeoutMs);
    const onProcessExit = () => {
      if (pid !== undefined) killProcessGroup(pid);
    };
    process.once("exit", onProcessExit);
    options.signal?.addEventListener("abort", end, { once: true });

    const release = () => {
      clearTimeout(timer);
      clearTimeout(drain);
      process.removeListener("exit", onProcessExit);
      options.signal?.removeEventListener("abort", end);
      for (const stream of [child.stdout, child.stderr, child.stdin]) stream?.destroy();
    };
    let finished = false;
    const finish = async (exitCode: number | null) => {
      if (finished) return;
      finished = true;
      release();
      // The command has ended, its children perhaps not: wait until they have been ended too.
      await ending;
      if (options.signal?.aborted) return reject(options.signal.reason);
      resolve({
        output: output.text(),
        ...(exitCode === null || timedOut ? {} : { exitCode }),
        timedOut,
        truncated: output.truncated,
      });
    };

    child.stdout?.on("data", (chunk: Buffer) => output.add(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.add(chunk));
    writeStdin(child, options.stdin);
    child.once("error", (error) => {
      release();
      reject(new SkillfulError("io", `The shell could not start: ${error.message}`, { cause: error }));
    });
    // `close` follows `exit` once the pipes are empty; a background child that keeps one open must not delay the result.
    child.once("exit", (code) => {
      drain = setTimeout(() => void finish(code), DRAIN_MS);
    });
    child.once("close", (code) => {
      if (pid !== undefined) void finish(code);
    });
  });
}

function writeStdin(child: ChildProcess, text: string | undefined): void {
  if (text === undefined || !child.stdin) return;
  // A command that does not read its input closes the pipe; that is no failure.
  child.stdin.on("error", () => undefined);
  child.stdin.end(text);
}
