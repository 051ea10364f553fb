/** Opens the hooks of a session: registers what its settings files declare, and says what is wrong with it. */
import { createHookRegistry, type Diagnostic, type HookMatcher, type Logger } from "../../engine/index.ts";
import { createNodeHookPorts } from "../../platform/index.ts";
import type { LoadedSettings } from "../settings.ts";
import { type AgentHooks, createAgentHooks } from "./agent-hooks.ts";
import { createAskModel } from "./ask-model.ts";
import { createPatternCompiler } from "./pattern-compiler.ts";

export interface HookPlaces {
  readonly settings: LoadedSettings;
  readonly sessionId: string;
  /** Absolute working directory. */
  readonly cwd: string;
  /** Absolute root of the workspace. */
  readonly projectDir: string;
  readonly permissionMode: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Variables that commands never see. */
  readonly withhold: readonly string[];
  readonly logger: Logger;
  /** Aborted by the end of the session. */
  readonly closing: AbortSignal;
  /** For `prompt` hooks. */
  readonly askModel: Parameters<typeof createAskModel>[0];
}

export interface OpenedHooks {
  readonly hooks: AgentHooks;
  readonly diagnostics: readonly Diagnostic[];
}

/** Registers what settings files declare, and says what is wrong with it. Runs nothing. */
export async function registerSettingsHooks(settings: Pick<LoadedSettings, "values" | "entries">) {
  const compiler = createPatternCompiler();
  await compiler.prepare(settings.values.hooks);
  const registry = createHookRegistry(compiler.compile);
  // Highest level first; a hook that several files hold is registered once.
  const diagnostics = settings.entries.flatMap(({ key, name, value, origin: { path, line } }) => {
    if (key !== "hooks" || name === undefined) return [];
    const problems = registry.addSettings({ [name]: [value as HookMatcher] }, path);
    return line === undefined ? problems : problems.map((problem) => ({ ...problem, line }));
  });
  const addPlugin: AgentHooks["addPlugin"] = async (hooks, origin) => {
    await compiler.prepare(hooks);
    return registry.addPlugin(hooks, origin);
  };
  return { registry, compiler, diagnostics, addPlugin };
}

/** Opens the hooks. Runs none. Never rejects for hooks that are wrong. */
export async function openHooks(places: HookPlaces): Promise<OpenedHooks> {
  const { settings, sessionId, cwd, projectDir, permissionMode, env, withhold, logger, closing } = places;
  const { registry, compiler, diagnostics } = await registerSettingsHooks(settings);
  const hooks = createAgentHooks({
    registry,
    compiler,
    ports: { ...createNodeHookPorts({ env, withhold }), askModel: createAskModel(places.askModel) },
    common: { session_id: sessionId, cwd, permission_mode: permissionMode },
    allowedHttpHosts: settings.values.allowedHttpHookHosts,
    projectDir,
    logger,
    closing,
  });
  return { hooks, diagnostics };
}
