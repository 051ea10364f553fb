/** A machine of its own for the built program: temporary home, settings, managed directory and project. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

/** The program as users get it; `npm run build` makes it. `SKILLFUL_PROGRAM` names another build. */
export const PROGRAM = process.env.SKILLFUL_PROGRAM ?? fileURLToPath(new URL("../../dist/bin.cjs", import.meta.url));

const TIME_LIMIT_MS = 25_000;

export interface ProgramRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined when a signal ended the program. */
  readonly exitCode: number | undefined;
}

export interface RunningProgram {
  readonly pid: number;
  write(text: string): void;
  endInput(): void;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when standard output holds `text`; rejects when the program ends before. */
  printed(text: string): Promise<void>;
  /** Resolves when standard error matches; rejects when the program ends before. */
  logged(pattern: RegExp): Promise<void>;
  readonly ended: Promise<ProgramRun>;
}

export interface ProgramWorld {
  readonly home: string;
  readonly skillfulHome: string;
  readonly managedDirectory: string;
  readonly project: string;
  /** Writes a file below the project, with its folders. */
  write(path: string, text: string | Uint8Array): Promise<string>;
  /** Runs to the end. `stdin` is a closed, empty input unless given. */
  run(args: readonly string[], options?: RunOptions & { readonly stdin?: string }): Promise<ProgramRun>;
  /** Starts the program with an input that stays open. */
  start(args: readonly string[], options?: RunOptions): RunningProgram;
  dispose(): Promise<void>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the project. */
  readonly cwd?: string;
  /** Ended after so long. Default: 25 seconds. */
  readonly timeLimitMs?: number;
  /** Turns the command line into another one, such as `strace` in front of it. */
  wrap?(words: readonly string[]): readonly string[];
}

/** Creates the directories. `env` is added for every run, such as the address of a scripted server. */
export async function createProgramWorld(
  options: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ProgramWorld> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run \`npm run build\` first`);
  const root = await realpath(await mkdtemp(join(tmpdir(), "skillful-world-")));
  const home = join(root, "home");
  const skillfulHome = join(root, "skillful-home");
  const managedDirectory = join(root, "managed");
  const project = join(root, "project");
  // A repository root ends the walk towards parents, so that nothing above the temporary directory is read.
  for (const directory of [home, skillfulHome, managedDirectory, join(project, ".git")]) {
    await mkdir(directory, { recursive: true });
  }
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    USERPROFILE: home,
    SKILLFUL_HOME: skillfulHome,
    SKILLFUL_MANAGED_DIR: managedDirectory,
    // Nothing listens on the discard port: no local model server of the machine is found.
    OLLAMA_HOST: "http://127.0.0.1:9",
    TERM: "dumb",
    ...options.env,
  };

  function start(args: readonly string[], run: RunOptions = {}): RunningProgram {
    const words = [process.execPath, PROGRAM, ...args];
    const [program = "", ...rest] = run.wrap?.(words) ?? words;
    const timeLimitMs = run.timeLimitMs ?? TIME_LIMIT_MS;
    const child = spawn(program, rest, {
      cwd: run.cwd ?? project,
      env: { ...environment, ...run.env },
      timeout: timeLimitMs,
      killSignal: "SIGKILL",
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    // A program that leaves without reading its input closes the pipe; that is its right.
    child.stdin.on("error", () => {});
    const ended = new Promise<ProgramRun>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => {
        if (signal === "SIGKILL") reject(new Error(`not done after ${timeLimitMs} ms\n${stdout}\n${stderr}`));
        else resolve({ stdout, stderr, exitCode: code ?? undefined });
      });
    });
    /** Looks again with every piece of output; rejects when the program ends before. */
    function appears(stream: Readable, isThere: () => boolean, what: string): Promise<void> {
      return new Promise((resolve, reject) => {
        const check = () => {
          if (!isThere()) return;
          stream.off("data", check);
          resolve();
        };
        stream.on("data", check);
        ended.then(() => reject(new Error(`ended without ${what}\n${stdout}\n${stderr}`)), reject);
        check();
      });
    }
    return {
      pid: child.pid ?? -1,
      write: (text) => child.stdin.write(text),
      endInput: () => child.stdin.end(),
      kill: (signal) => child.kill(signal),
      ended,
      printed: (text) => appears(child.stdout, () => stdout.includes(text), `printing ${text}`),
      logged: (pattern) => appears(child.stderr, () => pattern.test(stderr), `logging ${pattern}`),
    };
  }

  return {
    home,
    skillfulHome,
    managedDirectory,
    project,
    async write(path, text) {
      const target = join(project, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
      return target;
    },
    start,
    run(args, run = {}) {
      const running = start(args, run);
      if (run.stdin !== undefined) running.write(run.stdin);
      running.endInput();
      return running.ended;
    },
    async dispose() {
      // A test may have taken the right to enter a directory away.
      await chmod(project, 0o755);
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
