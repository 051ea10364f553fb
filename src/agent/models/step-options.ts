/** Provider options of one model call: prompt cache, thinking, and what keeps the history self-contained. */
import type { Effort } from "../../engine/index.ts";
import { defaultThinking, effortOptions } from "./effort-options.ts";
import type { ProviderOptions } from "./message.ts";
import type { Model } from "./model.ts";
import { COMPATIBLE_NAME } from "./open-language-model.ts";

/** Marks the end of a part that stays the same from request to request; set on the system text and on the last tool. */
export const CACHE_BREAKPOINT = {
  anthropic: { cacheControl: { type: "ephemeral" } },
} satisfies ProviderOptions;

/**
 * The options by provider. For Anthropic they also ask for the automatic prompt cache, which keeps the whole request up to
 * its last block (https://platform.claude.com/docs/en/build-with-claude/prompt-caching). So the messages carry no markers of
 * their own, and what was sent once is sent again byte for byte. The other providers cache by themselves.
 */
export function stepOptions(model: Model, effort: Effort | undefined): ProviderOptions {
  const { provider } = model;
  const modelId = model.id.slice(model.id.indexOf("/") + 1);
  const fromEffort = effort === undefined ? {} : effortOptions(provider, modelId, effort);
  switch (provider) {
    case "anthropic":
      return { anthropic: { ...CACHE_BREAKPOINT.anthropic, ...defaultThinking(modelId), ...fromEffort } };
    case "openai":
      // Not stored: the next request then brings all that was said, reasoning in sealed form included.
      return { openai: { store: false, ...fromEffort } };
    case "google":
      return { google: fromEffort };
    case "openai-compatible":
      return { [COMPATIBLE_NAME]: fromEffort };
    case "demo":
      return {};
    default:
      return provider satisfies never;
  }
}
