/** Opens the skills that an agent would have in a directory, without the agent: no model is chosen and nothing runs. */
import { realpath } from "node:fs/promises";
import type { Diagnostic, SkillEngine, SkillSession } from "../engine/index.ts";
import { openSkills } from "../open-skills.ts";
import { createNodeFileSystem } from "../platform/index.ts";
import { type AgentOptions, resolvePlaces, toSettingEntries } from "./agent-options.ts";
import { toEngineSettings } from "./engine-settings.ts";
import { type HeldBack, listHeldBack } from "./held-back.ts";
import { assertReadable, loadSettings } from "./settings.ts";
import { resolveWorkspaceRoot } from "./trust-store.ts";

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
 * (`settings-invalid`, `usage`) and with the file system's error when the working directory does not exist.
 */
export async function openWorkspaceSkills(options: AgentOptions = {}): Promise<WorkspaceSkills> {
  const places = resolvePlaces(options);
  const cwd = await realpath(places.cwd);
  const trusted = options.trusted ?? false;
  const settings = await loadSettings({
    ...places,
    fileSystem: createNodeFileSystem(),
    cwd,
    workspaceRoot: await resolveWorkspaceRoot(cwd),
    flags: options.settings ?? [],
    options: toSettingEntries(options),
    trusted,
  });
  assertReadable(settings.diagnostics);
  const skills = await openSkills({
    cwd,
    home: places.home,
    managedDir: places.managedDir,
    addedDirs: settings.values["permissions.additionalDirectories"],
    settings: toEngineSettings(settings.values),
    trusted,
    ...(options.logger && { logger: options.logger }),
  });
  const session = skills.session({ ...(options.sessionId !== undefined && { sessionId: options.sessionId }) });
  const heldBack = listHeldBack({
    settings: settings.heldBack,
    skills: skills.list().map(({ skill }) => skill),
    diagnostics: skills.diagnostics,
  });
  return { cwd, skills, session, diagnostics: settings.diagnostics, heldBack };
}
