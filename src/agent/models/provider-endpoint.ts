/** Finds out for a provider's name where its API is, with which key, and which protocol is spoken there. */
import { normaliseBaseUrl, parseOllamaHost } from "./base-url.ts";
import { ModelError } from "./model.ts";
import { type ModelContext, readVariable } from "./model-context.ts";
import { HOSTED_PROVIDERS, type HostedProvider } from "./provider-table.ts";

/** `openai` is the Responses API, `openai-compatible` Chat Completions. */
export type Api = "anthropic" | "openai" | "google" | "openai-compatible";

export interface Endpoint {
  /** As in `provider/model`. */
  readonly provider: string;
  readonly api: Api;
  /** Normalised, with a version. */
  readonly baseUrl: string;
  readonly key?: string;
  /** The variable that holds the key, or should. */
  readonly keyVariable: string;
  /** True when flag, setting or environment name the address, so that it may well be a server that wants no key. */
  readonly isCustomUrl: boolean;
}

const OLLAMA_URL = "http://127.0.0.1:11434";

/** Names that mean a provider, with those of the settings. */
export function knownProviders(context: ModelContext): readonly string[] {
  const names = [...Object.keys(HOSTED_PROVIDERS), "openai-compatible", "ollama", "demo"];
  return [...new Set([...names, ...Object.keys(context.settings.providers ?? {})])];
}

/**
 * Resolves an endpoint; `provider` is one of `knownProviders` other than `demo`.
 * Throws a `ModelError` of code `no-model` for an address that is no URL, or where an address is missing.
 */
export function resolveEndpoint(provider: string, context: ModelContext): Endpoint {
  if (isHosted(provider)) return hostedEndpoint(provider, context);
  const setting = context.settings.providers?.[provider];
  const keyVariable = setting?.apiKeyEnv ?? "OPENAI_API_KEY";
  const isOpenaiVariables = provider === "openai-compatible" || setting?.apiKeyEnv !== undefined;
  const key = isOpenaiVariables ? readVariable(context, keyVariable) : undefined;
  const given = context.baseUrl ?? setting?.baseUrl ?? defaultUrl(provider, context);
  if (given === undefined) {
    throw new ModelError(
      "no-model",
      `the provider ${provider} has no address`,
      `Give one with --base-url, OPENAI_BASE_URL, or the setting providers.${provider}.baseUrl.`,
    );
  }
  const baseUrl = checkedUrl(given, "/v1");
  return {
    provider,
    api: "openai-compatible",
    baseUrl,
    keyVariable,
    isCustomUrl: true,
    ...(key !== undefined && { key }),
  };
}

function hostedEndpoint(provider: HostedProvider, context: ModelContext): Endpoint {
  const facts = HOSTED_PROVIDERS[provider];
  const setting = context.settings.providers?.[provider];
  const variables = setting?.apiKeyEnv === undefined ? facts.keyVariables : [setting.apiKeyEnv];
  const keyVariable = variables.find((name) => readVariable(context, name) !== undefined) ?? variables[0] ?? "";
  const key = readVariable(context, keyVariable);
  const given = context.baseUrl ?? readVariable(context, facts.baseUrlVariable) ?? setting?.baseUrl;
  const baseUrl = checkedUrl(given ?? facts.baseUrl, facts.versionPath);
  // Few servers other than OpenAI's own have the Responses API; all have Chat Completions.
  const isCompatible = provider === "openai" && !/(^|\.)openai\.com$/.test(new URL(baseUrl).hostname);
  return {
    provider,
    api: isCompatible ? "openai-compatible" : provider,
    baseUrl,
    keyVariable,
    isCustomUrl: given !== undefined,
    ...(key !== undefined && { key }),
  };
}

function defaultUrl(provider: string, context: ModelContext): string | undefined {
  if (provider === "ollama") return parseOllamaHost(readVariable(context, "OLLAMA_HOST") ?? OLLAMA_URL) ?? OLLAMA_URL;
  return provider === "openai-compatible" ? readVariable(context, "OPENAI_BASE_URL") : undefined;
}

function checkedUrl(text: string, versionPath: string): string {
  const url = normaliseBaseUrl(text, versionPath);
  if (url !== undefined) return url;
  throw new ModelError(
    "no-model",
    `not an address of a model server: ${text}`,
    "Write it like http://127.0.0.1:8080/v1.",
  );
}

function isHosted(provider: string): provider is HostedProvider {
  return Object.hasOwn(HOSTED_PROVIDERS, provider);
}
