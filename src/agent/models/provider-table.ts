/** What is known about each provider: where it is, which variables hold its key, and which of its models fit which task. */

/** Providers with an API of their own. Everything else speaks OpenAI Chat Completions. */
export type HostedProvider = "anthropic" | "openai" | "google";

/** Strength of a model, the same three steps for every provider. */
export type ModelTier = "fast" | "balanced" | "strong";

export interface HostedProviderFacts {
  readonly baseUrl: string;
  /** Appended to a base URL that names no version. */
  readonly versionPath: string;
  readonly baseUrlVariable: string;
  /** In order of preference. */
  readonly keyVariables: readonly string[];
  /** Used when nothing else is chosen. */
  readonly defaultModel: string;
  readonly tiers: Readonly<Record<ModelTier, string>>;
}

/** In the order in which a key is looked for. Model ids as of November 2026; each can be replaced by the `modelAliases` setting. */
export const HOSTED_PROVIDERS: Readonly<Record<HostedProvider, HostedProviderFacts>> = {
  anthropic: {
    baseUrl: "https://api.anthropic.com",
    versionPath: "/v1",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    keyVariables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
    defaultModel: "claude-sonnet-5-5",
    tiers: { fast: "claude-haiku-5-5", balanced: "claude-sonnet-5-5", strong: "claude-opus-5-5" },
  },
  openai: {
    baseUrl: "https://api.openai.com",
    versionPath: "/v1",
    baseUrlVariable: "OPENAI_BASE_URL",
    keyVariables: ["OPENAI_API_KEY"],
    defaultModel: "gpt-6.1-sol",
    tiers: { fast: "gpt-6-luna", balanced: "gpt-6.1-terra", strong: "gpt-6.1-sol" },
  },
  google: {
    baseUrl: "https://generativelanguage.googleapis.com",
    versionPath: "/v1beta",
    baseUrlVariable: "GOOGLE_GENERATIVE_AI_BASE_URL",
    keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
    defaultModel: "gemini-3.8-flash",
    tiers: { fast: "gemini-3.5-flash-lite", balanced: "gemini-3.8-flash", strong: "gemini-4-argon" },
  },
};

export const HOSTED_PROVIDER_NAMES = Object.keys(HOSTED_PROVIDERS) as readonly HostedProvider[];

/** Names that mean a tier of whatever provider is in use. Skills written for one product name its model families. */
const TIER_NAMES: ReadonlyMap<string, ModelTier> = new Map([
  ["fast", "fast"],
  ["haiku", "fast"],
  ["balanced", "balanced"],
  ["sonnet", "balanced"],
  ["strong", "strong"],
  ["opus", "strong"],
  ["best", "strong"],
]);

/** The tier that a name such as `haiku` or `sonnet[1m]` means, any case; undefined for other names. */
export function parseTier(name: string): ModelTier | undefined {
  return TIER_NAMES.get(name.toLowerCase().replace(/\[1m\]$/, ""));
}

const ID_PREFIXES: readonly (readonly [RegExp, HostedProvider])[] = [
  [/^claude-/, "anthropic"],
  [/^(gpt-\d|chatgpt-|o[134](-|$))/, "openai"],
  [/^gemini-/, "google"],
];

/** The provider whose models are named like this id; undefined for ids of no known pattern (`gpt-oss` runs anywhere). */
export function guessProvider(modelId: string): HostedProvider | undefined {
  return ID_PREFIXES.find(([pattern]) => pattern.test(modelId))?.[1];
}
