/** Runs git so that nothing which a repository brings along can make it execute anything. */
import { execFile } from "node:child_process";

export type GitResult =
  | { readonly kind: "done"; readonly output: string; readonly truncated: boolean }
  | { readonly kind: "failed"; readonly message: string };

export interface GitOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Settings that win over those of every file, the repository's included. */
  readonly config?: readonly (readonly [key: string, value: string])[];
}

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

/** Settings that name programs which reading commands would start. */
const INERT_CONFIG: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", process.platform === "win32" ? "NUL" : "/dev/null"],
  ["core.pager", "cat"],
  ["core.sshCommand", "false"],
  ["credential.helper", ""],
  ["diff.external", ""],
  ["protocol.allow", "never"],
];

/** Resolves also when git fails or is missing; rejects only with the signal's reason. Standard error goes into `message`. */
export function runGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const env = { ...process.env, ...gitEnvironment([...INERT_CONFIG, ...(options.config ?? [])]) };
  return new Promise((resolve, reject) => {
    execFile(
      "git",
      ["--no-pager", ...args],
      { cwd: options.cwd, env, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, signal: options.signal },
      (error, stdout, stderr) => {
        if (options.signal.aborted) return reject(options.signal.reason);
        if (error === null) return resolve({ kind: "done", output: stdout, truncated: false });
        if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
          return resolve({ kind: "done", output: stdout, truncated: true });
        }
        if (error.code === "ENOENT") return resolve({ kind: "failed", message: "git is not installed." });
        if (error.killed)
          return resolve({ kind: "failed", message: `git took longer than ${TIMEOUT_MS / 1000} seconds.` });
        resolve({ kind: "failed", message: stderr.trim().slice(0, 2000) || error.message });
      },
    );
  });
}

/** Settings by environment, where a key may hold any character; with `-c` a name with `=` would be misread. */
function gitEnvironment(config: readonly (readonly [string, string])[]): Record<string, string> {
  const env: Record<string, string> = {
    GIT_CONFIG_COUNT: String(config.length),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_EXTERNAL_DIFF: "",
    GIT_PAGER: "cat",
    LC_ALL: "C.UTF-8",
  };
  for (const [index, [key, value]] of config.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}
