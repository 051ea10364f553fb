/** What the choice of a model depends on: environment, settings, flags, and the model of the session. */
import type { Model } from "./model.ts";

/** The settings that concern models; the agent's settings fit. */
export interface ModelSettings {
  /** `model`: used when no name is given. */
  readonly model?: string | undefined;
  /** `modelAliases`: own names for models, and other meanings for `haiku`, `sonnet`, `opus`, `fast`. */
  readonly modelAliases?: Readonly<Record<string, string>> | undefined;
  /** `providers`: base URL and name of the key's variable; a name of your own adds an OpenAI-compatible provider. */
  readonly providers?: Readonly<Record<string, ProviderSettings>> | undefined;
  /** `contextWindows`: tokens by model id, for models that are not known here. */
  readonly contextWindows?: Readonly<Record<string, number>> | undefined;
}

export interface ProviderSettings {
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
}

export interface ModelContext {
  /** The environment, with the `env` of the settings already in it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: ModelSettings;
  /** `--base-url`: beats the provider's base URL from the environment and the settings. */
  readonly baseUrl?: string | undefined;
  /** The session's model: what `inherit` means, and whose provider aliases and bare ids belong to. */
  readonly current?: Model | undefined;
  /** Instead of the global `fetch`, for proxies and tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Stops the look for a local server. */
  readonly signal?: AbortSignal | undefined;
}

/** The variable's value; undefined when it is not set or blank. */
export function readVariable(context: ModelContext, name: string): string | undefined {
  const value = context.env[name]?.trim();
  return value === "" ? undefined : value;
}
