/** A real pseudo-terminal for the built program, which the `script` command of Linux provides. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import type { ScriptedServer } from "../../src/testing/index.ts";
import { PROGRAM, type ProgramWorld } from "./program-world.ts";

/** False where there is no `script`; tests that need it are skipped there. */
export const hasPseudoTerminal =
  process.platform === "linux" && spawnSync("script", ["-qec", "true", "/dev/null"], { stdio: "ignore" }).status === 0;

export interface Terminal {
  type(keys: string): void;
  /** Resolves when `text` was printed after what earlier calls have waited for. */
  shows(text: string): Promise<void>;
  /** Resolves with everything that was printed, as it is and without escape sequences, and the exit code. */
  ended(): Promise<{ readonly text: string; readonly raw: string; readonly exitCode: number | null }>;
  /** Ends the program at once, if it still runs. */
  kill(): void;
}

export const CTRL_C = "\u0003";
export const CTRL_D = "\u0004";

export interface TerminalPlace {
  readonly project: ProgramWorld;
  readonly server: Pick<ScriptedServer, "url">;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the program in the project, against the server. */
export function openTerminal({ project, server, env }: TerminalPlace, args: readonly string[]): Terminal {
  const words = [process.execPath, PROGRAM, ...args, "--model", "openai-compatible/scripted-model"];
  const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qfec", `stty columns 80; ${command}`, "/dev/null"], {
    cwd: project.project,
    env: {
      PATH: process.env.PATH,
      HOME: project.home,
      SKILLFUL_HOME: project.skillfulHome,
      SKILLFUL_MANAGED_DIR: project.managedDirectory,
      OPENAI_BASE_URL: `${server.url}/v1`,
      OPENAI_API_KEY: "test-key",
      SHELL: "/bin/sh",
      TERM: "xterm",
      ...env,
    },
  });
  let raw = "";
  let text = "";
  let seen = 0;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    raw += chunk;
    text = stripVTControlCharacters(text + chunk);
  });
  const closed = once(child, "close");
  return {
    type: (keys) => child.stdin.write(keys),
    shows(wanted) {
      return new Promise((resolve, reject) => {
        const check = () => {
          const at = text.indexOf(wanted, seen);
          if (at < 0) return;
          seen = at + wanted.length;
          child.stdout.off("data", check);
          resolve();
        };
        child.stdout.on("data", check);
        closed.then(() => reject(new Error(`ended without showing ${wanted}\n${text}`)), reject);
        check();
      });
    },
    async ended() {
      const [exitCode] = await closed;
      return { text, raw, exitCode };
    },
    kill: () => child.kill("SIGKILL"),
  };
}
