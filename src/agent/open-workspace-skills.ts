/** Opens the skills that an agent would have in a directory, without the agent: no model is chosen and nothing runs. */
import type { Diagnostic, FileSystem, SkillEngine, SkillSession } from "../engine/index.ts";
import { openSkills } from "../open-skills.ts";
import { createNodeFileSystem } from "../platform/index.ts";
import type { AgentOptions } from "./agent-options.ts";
import { toEngineSettings } from "./engine-settings.ts";
import { type HeldBack, listHeldBack } from "./held-back.ts";
import { openIndexCache } from "./open-index-cache.ts";
import { openRemoteRoots } from "./remote/open-remote-roots.ts";
import { assertReadable } from "./settings.ts";
import { loadWorkspaceSettings, type WorkspaceSettings } from "./workspace-settings.ts";

export interface WorkspaceSkills {
  /** Absolute, links resolved. */
  readonly cwd: string;
  readonly skills: SkillEngine;
  readonly session: SkillSession;
  /** Problems of the settings files. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the workspace brings that is off, because it is not trusted. */
  readonly heldBack: readonly HeldBack[];
}

/**
 * Takes of the options what bears on skills: places, settings, trust, directories, logger. Rejects with `SkillfulError`
 * (`cwd-missing`, `settings-invalid`, `usage`).
 */
export async function openWorkspaceSkills(options: AgentOptions = {}): Promise<WorkspaceSkills> {
  const fileSystem = createNodeFileSystem({ blocking: true });
  const workspace = await loadWorkspaceSettings(options, { fileSystem });
  const { places, settings } = workspace;
  assertReadable(settings.diagnostics);
  const skills = await openSkillsOf(workspace, { ...options, fileSystem });
  const session = skills.session({ ...(options.sessionId !== undefined && { sessionId: options.sessionId }) });
  const heldBack = listHeldBack({
    settings: settings.heldBack,
    skills: skills.list().map(({ skill }) => skill),
    diagnostics: [...settings.diagnostics, ...skills.diagnostics],
  });
  return { cwd: places.cwd, skills, session, diagnostics: settings.diagnostics, heldBack };
}

/** Opens the skills under settings that were loaded, whatever is wrong with these. */
export async function openSkillsOf(
  { places, trusted, settings }: WorkspaceSettings,
  { fileSystem, logger }: { readonly fileSystem: FileSystem } & Pick<AgentOptions, "logger">,
): Promise<SkillEngine> {
  return openSkills({
    cwd: places.cwd,
    home: places.home,
    managedDir: places.managedDir,
    addedDirs: settings.values["permissions.additionalDirectories"],
    settings: toEngineSettings(settings),
    trusted,
    fileSystem,
    ...openIndexCache(settings.values, places),
    ...(await openRemoteRoots(settings.values, { ...places, ...(logger && { logger }) })),
    ...(logger && { logger }),
  });
}
