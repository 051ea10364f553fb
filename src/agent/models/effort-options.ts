/** Maps the effort, a level or a number of thinking tokens, to what each provider's models understand. */
import type { JSONValue } from "@ai-sdk/provider";
import type { Effort } from "../../engine/index.ts";
import type { ProviderName } from "./model.ts";

/** Options of one provider, as its package reads them. */
export type ModelOptions = { [name: string]: JSONValue };

type Level = Exclude<Effort, number>;

/** Thinking tokens that a level stands for, on models that take a budget; also the borders for the way back. */
const BUDGETS: Readonly<Record<Level, number>> = {
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 30_000,
};

const LEVELS: readonly Level[] = ["low", "medium", "high", "xhigh", "max"];

/**
 * Provider options for an effort, without the provider's name around them; empty for models that have no such control.
 * A level that a model lacks becomes the nearest lower one that it has.
 */
export function effortOptions(provider: ProviderName, modelId: string, effort: Effort): ModelOptions {
  switch (provider) {
    case "anthropic":
      return anthropicOptions(modelId, effort);
    case "openai":
      return openaiOptions(modelId, effort);
    case "google":
      return googleOptions(modelId, effort);
    case "openai-compatible":
      // What is widely understood: https://platform.openai.com/docs/api-reference/chat/create#chat_create-reasoning_effort
      return { reasoningEffort: atMost(toLevel(effort), "high") };
    case "demo":
      return {};
    default:
      return provider satisfies never;
  }
}

/** Whether the model decides itself how much it thinks (since the 4.6 models), guided by a level instead of a budget. */
function isAdaptive(modelId: string): boolean {
  return /^claude-(opus|sonnet)-4-[6-9]/.test(modelId) || thinksByDefault(modelId);
}

/**
 * What a request to a Claude model says about thinking where no effort was asked for. The newest models think anyway, but
 * return their thoughts, and what they say between tool calls, only on demand. Some tie each thought to everything before
 * it, tools included; skills may change the tools, so a thought that no longer fits is dropped instead of failing the
 * request (https://platform.claude.com/docs/en/build-with-claude/preserved-thinking).
 */
export function defaultThinking(modelId: string): ModelOptions {
  if (!thinksByDefault(modelId)) return {};
  const isBound =
    !/^claude-(opus|sonnet|haiku|fable|mythos)-5(-[0-4])?(-\d{8})?$/.test(modelId) || /-5-1/.test(modelId);
  const blockBinding = { prefixMismatchBehavior: "drop_block" };
  return { thinking: { type: "adaptive", display: "summarized", ...(isBound && { blockBinding }) } };
}

/** Since the 5 models. */
function thinksByDefault(modelId: string): boolean {
  return /^claude-(opus|sonnet|haiku|fable|mythos)-([5-9]|\d\d)(-|$)/.test(modelId);
}

function anthropicOptions(modelId: string, effort: Effort): ModelOptions {
  if (isAdaptive(modelId)) {
    const is46 = modelId.includes("-4-6");
    if (is46 && typeof effort === "number") return budget(effort, 60_000);
    const level = toLevel(effort);
    const thinking = { type: "adaptive", ...(!is46 && { display: "summarized" }) };
    return { thinking, ...defaultThinking(modelId), effort: is46 && level === "xhigh" ? "high" : level };
  }
  if (/^claude-(opus-4(-[01])?(-\d{8})?$|opus-4-1)/.test(modelId)) return budget(effort, 30_000);
  if (/^claude-(3-7|(opus|sonnet|haiku)-4)/.test(modelId)) return budget(effort, 60_000);
  return {};
}

function budget(effort: Effort, limit: number): ModelOptions {
  return { thinking: { type: "enabled", budgetTokens: clamp(toTokens(effort), 1_024, limit) } };
}

function openaiOptions(modelId: string, effort: Effort): ModelOptions {
  const [, major = "", minor = "0"] = /^gpt-(\d+)(?:\.(\d+))?(?!.*-chat)/.exec(modelId) ?? [];
  const version = Number(major) + Number(minor) / 10;
  if (version >= 6) return { reasoningEffort: toLevel(effort) };
  if (version >= 5.2) return { reasoningEffort: atMost(toLevel(effort), "xhigh") };
  if (version >= 5 || /^o\d/.test(modelId)) return { reasoningEffort: atMost(toLevel(effort), "high") };
  return {};
}

function googleOptions(modelId: string, effort: Effort): ModelOptions {
  const version = Number(/^gemini-(\d+(?:\.\d+)?)/.exec(modelId)?.[1] ?? "0");
  if (version < 2.5 && !/^gemini-.*-latest$/.test(modelId)) return {};
  const limit = modelId.includes("-pro") ? 32_768 : 24_576;
  if (version === 2.5 || typeof effort === "number") {
    return { thinkingConfig: { thinkingBudget: clamp(toTokens(effort), 512, limit), includeThoughts: true } };
  }
  return { thinkingConfig: { thinkingLevel: atMost(effort, "high"), includeThoughts: true } };
}

function toTokens(effort: Effort): number {
  return typeof effort === "number" ? effort : BUDGETS[effort];
}

/** The smallest level whose budget holds the tokens. */
function toLevel(effort: Effort): Level {
  if (typeof effort !== "number") return effort;
  return LEVELS.find((level) => effort <= BUDGETS[level]) ?? "max";
}

function atMost(level: Level, highest: Level): Level {
  return LEVELS[Math.min(LEVELS.indexOf(level), LEVELS.indexOf(highest))] ?? highest;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(Math.round(value), low), high);
}
