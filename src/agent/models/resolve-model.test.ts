import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createScriptedServer, redactHeaders, type ScriptedServer } from "../../testing/index.ts";
import { ModelError } from "./model.ts";
import type { ModelContext } from "./model-context.ts";
import { resolveModel } from "./resolve-model.ts";
import { collect, endOf, stepRequest } from "./test-steps.ts";

/** Nothing listens there: the port is reserved and needs privileges. */
const NOWHERE = "http://127.0.0.1:1";

const ALL_KEYS = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o", GOOGLE_GENERATIVE_AI_API_KEY: "g" };

function context(env: Record<string, string>, more: Partial<ModelContext> = {}): ModelContext {
  return { env: { OLLAMA_HOST: NOWHERE, ...env }, settings: {}, ...more };
}

async function noModel(promise: Promise<unknown>): Promise<ModelError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

let server: ScriptedServer;
beforeEach(async () => {
  server = await createScriptedServer({
    script: () => ({ text: "Hi." }),
    models: ["nomic-embed-text", "qwen3:8b", "other"],
  });
});
afterEach(() => server.close());

describe("without a name", () => {
  test.each([
    [ALL_KEYS, "anthropic/claude-sonnet-5-5"],
    [{ OPENAI_API_KEY: "o", GOOGLE_GENERATIVE_AI_API_KEY: "g" }, "openai/gpt-6.1-sol"],
    [{ GOOGLE_GENERATIVE_AI_API_KEY: "g", ANTHROPIC_API_KEY: " " }, "google/gemini-3.8-flash"],
    [{ GEMINI_API_KEY: "g" }, "google/gemini-3.8-flash"],
    [{ ANTHROPIC_AUTH_TOKEN: "t" }, "anthropic/claude-sonnet-5-5"],
    [{}, "demo"],
  ])("%j chooses %s", async (env, id) => {
    expect((await resolveModel(undefined, context(env as Record<string, string>))).id).toBe(id);
  });

  test("the setting comes before the keys, and may be an alias", async () => {
    const named = (model: string) => resolveModel(undefined, context(ALL_KEYS, { settings: { model } }));
    expect((await named("google/gemini-2.5-pro")).id).toBe("google/gemini-2.5-pro");
    expect((await named("opus")).id).toBe("anthropic/claude-opus-5-5");
    expect((await named("inherit")).id).toBe("anthropic/claude-sonnet-5-5");
  });

  test("a local server is found, models for embeddings left out", async () => {
    const model = await resolveModel(undefined, context({ OLLAMA_HOST: server.url }));
    expect(model).toMatchObject({ id: "ollama/qwen3:8b", provider: "openai-compatible" });
    expect(model.contextWindow).toBeUndefined();
    expect(endOf(await collect(stepRequest(model))).text).toBe("Hi.");
    expect(server.requests[0]?.path).toBe("/v1/chat/completions");
  });

  test("OPENAI_BASE_URL needs no key; a server that was named and is down is an error, not a demo", async () => {
    const model = await resolveModel(undefined, context({ OPENAI_BASE_URL: `${server.url}/` }));
    expect(model).toMatchObject({ id: "openai-compatible/qwen3:8b", provider: "openai-compatible" });
    const error = await noModel(resolveModel(undefined, context({ OPENAI_BASE_URL: NOWHERE })));
    expect(error).toMatchObject({ code: "unreachable", message: expect.stringContaining(`${NOWHERE}/v1/models`) });
  });

  test("OPENAI_BASE_URL with a key asks the server which models it has", async () => {
    const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "o" };
    expect((await resolveModel(undefined, context(env))).id).toBe("openai/qwen3:8b");
    expect(server.otherRequests[0]?.headers.authorization).toBe("Bearer o");
  });

  test("--base-url alone means the server there", async () => {
    const model = await resolveModel(undefined, context(ALL_KEYS, { baseUrl: server.url }));
    expect(model.id).toBe("openai-compatible/qwen3:8b");
  });
});

