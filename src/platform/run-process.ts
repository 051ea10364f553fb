/** Runs one program in a process group of its own, with its output bounded, and leaves nothing running behind it. */
import { type ChildProcess, spawn } from "node:child_process";
import { SkillfulError } from "../engine/index.ts";
import { type BoundedOutput, createBoundedOutput } from "./bounded-output.ts";
import { endProcessTree, killProcessGroup } from "./process-tree.ts";

/** How long output may still arrive after the program itself has ended, while a background child holds the pipe open. */
const DRAIN_MS = 100;

export interface ProcessOptions {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
  readonly timeoutMs: number;
  /** Bytes kept of each stream. */
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal;
}

export interface ProcessResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Absent when a signal or the timeout ended the process. */
  readonly exitCode?: number;
  /** Name of the signal that ended it. */
  readonly killedBy?: string;
  readonly timedOut: boolean;
  /** True when output was cut. */
  readonly truncated: boolean;
}

/**
 * Resolves when the program has ended, whatever its exit code; after a timeout or an abort, when all that it started has
 * ended too. Rejects with `SkillfulError` `io` when it cannot start, and with the signal's reason on abort.
 */
export function runProcess(
  invocation: { readonly program: string; readonly args: readonly string[] },
  options: ProcessOptions,
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const stdout = createBoundedOutput(options.maxOutputBytes);
    const stderr = createBoundedOutput(options.maxOutputBytes);
    const child = spawn(invocation.program, invocation.args, {
      cwd: options.cwd,
      env: options.env,
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
    const finish = async (exitCode: number | null, killedBy: NodeJS.Signals | null) => {
      if (finished) return;
      finished = true;
      release();
      // The command has ended, its children perhaps not: wait until they have been ended too.
      await ending;
      if (options.signal?.aborted) return reject(options.signal.reason);
      resolve({
        stdout: stdout.text(),
        stderr: stderr.text(),
        ...(exitCode === null || timedOut ? {} : { exitCode }),
        ...(killedBy === null ? {} : { killedBy }),
        timedOut,
        truncated: stdout.truncated || stderr.truncated,
      });
    };

    let received = 0;
    const collect = (output: BoundedOutput) => (chunk: Buffer) => {
      received += chunk.length;
      output.add(chunk);
    };
    child.stdout?.on("data", collect(stdout));
    child.stderr?.on("data", collect(stderr));
    writeStdin(child, options.stdin);
    child.once("error", (error) => {
      release();
      reject(new SkillfulError("io", `The shell could not start: ${error.message}`, { cause: error }));
    });
    // `close` follows `exit` once the pipes are empty; a background child that keeps one open must not delay the result.
    child.once("exit", (code, signal) => {
      const drainOn = (before: number) => {
        drain = setTimeout(() => {
          // On a busy machine the timer can come before data that has long arrived: read once more before giving up.
          setImmediate(() => {
            if (received === before) void finish(code, signal);
            else if (!finished) drainOn(received);
          });
        }, DRAIN_MS);
      };
      drainOn(received);
    });
    child.once("close", (code, signal) => {
      if (pid !== undefined) void finish(code, signal);
    });
  });
}

function writeStdin(child: ChildProcess, text: string | undefined): void {
  if (text === undefined || !child.stdin) return;
  // A command that does not read its input closes the pipe; that is no failure.
  child.stdin.on("error", () => undefined);
  child.stdin.end(text);
}
