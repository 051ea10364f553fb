/** Chooses the model: by name, or the first that can be used here. */
import { contextWindowOf } from "./context-window.ts";
import { listServerModels } from "./list-server-models.ts";
import { type Model, ModelError } from "./model.ts";
import { type ModelContext, readVariable } from "./model-context.ts";
import { openLanguageModel } from "./open-language-model.ts";
import { parseModelName } from "./parse-model-name.ts";
import { type Endpoint, knownProviders, resolveEndpoint } from "./provider-endpoint.ts";
import { HOSTED_PROVIDER_NAMES, HOSTED_PROVIDERS, type HostedProvider, type ModelTier } from "./provider-table.ts";

const HOW_TO_CHOOSE =
  "Choose one with --model or the setting model: provider/model (such as anthropic/claude-sonnet-5-5, openai/gpt-6.1-sol, " +
  "google/gemini-3.8-flash, ollama/NAME), an alias (haiku, sonnet, opus, fast), or demo.";

const HOW_TO_CONNECT =
  `Set ${HOSTED_PROVIDER_NAMES.map((name) => HOSTED_PROVIDERS[name].keyVariables[0]).join(", ")} or OPENAI_BASE_URL, ` +
  "start Ollama, or use --model demo.";

/** A local server answers in a few milliseconds or is not there. */
const LOCAL_TIMEOUT_MS = 500;
/** A server that the user named may be far away. */
const NAMED_TIMEOUT_MS = 5_000;

/**
 * Resolves a model name. Without a name: the setting `model`, the first provider with a key, a local server that answers,
 * the demo model. Rejects with a `ModelError`: `no-model` for a name that leads to no usable model, `unreachable` for a
 * server that was named and does not answer. No request is made for a name with provider and model.
 */
export async function resolveModel(name: string | undefined, context: ModelContext): Promise<Model> {
  const base = async () => context.current ?? (await defaultModel(context));
  return name === undefined || name.trim() === "" ? base() : byName(name, context, base);
}

async function defaultModel(context: ModelContext): Promise<Model> {
  const { model = "" } = context.settings;
  return model.trim() === "" ? firstUsable(context) : byName(model, context, () => firstUsable(context));
}

/** `base` is the model that `inherit` means and whose provider tiers are taken from. */
async function byName(name: string, context: ModelContext, base: () => Promise<Model>): Promise<Model> {
  const parsed = parseModelName(name, context);
  switch (parsed.kind) {
    case "inherit":
      return base();
    case "demo":
      return openDemo();
    case "tier":
      return openTier(await base(), { name: name.trim(), tier: parsed.tier }, context);
    case "model":
      return openModel(resolveEndpoint(parsed.provider, context), parsed.modelId, context);
    case "bare":
      return openBare(parsed.modelId, context);
    default:
      return parsed satisfies never;
  }
}

/** Without a provider, an id belongs to the server at hand: the session's, a base URL that was given, a local one that has it. */
async function openBare(modelId: string, context: ModelContext): Promise<Model> {
  const hasUrl = context.baseUrl !== undefined || readVariable(context, "OPENAI_BASE_URL") !== undefined;
  const provider = providerOf(context.current) ?? (hasUrl ? "openai-compatible" : undefined);
  if (provider !== undefined) {
    const endpoint = resolveEndpoint(provider, context);
    // Ids with a slash are usual on servers of all kinds, but not with the three large providers.
    const isMistyped = modelId.includes("/") && !endpoint.isCustomUrl;
    if (!isMistyped) return openModel(endpoint, modelId, context);
    const hint = `Providers: ${knownProviders(context).join(", ")}. ${HOW_TO_CHOOSE}`;
    throw new ModelError("no-model", `no such provider: ${modelId.slice(0, modelId.indexOf("/"))}`, hint);
  }
  const ollama = resolveEndpoint("ollama", context);
  const models = await modelsAt(ollama, context, LOCAL_TIMEOUT_MS);
  if (models?.some((id) => id === modelId || id === `${modelId}:latest`)) return openModel(ollama, modelId, context);
  throw new ModelError("no-model", `no such model: ${modelId}`, HOW_TO_CHOOSE);
}

