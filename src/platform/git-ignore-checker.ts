/** Asks git whether it ignores a path, without a shell and without letting the repository run anything. */
import { execFile } from "node:child_process";
import { dirname } from "node:path";
import type { IgnoreChecker } from "../engine/index.ts";

/** A repository's own configuration may name programs that git starts by itself; these keep it from doing so. */
const INERT_OPTIONS = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "safe.bareRepository=explicit",
];
/** Variables that would point git at another repository than the one around the path. */
const REPOSITORY_VARIABLES = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"];
const TIMEOUT_MS = 5_000;

export interface GitIgnoreOptions {
  /** Environment for git. Default: the process's own. */
  readonly env?: NodeJS.ProcessEnv;
  /** Program to run. Default: `git` from the path. */
  readonly git?: string;
}

/**
 * Creates the port. Each question starts one short git process. The answer is false when there is no repository, no git,
 * or no answer within five seconds.
 */
export function createGitIgnoreChecker(options: GitIgnoreOptions = {}): IgnoreChecker {
  const git = options.git ?? "git";
  const env: NodeJS.ProcessEnv = { ...(options.env ?? process.env), GIT_OPTIONAL_LOCKS: "0" };
  for (const name of REPOSITORY_VARIABLES) delete env[name];
  return {
    isIgnored: (path) =>
      new Promise((resolve) => {
        const args = [...INERT_OPTIONS, "check-ignore", "--quiet", "--", path];
        // Exit 0: ignored; 1: not; 128: no repository. A program that cannot start is reported as an error too.
        execFile(git, args, { cwd: dirname(path), env, timeout: TIMEOUT_MS }, (error) => resolve(error === null));
      }),
  };
}
