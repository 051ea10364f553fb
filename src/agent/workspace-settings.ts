/** Loads the settings that hold in a directory: the places they come from, the workspace's root, and what they say. */
import { realpath } from "node:fs/promises";
import { type FileSystem, SkillfulError } from "../engine/index.ts";
import { type AgentOptions, type AgentPlaces, resolvePlaces, toSettingEntries } from "./agent-options.ts";
import { type LoadedSettings, loadSettings } from "./settings.ts";
import { resolveWorkspaceRoot } from "./trust-store.ts";

export interface WorkspaceSettings {
  /** Links in the working directory are resolved, so that every path of a session starts at the same place. */
  readonly places: AgentPlaces;
  /** Absolute root of the workspace, links resolved. */
  readonly root: string;
  readonly trusted: boolean;
  /** May hold files that could not be read; see `assertReadable`. */
  readonly settings: LoadedSettings;
}

/** Rejects with `SkillfulError`: `cwd-missing`, or `usage` for a settings file that a flag names and that is not there. */
export async function loadWorkspaceSettings(
  options: AgentOptions,
  { fileSystem }: { readonly fileSystem: FileSystem },
): Promise<WorkspaceSettings> {
  const places = await realPlaces(resolvePlaces(options));
  const trusted = options.trusted ?? false;
  const root = await resolveWorkspaceRoot(places.cwd);
  const settings = await loadSettings({
    fileSystem,
    ...places,
    workspaceRoot: root,
    flags: options.settings ?? [],
    options: toSettingEntries(options),
    trusted,
  });
  return { places, root, trusted, settings };
}

async function realPlaces(places: AgentPlaces): Promise<AgentPlaces> {
  try {
    return { ...places, cwd: await realpath(places.cwd) };
  } catch (error) {
    throw new SkillfulError("cwd-missing", `the working directory ${places.cwd} does not exist`, {
      hint: "Name a directory that exists.",
      cause: error,
    });
  }
}
