/** Loads the package of one provider, and only that one, and makes a model of it. */
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { Endpoint } from "./provider-endpoint.ts";

/** Stands where a package insists on a key and the server wants none. */
const NO_KEY = "none";

/** Under this name the options of a step reach an OpenAI-compatible model. */
export const COMPATIBLE_NAME = "compatible";

export interface OpenLanguageModel {
  readonly endpoint: Endpoint;
  readonly modelId: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export async function openLanguageModel({ endpoint, modelId, fetch }: OpenLanguageModel): Promise<LanguageModelV3> {
  const { api, baseUrl: baseURL, key, keyVariable, provider } = endpoint;
  const common = { baseURL, ...(fetch !== undefined && { fetch }) };
  switch (api) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const isToken = key !== undefined && keyVariable === "ANTHROPIC_AUTH_TOKEN";
      return createAnthropic({ ...common, ...(isToken ? { authToken: key } : { apiKey: key ?? NO_KEY }) })(modelId);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ ...common, apiKey: key ?? NO_KEY }).responses(modelId);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ ...common, apiKey: key ?? NO_KEY })(modelId);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const options = {
        ...common,
        name: COMPATIBLE_NAME,
        includeUsage: true,
        ...(key !== undefined && { apiKey: key }),
      };
      return createOpenAICompatible(options).chatModel(modelId);
    }
    default:
      throw new Error(`no such API for ${provider}: ${api satisfies never}`);
  }
}
