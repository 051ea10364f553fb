/** Opens the skills of a directory with everything in its default place: Node's file system, bundled skills, git. */
import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { bundledSkills } from "./bundled/index.ts";
import { createEngine, type EngineOptions, type EnginePorts, type SkillEngine } from "./engine/index.ts";
import {
  createGitIgnoreChecker,
  createNodeFileSystem,
  createNodeShell,
  createNodeWatcher,
  systemTimer,
} from "./platform/index.ts";

/** Each port can be replaced by another one than that of this machine. */
export interface OpenSkillsOptions extends Omit<EngineOptions, "cwd">, Partial<EnginePorts> {
  /** Default: the process's working directory. */
  readonly cwd?: string;
  /** Default: the account's home directory; an empty text means none. */
  readonly home?: string | undefined;
}

/**
 * Loads all skills that the directory sees. Nothing of the workspace is executed, now or later, unless `trusted` is set.
 * Rejects with the `SkillfulError` `cwd-missing` when the working directory is not there.
 */
export async function openSkills(options: OpenSkillsOptions = {}): Promise<SkillEngine> {
  const { cwd = process.cwd(), home = homedir() } = options;
  return createEngine(
    { ...options, cwd, home: home === "" ? undefined : home },
    {
      fileSystem: options.fileSystem ?? createNodeFileSystem(),
      shell: options.shell ?? createNodeShell(),
      ignoreChecker: options.ignoreChecker ?? createGitIgnoreChecker(),
      watcher: options.watcher ?? createNodeWatcher(),
      timer: options.timer ?? systemTimer,
      ...(options.usage && { usage: options.usage }),
      ...(options.indexCache && { indexCache: options.indexCache }),
      newId: options.newId ?? randomUUID,
      bundled: options.bundled ?? bundledSkills,
    },
  );
}