/** Servers without known tiers have one model for every tier: the one in use. */
async function openTier(
  base: Model,
  { name, tier }: { readonly name: string; readonly tier: ModelTier },
  context: ModelContext,
): Promise<Model> {
  const provider = HOSTED_PROVIDER_NAMES.find((each) => each === base.provider);
  if (provider === undefined && base.provider === "demo" && context.current === undefined) {
    // Whoever asks for a model by such a name wants a real one; the demo in its place would be taken for it.
    const because = base.chosenBecause ?? "the setting model is the demo";
    throw new ModelError("no-model", `there is no ${name} model: ${because}`, HOW_TO_CONNECT);
  }
  if (provider === undefined) return base;
  const model = await openModel(resolveEndpoint(provider, context), HOSTED_PROVIDERS[provider].tiers[tier], context);
  return base.chosenBecause === undefined ? model : { ...model, chosenBecause: base.chosenBecause };
}

async function firstUsable(context: ModelContext): Promise<Model> {
  const open = async (endpoint: Endpoint, modelId: string, chosenBecause: string): Promise<Model> => ({
    ...(await openModel(endpoint, modelId, context)),
    chosenBecause,
  });
  if (context.baseUrl !== undefined) {
    return open(resolveEndpoint("openai-compatible", context), "", "--base-url names its server");
  }
  const withKey = HOSTED_PROVIDER_NAMES.map((name) => resolveEndpoint(name, context)).find(
    ({ key }) => key !== undefined,
  );
  if (withKey !== undefined) return open(withKey, "", `${withKey.keyVariable} is set`);

  // Whoever names a server wants that one: a demo in its place would hide that it is down.
  if (readVariable(context, "OPENAI_BASE_URL") !== undefined) {
    return open(resolveEndpoint("openai-compatible", context), "", "OPENAI_BASE_URL names its server");
  }
  const ollama = resolveEndpoint("ollama", context);
  const [model] = (await modelsAt(ollama, context, LOCAL_TIMEOUT_MS)) ?? [];
  if (model !== undefined) return open(ollama, model, `a server answers at ${ollama.baseUrl}`);
  return { ...(await openDemo()), chosenBecause: "no key is set, and no local server answers" };
}

/** An empty id means the provider's default, which for a server of unknown content is the first that it lists. */
async function openModel(endpoint: Endpoint, givenId: string, context: ModelContext): Promise<Model> {
  const { provider, api, key, keyVariable, isCustomUrl } = endpoint;
  if (key === undefined && !isCustomUrl) {
    const hint = `Set ${keyVariable}, or use another model. ${HOW_TO_CHOOSE}`;
    throw new ModelError("no-model", `${provider} needs a key, and ${keyVariable} is not set`, hint);
  }
  const modelId = givenId === "" ? await defaultModelId(endpoint, context) : givenId;
  const id = `${provider}/${modelId}`;
  const contextWindow = contextWindowOf(modelId, { fullId: id, configured: context.settings.contextWindows ?? {} });
  const languageModel = await openLanguageModel({ endpoint, modelId, fetch: context.fetch });
  return { id, provider: api, languageModel, ...(contextWindow !== undefined && { contextWindow }) };
}

async function defaultModelId(endpoint: Endpoint, context: ModelContext): Promise<string> {
  const { api, provider, baseUrl } = endpoint;
  if (api !== "openai-compatible") return HOSTED_PROVIDERS[api].defaultModel;
  const models = await modelsAt(endpoint, context, NAMED_TIMEOUT_MS);
  const preferred = Object.hasOwn(HOSTED_PROVIDERS, provider)
    ? HOSTED_PROVIDERS[provider as HostedProvider].defaultModel
    : "";
  const [first] = models ?? [];
  if (models?.includes(preferred)) return preferred;
  if (first !== undefined) return first;
  if (models === undefined) {
    const hint = `Start the server, correct the address, or name a model: --model ${provider}/NAME.`;
    throw new ModelError("unreachable", `no list of models at ${baseUrl}/models`, hint);
  }
  throw new ModelError(
    "no-model",
    `the server at ${baseUrl} has no models`,
    "Load a model into it, or use another server.",
  );
}

async function modelsAt(
  endpoint: Endpoint,
  context: ModelContext,
  timeoutMs: number,
): Promise<readonly string[] | undefined> {
  const { baseUrl, key } = endpoint;
  return listServerModels({
    baseUrl,
    key,
    fetch: context.fetch ?? globalThis.fetch,
    signal: context.signal,
    timeoutMs,
  });
}

async function openDemo(): Promise<Model> {
  const { createDemoModel } = await import("./demo-model.ts");
  return { id: "demo", provider: "demo", languageModel: createDemoModel() };
}

/** The part of `provider/model` before the slash; the demo model has none. */
function providerOf(model: Model | undefined): string | undefined {
  if (model === undefined || model.provider === "demo") return undefined;
  return model.id.slice(0, model.id.indexOf("/"));
}
