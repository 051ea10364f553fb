/** The environment of a session's commands, and what its choice of a model depends on. */
import { withoutWorkspacePrograms } from "../platform/index.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { ModelContext } from "./models/index.ts";
import type { WorkspaceSettings } from "./workspace-settings.ts";

/** The settings' `env` laid over the given one; without trust no program of the workspace is on its search path. */
export async function resolveEnvironment(
  options: Pick<AgentOptions, "env">,
  { settings, trusted, places }: WorkspaceSettings,
): Promise<Readonly<Record<string, string | undefined>>> {
  const env = { ...(options.env ?? process.env), ...settings.values.env };
  return trusted ? env : withoutWorkspacePrograms(env, places.cwd);
}

/** `env` is what `resolveEnvironment` gave. */
export function createModelContext(
  { baseUrl, fetch }: Pick<AgentOptions, "baseUrl" | "fetch">,
  { settings }: WorkspaceSettings,
  env: ModelContext["env"],
): ModelContext {
  const { model, modelAliases, providers, contextWindows } = settings.values;
  return { env, settings: { model, modelAliases, providers, contextWindows }, baseUrl, fetch };
}
