/** The environment in which git reads a repository without starting any program that the repository names. */
import { withoutWorkspacePrograms } from "./search-path.ts";

/** Settings of git, such as `["core.pager", "cat"]`. */
export type GitConfig = readonly (readonly [key: string, value: string])[];

/** Settings that name programs which reading commands would start. Given by environment they beat those of every file. */
const INERT_CONFIG: GitConfig = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", process.platform === "win32" ? "NUL" : "/dev/null"],
  ["core.pager", "cat"],
  ["core.sshCommand", "false"],
  ["credential.helper", ""],
  ["diff.external", ""],
  ["safe.bareRepository", "explicit"],
];

/** Variables that would point git at another repository than the one around the working directory. */
const REPOSITORY_VARIABLES = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_PREFIX",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
];

/**
 * The environment for one git process in `cwd`. Git itself is not looked for in the workspace. `config` is added to the
 * settings that win; a key may hold any character there, also `=`, which `-c` would misread.
 */
export async function inertGitEnvironment(
  env: NodeJS.ProcessEnv,
  options: { readonly cwd: string; readonly config?: GitConfig },
): Promise<NodeJS.ProcessEnv> {
  const config = [...INERT_CONFIG, ...(options.config ?? [])];
  const inert: NodeJS.ProcessEnv = {
    ...(await withoutWorkspacePrograms(env, options.cwd)),
    GIT_CONFIG_COUNT: String(config.length),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // A repository may lack objects on purpose and name a program that would fetch them. The list of protocols beats the
    // repository's `protocol.ext.allow`; the other variable is known to newer gits only.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_EXTERNAL_DIFF: "",
    GIT_PAGER: "cat",
    LC_ALL: "C.UTF-8",
  };
  for (const name of REPOSITORY_VARIABLES) delete inert[name];
  for (const [index, [key, value]] of config.entries()) {
    inert[`GIT_CONFIG_KEY_${index}`] = key;
    inert[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return inert;
}
