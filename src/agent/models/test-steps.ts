/** Test support: runs model steps against a scripted server of any protocol. */

import type { ProtocolName, ScriptedServer } from "../../testing/index.ts";
import type { ModelMessage } from "./message.ts";
import type { Model, ModelStepEvent, ModelStepRequest, ModelToolCall, ToolSpec } from "./model.ts";
import { resolveModel } from "./resolve-model.ts";
import { type ModelStepDeps, runModelStep } from "./run-model-step.ts";

export const PROTOCOLS: readonly ProtocolName[] = ["anthropic", "openai-chat", "openai-responses", "google"];

export const READ: ToolSpec = {
  name: "Read",
  description: "Reads a file.",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};
export const BASH: ToolSpec = {
  name: "Bash",
  description: "Runs a command.",
  inputSchema: { type: "object", properties: { command: { type: "string" } } },
};

/** A model of the protocol at the server. The Responses API is spoken only with OpenAI's own host, so that one is redirected. */
export async function modelOf(protocol: ProtocolName, server: ScriptedServer, modelId = ""): Promise<Model> {
  const redirected: typeof fetch = (input, init) =>
    fetch(String(input).replace("https://api.openai.com", server.url), init);
  const settings = {};
  const name = (provider: string, fallback: string) => `${provider}/${modelId === "" ? fallback : modelId}`;
  switch (protocol) {
    case "anthropic":
      return resolveModel(name("anthropic", "claude-opus-4-5"), {
        env: { ANTHROPIC_API_KEY: "key-a", ANTHROPIC_BASE_URL: server.url },
        settings,
      });
    case "openai-chat":
      return resolveModel(name("openai", "qwen3"), {
        env: { OPENAI_API_KEY: "key-o", OPENAI_BASE_URL: server.url },
        settings,
      });
    case "openai-responses":
      return resolveModel(name("openai", "gpt-5.4"), { env: { OPENAI_API_KEY: "key-o" }, settings, fetch: redirected });
    case "google":
      return resolveModel(name("google", "gemini-2.5-flash"), {
        env: { GOOGLE_GENERATIVE_AI_API_KEY: "key-g", GOOGLE_GENERATIVE_AI_BASE_URL: server.url },
        settings,
      });
    default:
      return protocol satisfies never;
  }
}

export function stepRequest(model: Model, more: Partial<ModelStepRequest> = {}): ModelStepRequest {
  return {
    model,
    system: "You help.",
    messages: [{ role: "user", content: "Hi" }],
    tools: [READ, BASH],
    signal: new AbortController().signal,
    ...more,
  };
}

/** Dependencies that never wait; `delays` collects what would have been waited for. */
export function instantDeps(delays: number[] = []): ModelStepDeps {
  return {
    async sleep(ms, signal) {
      signal.throwIfAborted();
      delays.push(ms);
    },
    random: () => 0.5,
    now: () => Date.parse("2026-01-01T00:00:00Z"),
  };
}

export async function collect(request: ModelStepRequest, deps = instantDeps()): Promise<readonly ModelStepEvent[]> {
  const events: ModelStepEvent[] = [];
  for await (const event of runModelStep(request, deps)) events.push(event);
  return events;
}

export type StepEnd = Extract<ModelStepEvent, { type: "end" }>;

/** The `end` of a step; fails when there is none. */
export function endOf(events: readonly ModelStepEvent[]): StepEnd {
  const last = events.at(-1);
  if (last?.type !== "end") throw new Error(`the step did not end: ${JSON.stringify(events)}`);
  return last;
}

/** A tool message with one text result for every call. */
export function resultsOf(calls: readonly ModelToolCall[], text = "ok"): ModelMessage {
  return {
    role: "tool",
    content: calls.map(({ id, name }) => ({
      type: "tool-result",
      toolCallId: id,
      toolName: name,
      output: { type: "text", value: text },
    })),
  };
}
