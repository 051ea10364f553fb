import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createScriptedServer, type ProtocolName, type ScriptedServer } from "../../testing/index.ts";
import { effortOptions } from "./effort-options.ts";
import type { ModelStepRequest } from "./model.ts";
import { BASH, collect, endOf, modelOf, READ, resultsOf, stepRequest } from "./test-steps.ts";

let server: ScriptedServer;
beforeEach(async () => {
  server = await createScriptedServer({ script: () => ({ text: "Hi." }) });
});
afterEach(() => server.close());

async function bodyOf(protocol: ProtocolName, modelId: string, more: Partial<ModelStepRequest>) {
  await collect(stepRequest(await modelOf(protocol, server, modelId), more));
  return server.requests.at(-1)?.body ?? {};
}

const SHOWN = { type: "adaptive", display: "summarized" };
const BOUND = { ...SHOWN, block_binding: { prefix_mismatch_behavior: "drop_block" } };

describe("effort in the request", () => {
  test.each([
    ["claude-opus-5-5", "xhigh", BOUND, "xhigh"],
    ["claude-opus-5-5", 4_000, BOUND, "medium"],
    ["claude-opus-5-5", undefined, BOUND, undefined],
    ["claude-fable-5-1", "low", BOUND, "low"],
    ["claude-sonnet-5", "max", SHOWN, "max"],
    ["claude-opus-4-8", "high", SHOWN, "high"],
    ["claude-opus-4-8", undefined, undefined, undefined],
    ["claude-sonnet-4-6", "xhigh", { type: "adaptive" }, "high"],
    ["claude-sonnet-4-6", 5_000, { type: "enabled", budget_tokens: 5_000 }, undefined],
    ["claude-opus-4-5", "low", { type: "enabled", budget_tokens: 2_048 }, undefined],
    ["claude-opus-4-5-20251101", 1, { type: "enabled", budget_tokens: 1_024 }, undefined],
    ["claude-opus-4-1", 500_000, { type: "enabled", budget_tokens: 30_000 }, undefined],
    ["claude-3-haiku-20240307", "high", undefined, undefined],
    ["kimi-k2", "high", undefined, undefined],
  ] as const)("%s %s", async (modelId, effort, thinking, level) => {
    const body = await bodyOf("anthropic", modelId, effort === undefined ? {} : { effort });
    expect(body.thinking).toEqual(thinking);
    expect((body.output_config as { effort?: string } | undefined)?.effort).toBe(level);
  });

  test.each([
    ["gpt-6.1-sol", "max", "max"],
    ["gpt-5.4", "max", "xhigh"],
    ["gpt-5.1", "xhigh", "high"],
    ["gpt-5", 1_000, "low"],
    ["o3", 1_000_000, "high"],
    ["gpt-4o", "high", undefined],
    ["gpt-5-chat-latest", "high", undefined],
  ] as const)("%s %s", async (modelId, effort, level) => {
    const body = await bodyOf("openai-responses", modelId, { effort });
    expect((body.reasoning as { effort?: string } | undefined)?.effort).toBe(level);
    expect(body.store).toBe(false);
  });

  test.each([
    ["gemini-2.5-flash", "max", { includeThoughts: true, thinkingBudget: 24_576 }],
    ["gemini-2.5-pro", 31_000, { includeThoughts: true, thinkingBudget: 31_000 }],
    ["gemini-3.8-flash", "medium", { includeThoughts: true, thinkingLevel: "medium" }],
    ["gemini-4-argon", "xhigh", { includeThoughts: true, thinkingLevel: "high" }],
    ["gemini-3.8-flash", 1_000, { includeThoughts: true, thinkingBudget: 1_000 }],
    ["gemini-2.0-flash", "high", undefined],
  ] as const)("%s %s", async (modelId, effort, thinking) => {
    const body = await bodyOf("google", modelId, { effort });
    expect((body.generationConfig as { thinkingConfig?: unknown } | undefined)?.thinkingConfig).toEqual(thinking);
  });

  test.each([
    ["low", "low"],
    ["max", "high"],
    [9_000, "high"],
  ] as const)("any compatible model: %s", async (effort, level) => {
    expect((await bodyOf("openai-chat", "qwen3", { effort })).reasoning_effort).toBe(level);
  });

  test("any effort for any model gives options or none", () => {
    const providers = fc.constantFrom("anthropic", "openai", "google", "openai-compatible", "demo");
    const efforts = fc.oneof(fc.constantFrom("low", "medium", "high", "xhigh", "max"), fc.integer({ min: 1 }));
    fc.assert(
      fc.property(providers, fc.string(), efforts, (provider, modelId, effort) => {
        expect(() => JSON.stringify(effortOptions(provider, modelId, effort))).not.toThrow();
      }),
    );
  });
});

describe("Anthropic's prompt cache", () => {
  const EPHEMERAL = { type: "ephemeral" };

  test("breakpoints on the last tool, the system text and, by the API itself, the last message", async () => {
    const body = await bodyOf("anthropic", "claude-opus-4-5", {});
    expect(body.cache_control).toEqual(EPHEMERAL);
    expect(body.system).toEqual([{ type: "text", text: "You help.", cache_control: EPHEMERAL }]);
    const tools = body.tools as readonly { readonly name: string; readonly cache_control?: unknown }[];
    expect(tools.map(({ name, cache_control }) => [name, cache_control])).toEqual([
      [READ.name, undefined],
      [BASH.name, EPHEMERAL],
    ]);
    expect(JSON.stringify(body.messages)).not.toContain("cache_control");
  });

  test("the bytes of the messages of each request begin those of the next", async () => {
    server.setScript(({ index }) =>
      index < 5
        ? { reasoning: `${index}`, toolCalls: [{ name: "Read", input: { path: `${index}` } }] }
        : { text: "Done." },
    );
    const model = await modelOf("anthropic", server);
    let request = stepRequest(model, { effort: "high" });
    for (let step = 0; step < 6; step += 1) {
      const end = endOf(await collect(request));
      const results = end.toolCalls.length > 0 ? [resultsOf(end.toolCalls, `result ${step}`)] : [];
      request = { ...request, messages: [...request.messages, ...end.messages, ...results] };
    }
    const sent = server.requests.map(({ bytes }) => {
      const text = new TextDecoder().decode(bytes);
      return text.slice(text.indexOf('"messages":['), text.indexOf('],"tools":'));
    });
    for (const [index, text] of sent.slice(1).entries()) expect(text.startsWith(sent[index] ?? "?")).toBe(true);
    expect(sent).toHaveLength(6);
  });
});