describe("by name", () => {
  test.each([
    ["anthropic/claude-opus-4-5", "anthropic/claude-opus-4-5", "anthropic", 200_000],
    ["openai/gpt-5.4", "openai/gpt-5.4", "openai", 1_050_000],
    ["google/gemini-2.5-pro", "google/gemini-2.5-pro", "google", 1_048_576],
    ["claude-haiku-4-5", "anthropic/claude-haiku-4-5", "anthropic", 200_000],
    ["gpt-4o-mini", "openai/gpt-4o-mini", "openai", 128_000],
    ["o3", "openai/o3", "openai", 200_000],
    ["gemini-3.8-flash", "google/gemini-3.8-flash", "google", 1_048_576],
    ["haiku", "anthropic/claude-haiku-5-5", "anthropic", 1_000_000],
    ["Sonnet[1m]", "anthropic/claude-sonnet-5-5", "anthropic", 1_000_000],
    ["openai/haiku", "openai/gpt-6-luna", "openai", 1_050_000],
    ["google", "google/gemini-3.8-flash", "google", 1_048_576],
    [" openai ", "openai/gpt-6.1-sol", "openai", 1_050_000],
    ["demo", "demo", "demo", undefined],
  ])("%s is %s", async (name, id, provider, contextWindow) => {
    const model = await resolveModel(name, context(ALL_KEYS));
    expect({ id: model.id, provider: model.provider, contextWindow: model.contextWindow }).toEqual({
      id,
      provider,
      contextWindow,
    });
  });

  test("aliases and bare ids belong to the session's provider", async () => {
    const openai = await resolveModel("openai/gpt-5.4", context(ALL_KEYS));
    const inSession = (name: string) => resolveModel(name, context(ALL_KEYS, { current: openai }));
    expect((await inSession("haiku")).id).toBe("openai/gpt-6-luna");
    expect((await inSession("opus")).id).toBe("openai/gpt-6.1-sol");
    expect((await inSession("fast")).id).toBe("openai/gpt-6-luna");
    expect((await inSession("my-fine-tune")).id).toBe("openai/my-fine-tune");
    expect((await inSession("claude-opus-4-5")).id).toBe("anthropic/claude-opus-4-5");
    expect(await inSession("inherit")).toBe(openai);
    expect(await resolveModel(undefined, context(ALL_KEYS, { current: openai }))).toBe(openai);
  });

  test("on a server without tiers an alias is the model in use", async () => {
    const local = await resolveModel("ollama/qwen3:8b", context({ OLLAMA_HOST: server.url }));
    expect(await resolveModel("opus", context({}, { current: local }))).toBe(local);
    const demo = await resolveModel("demo", context({}));
    expect(await resolveModel("haiku", context({}, { current: demo }))).toBe(demo);
  });

  test("a bare id is looked for on the local server", async () => {
    const env = { OLLAMA_HOST: server.url };
    expect((await resolveModel("other", context(env))).id).toBe("ollama/other");
    expect(await noModel(resolveModel("missing", context(env)))).toMatchObject({ code: "no-model" });
  });

  test("own aliases, also for the names of tiers, and never round in circles", async () => {
    const modelAliases = { mine: "google/gemini-2.5-pro", haiku: "openai/gpt-4o-mini", a: "b", b: "a", quick: "fast" };
    const named = (name: string) => resolveModel(name, context(ALL_KEYS, { settings: { modelAliases } }));
    expect((await named("mine")).id).toBe("google/gemini-2.5-pro");
    expect((await named("haiku")).id).toBe("openai/gpt-4o-mini");
    expect((await named("quick")).id).toBe("anthropic/claude-haiku-5-5");
    expect(await noModel(named("a"))).toMatchObject({ code: "no-model", message: "no such model: b" });
  });

  test("a provider from the settings, with its own key", async () => {
    const settings = { providers: { groq: { baseUrl: server.url, apiKeyEnv: "GROQ_KEY" } } };
    const model = await resolveModel("groq/org/llama", context({ ...ALL_KEYS, GROQ_KEY: "q" }, { settings }));
    expect(model).toMatchObject({ id: "groq/org/llama", provider: "openai-compatible" });
    await collect(stepRequest(model));
    expect(server.requests[0]).toMatchObject({ headers: { authorization: "Bearer q" }, view: { model: "org/llama" } });
  });

  test("a provider from the settings without a key is never sent another's", async () => {
    const settings = { providers: { lab: { baseUrl: server.url } } };
    await collect(stepRequest(await resolveModel("lab/x", context(ALL_KEYS, { settings }))));
    await collect(stepRequest(await resolveModel("ollama/x", context({ ...ALL_KEYS, OLLAMA_HOST: server.url }))));
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  test("windows from the settings", async () => {
    const settings = { contextWindows: { "ollama/qwen3:8b": 32_768, "gpt-5.4": 1_000 } };
    const named = (name: string) => resolveModel(name, context(ALL_KEYS, { settings }));
    expect((await named("ollama/qwen3:8b")).contextWindow).toBe(32_768);
    expect((await named("openai/gpt-5.4")).contextWindow).toBe(1_000);
  });

  test.each([
    ["openai/gpt-5.4", { ANTHROPIC_API_KEY: "a" }, "openai needs a key, and OPENAI_API_KEY is not set"],
    ["claude-opus-4-5", {}, "anthropic needs a key, and ANTHROPIC_API_KEY is not set"],
    ["no-such", {}, "no such model: no-such"],
    ["openai-compatible/x", {}, "the provider openai-compatible has no address"],
  ])("%s with %j: %s", async (name, env, message) => {
    const error = await noModel(resolveModel(name, context(env as Record<string, string>)));
    expect(error).toMatchObject({ code: "no-model", message });
    expect(error.hint).not.toBe("");
  });

  test("a missing key is named in what to do, too", async () => {
    const error = await noModel(resolveModel("openai/gpt-5.4", context({})));
    expect(error.hint).toMatch(/^Set OPENAI_API_KEY, or use another model\. /);
  });

  test("a tier is never the demo model, unless the session runs on it", async () => {
    const error = await noModel(resolveModel("sonnet", context({})));
    expect(error).toMatchObject({
      code: "no-model",
      message: "there is no sonnet model: no key is set, and no local server answers",
    });
    expect(error.hint).toMatch(/^Set ANTHROPIC_API_KEY, OPENAI_API_KEY, .* or use --model demo\.$/);
    const settings = { model: "demo" };
    expect(await noModel(resolveModel("haiku", context({}, { settings })))).toMatchObject({
      message: "there is no haiku model: the setting model is the demo",
    });
  });

  test("a mistyped provider is named", async () => {
    const current = await resolveModel("anthropic", context(ALL_KEYS));
    const error = await noModel(resolveModel("antropic/claude-opus-4-5", context(ALL_KEYS, { current })));
    expect(error).toMatchObject({ code: "no-model", message: "no such provider: antropic" });
    expect(error.hint).toContain("anthropic, openai, google");
  });

  test("a base URL that is none is named", async () => {
    const error = await noModel(resolveModel("openai/x", context(ALL_KEYS, { baseUrl: "localhost:80:80" })));
    expect(error).toMatchObject({ code: "no-model", message: "not an address of a model server: localhost:80:80" });
  });

  test("stopping the look for a local server rejects with the signal's reason", async () => {
    const reason = new Error("stopped");
    const signal = AbortSignal.abort(reason);
    await expect(resolveModel(undefined, context({}, { signal }))).rejects.toBe(reason);
  });
});

describe("base URLs", () => {
  const variants = ["", "/", "/v1", "/v1/", "/v1//"];

  test.each(variants)("ANTHROPIC_BASE_URL and OPENAI_BASE_URL ending in %j", async (end) => {
    const env = { ...ALL_KEYS, ANTHROPIC_BASE_URL: server.url + end, OPENAI_BASE_URL: server.url + end };
    await collect(stepRequest(await resolveModel("anthropic/claude-opus-4-5", context(env))));
    await collect(stepRequest(await resolveModel("openai/gpt-4o", context(env))));
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/messages", "/v1/chat/completions"]);
    expect(server.requests[0]?.headers["x-api-key"]).toBe("a");
    expect(redactHeaders(server.requests[0]?.headers ?? {})["x-api-key"]).toBe("[redacted]");
  });

  test.each(["", "/v1beta/"])("GOOGLE_GENERATIVE_AI_BASE_URL ending in %j", async (end) => {
    const env = { ...ALL_KEYS, GOOGLE_GENERATIVE_AI_BASE_URL: server.url + end };
    await collect(stepRequest(await resolveModel("gemini-2.5-pro", context(env))));
    expect(server.requests[0]?.path).toBe("/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse");
    expect(server.requests[0]?.headers["x-goog-api-key"]).toBe("g");
  });

  test("--base-url beats the environment, which beats the settings", async () => {
    const settings = { providers: { anthropic: { baseUrl: server.url } } };
    const name = "anthropic/claude-opus-4-5";
    await collect(stepRequest(await resolveModel(name, context(ALL_KEYS, { settings }))));
    const env = { ...ALL_KEYS, ANTHROPIC_BASE_URL: `${server.url}/env` };
    await collect(stepRequest(await resolveModel(name, context(env, { settings }))));
    await collect(stepRequest(await resolveModel(name, context(env, { settings, baseUrl: `${server.url}/flag/v1` }))));
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/messages", "/env/v1/messages", "/flag/v1/messages"]);
  });

  test("a bearer token for Anthropic", async () => {
    const env = { ANTHROPIC_AUTH_TOKEN: "t", ANTHROPIC_BASE_URL: server.url };
    await collect(stepRequest(await resolveModel("anthropic/claude-opus-4-5", context(env))));
    expect(server.requests[0]?.headers).toMatchObject({ authorization: "Bearer t" });
    expect(server.requests[0]?.headers["x-api-key"]).toBeUndefined();
  });

  test("a server of one's own needs no key", async () => {
    const env = { ANTHROPIC_BASE_URL: server.url };
    expect(endOf(await collect(stepRequest(await resolveModel("anthropic/local", context(env))))).text).toBe("Hi.");
    expect(server.requests[0]?.body.max_tokens).toBe(32_000);
  });
});
