/** Turns a failed call of a model into one line that says what happened, and one that says what to do. */
import { type Model, ModelError } from "./model.ts";
import { HOSTED_PROVIDERS } from "./provider-table.ts";
import { type ApiErrorFacts, readApiError } from "./read-api-error.ts";

const CONTEXT_OVERFLOW =
  /prompt is too long|context[ _-]?(length|window)|maximum context|too many (input )?tokens|input token count|exceeds? the (available )?context|request_too_large/i;
const MODEL_UNKNOWN = /model_not_found|no such model|model .*(not found|does not exist)|unknown model|invalid model/i;
const KEY_REFUSED = /api.?key not valid|invalid.?api.?key|incorrect api key|API_KEY_INVALID/i;
const QUOTA = /insufficient_quota|quota exceeded|billing|credit balance/i;

const CHOOSE_ANOTHER =
  "Choose another with --model provider/model, /model, an alias (haiku, sonnet, opus, fast), or demo.";

/** A `ModelError` stays what it is. Takes any other thrown value. */
export function toModelError(error: unknown, model: Model): ModelError {
  if (error instanceof ModelError) return error;
  const facts = readApiError(error);
  const { status, code, connectionCode } = facts;
  const text = `${code} ${facts.message}`;
  const says = facts.message === "" ? "" : `: ${facts.message}`;
  const fail = (errorCode: ModelError["code"], message: string, hint: string) =>
    new ModelError(errorCode, message, hint, error);

  if (connectionCode !== undefined || (status === undefined && isFetchFailure(error))) {
    const what = /TIMEOUT/.test(connectionCode ?? "") ? "no answer in time from" : "cannot reach";
    const message = `${what} ${originOf(facts)} (${connectionCode ?? "connection failed"})`;
    return fail("unreachable", message, unreachableHint(model));
  }
  if (status === 401 || status === 403 || KEY_REFUSED.test(text)) {
    return fail("auth", `${model.id}: the key was refused${says}`, authHint(model));
  }
  if (QUOTA.test(text)) {
    return fail(
      "rate-limit",
      `${model.id}: no quota left${says}`,
      "Check the plan and billing of the account, or use another model.",
    );
  }
  if (status === 413 || CONTEXT_OVERFLOW.test(text)) {
    const hint = "Shorten it with /compact, start anew with /clear, or use a model with a larger context window.";
    return fail("context-overflow", `${model.id}: the conversation is too long for the model${says}`, hint);
  }
  if (status === 404 || MODEL_UNKNOWN.test(text)) {
    if (facts.isForeign) {
      const hint = `Check the base URL: it should end where the API begins, such as ${baseUrlExample(model)}.`;
      return fail(
        "unknown-model",
        `nothing for ${model.id} at ${facts.url ?? "the base URL"} (status ${status ?? "?"})`,
        hint,
      );
    }
    return fail("unknown-model", `the provider has no model ${model.id}${says}`, CHOOSE_ANOTHER);
  }
  if (status === 429 || code === "rate_limit_error") {
    return fail(
      "rate-limit",
      `${model.id}: too many requests${says}`,
      "Wait a little and send the message again, or use another model.",
    );
  }
  if (isServerSide(facts)) {
    const name =
      status === 529 || /overloaded/i.test(text)
        ? "is overloaded"
        : `failed${status === undefined ? "" : ` with status ${status}`}`;
    return fail(
      "server",
      `${model.id}: the model server ${name}${says}`,
      "Send the message again later, or use another model.",
    );
  }
  const hint = /does not support tools/i.test(text)
    ? "Skills and files are reached through tools, so choose a model that can call them, such as ollama/qwen3."
    : "The conversation is kept; change the message or use another model.";
  return fail("bad-request", `${model.id}: the request was refused${says || ` (${String(error)})`}`, hint);
}

/** The stream broke after part of the answer had been shown. */
export function cutStreamError(model: Model, cause?: unknown): ModelError {
  const message = `${model.id}: the answer broke off before its end`;
  return new ModelError("cut-stream", message, 'The part that arrived is kept. Send a message such as "go on".', cause);
}

/** Errors that may pass by themselves: the server's fault, or too many requests. */
export function isServerSide({ status, code }: ApiErrorFacts): boolean {
  if (status === undefined) return /overloaded|server_error|api_error|internal|unavailable|timeout/i.test(code);
  return status >= 500 || status === 408 || status === 409;
}

/** What `fetch` and the reading of its body throw when the connection is at fault. */
export function isFetchFailure(error: unknown): boolean {
  const seen = new Set<unknown>();
  for (let each: unknown = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    if (each instanceof TypeError && /fetch failed|terminated|network/i.test(each.message)) return true;
    if (/cannot connect to api/i.test(each.message)) return true;
  }
  return false;
}

function originOf({ url }: ApiErrorFacts): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : "the model server";
}

function unreachableHint(model: Model): string {
  if (model.provider === "openai-compatible")
    return "Start the server, or correct OPENAI_BASE_URL, OLLAMA_HOST or --base-url.";
  return "Check the network, a proxy, and the base URL if you set one.";
}

function authHint(model: Model): string {
  const [provider = ""] = model.id.split("/");
  if (!isHosted(provider))
    return `Check the key that the setting providers.${provider}.apiKeyEnv names, or OPENAI_API_KEY.`;
  return `Check ${HOSTED_PROVIDERS[provider].keyVariables[0]}: it may be wrong, expired, or without access to this model.`;
}

function baseUrlExample(model: Model): string {
  const [provider = ""] = model.id.split("/");
  if (!isHosted(provider)) return "http://127.0.0.1:8080/v1";
  const { baseUrl, versionPath } = HOSTED_PROVIDERS[provider];
  return `${baseUrl}${versionPath}`;
}

function isHosted(provider: string): provider is keyof typeof HOSTED_PROVIDERS {
  return Object.hasOwn(HOSTED_PROVIDERS, provider);
}
