/** Runs git so that nothing which a repository brings along can make it execute anything. */
import { execFile } from "node:child_process";
import { type GitConfig, inertGitEnvironment } from "../../platform/index.ts";

export type GitResult =
  | { readonly kind: "done"; readonly output: string; readonly truncated: boolean }
  | { readonly kind: "failed"; readonly message: string };

export interface GitOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Settings that win over those of every file, the repository's included. */
  readonly config?: GitConfig;
}

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

/** Resolves also when git fails or is missing; rejects only with the signal's reason. Standard error goes into `message`. */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const env = await inertGitEnvironment(process.env, options);
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
