/** Reads a model's name as people and skills write it, without asking anybody. */
import type { ModelContext } from "./model-context.ts";
import { knownProviders } from "./provider-endpoint.ts";
import { guessProvider, HOSTED_PROVIDERS, type HostedProvider, type ModelTier, parseTier } from "./provider-table.ts";

export type ParsedModelName =
  | { readonly kind: "inherit" }
  | { readonly kind: "demo" }
  | { readonly kind: "tier"; readonly tier: ModelTier }
  /** An empty `modelId` means any model of that provider. */
  | { readonly kind: "model"; readonly provider: string; readonly modelId: string }
  /** A bare id that no provider claims. */
  | { readonly kind: "bare"; readonly modelId: string };

/** Own aliases are looked up once: what they stand for is a real name, so that aliases cannot go round in circles. */
export function parseModelName(name: string, context: ModelContext): ParsedModelName {
  const trimmed = name.trim();
  const aliases = context.settings.modelAliases ?? {};
  const text = Object.hasOwn(aliases, trimmed) ? (aliases[trimmed] ?? trimmed).trim() : trimmed;
  if (text === "inherit") return { kind: "inherit" };
  if (text === "demo" || text.startsWith("demo/")) return { kind: "demo" };

  const slash = text.indexOf("/");
  const head = slash === -1 ? text : text.slice(0, slash);
  if (knownProviders(context).includes(head)) return providerModel(head, slash === -1 ? "" : text.slice(slash + 1));

  const tier = parseTier(text);
  if (tier !== undefined) return { kind: "tier", tier };
  const provider = guessProvider(text);
  return provider === undefined ? { kind: "bare", modelId: text } : { kind: "model", provider, modelId: text };
}

/** `anthropic/opus` is a tier of that provider, whichever is in use. */
function providerModel(provider: string, modelId: string): ParsedModelName {
  const tier = parseTier(modelId);
  const isHosted = Object.hasOwn(HOSTED_PROVIDERS, provider);
  if (tier === undefined || !isHosted) return { kind: "model", provider, modelId };
  return { kind: "model", provider, modelId: HOSTED_PROVIDERS[provider as HostedProvider].tiers[tier] };
}
