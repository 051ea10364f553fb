/** Opens the skills of the origins that the settings in effect name, to list, fetch and approve them. */
import { createNodeFileSystem } from "../../platform/index.ts";
import type { AgentOptions } from "../agent-options.ts";
import { assertReadable } from "../settings.ts";
import { loadWorkspaceSettings } from "../workspace-settings.ts";
import { createRemoteSkills, type RemoteSkills } from "./remote-skills.ts";

export interface OpenRemoteSkills {
  /** As `https://host`, without a slash at the end. */
  readonly origins: readonly string[];
  readonly remote: RemoteSkills;
}

/** Takes of the options the places and the settings. Rejects with `SkillfulError` (`cwd-missing`, `settings-invalid`, `usage`). */
export async function openRemoteSkills(
  options: AgentOptions & { readonly onDamaged?: (message: string) => void },
): Promise<OpenRemoteSkills> {
  const fileSystem = createNodeFileSystem({ blocking: true });
  const { places, settings } = await loadWorkspaceSettings(options, { fileSystem });
  assertReadable(settings.diagnostics);
  const { skillfulHome } = places;
  const { onDamaged } = options;
  const remote = createRemoteSkills({ skillfulHome, fileSystem, ...(onDamaged && { onDamaged }) });
  return { origins: [...new Set(settings.values["skills.remote"])], remote };
}
