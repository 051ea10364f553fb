/** Asks git whether it ignores a path, without a shell and without letting the repository run anything. */
import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { IgnoreChecker } from "../engine/index.ts";
import { findPipe } from "./find-pipe.ts";
import { inertGitEnvironment } from "./inert-git.ts";
import { inspectRepository } from "./inspect-repository.ts";

const TIMEOUT_MS = 5_000;

export interface GitIgnoreOptions {
  /** Environment for git. Default: the process's own. */
  readonly env?: NodeJS.ProcessEnv;
  /** Program to run. Default: `git` from the path. */
  readonly git?: string;
}

/**
 * Creates the port. Each question starts one short git process. The answer is false when there is no repository, no git,
 * no answer within five seconds, when git would read files elsewhere that the repository names, or when it would wait for one.
 */
export function createGitIgnoreChecker(options: GitIgnoreOptions = {}): IgnoreChecker {
  const git = options.git ?? "git";
  return {
    async isIgnored(path) {
      const cwd = dirname(path);
      const given = options.env ?? process.env;
      const repository = await inspectRepository(cwd, given);
      if (repository === undefined || repository.foreign !== undefined) return false;
      const place = { directories: [await realpath(cwd).catch(() => cwd)], top: repository.top };
      if ((await findPipe(".gitignore", place)) !== undefined) return false;
      const env = await inertGitEnvironment(given, { cwd, config: repository.config });
      return new Promise((resolve) => {
        const args = ["check-ignore", "--quiet", "--", path];
        // Exit 0: ignored; 1: not; 128: no repository. A program that cannot start is reported as an error too.
        execFile(git, args, { cwd, env, timeout: TIMEOUT_MS }, (error) => resolve(error === null));
      });
    },
  };
}
