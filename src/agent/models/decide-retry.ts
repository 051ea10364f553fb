/** Decides whether a failed call of a model is tried again, and after how long. */
import { ModelError } from "./model.ts";
import { readApiError } from "./read-api-error.ts";
import { isFetchFailure, isServerSide } from "./to-model-error.ts";

export const MAX_ATTEMPTS = 4;

const FIRST_DELAY_MS = 500;
/** A server that asks for more patience than that is better answered by a person. */
const LONGEST_WAIT_MS = 60_000;

export type RetryDecision =
  | { readonly retry: false }
  | { readonly retry: true; readonly delayMs: number; readonly reason: string };

export interface RetryFacts {
  /** How many calls have failed, this one included. */
  readonly attempt: number;
  /** In [0, 1): spreads the calls of clients that failed together. */
  readonly random: number;
  /** Milliseconds since 1970, to read a date in `retry-after`. */
  readonly now: number;
}

/** Tries again for status 408, 409, 429, 5xx and lost connections, as long as the server does not say otherwise. */
export function decideRetry(error: unknown, { attempt, random, now }: RetryFacts): RetryDecision {
  const facts = readApiError(error);
  const { status, code, headers, connectionCode } = facts;
  const isLimited =
    (status === 429 || code === "rate_limit_error") && !/insufficient_quota/.test(`${code} ${facts.message}`);
  const isCut = error instanceof ModelError && error.code === "cut-stream";
  const isLost = isCut || (status === undefined && isFetchFailure(error) && isPassing(connectionCode));
  if (attempt >= MAX_ATTEMPTS || headers["x-should-retry"] === "false") return { retry: false };
  if (!isLimited && !isLost && !isServerSide(facts)) return { retry: false };

  const asked = parseRetryAfter(headers, now);
  if (asked !== undefined && asked > LONGEST_WAIT_MS) return { retry: false };
  const backOff = FIRST_DELAY_MS * 2 ** (attempt - 1);
  const delayMs = asked ?? Math.round(backOff * (0.5 + random / 2));
  const reason = isLost
    ? `connection lost (${connectionCode ?? "no answer"})`
    : facts.message || `status ${status ?? code}`;
  return { retry: true, delayMs, reason };
}

/** A name that does not exist or a certificate that is not trusted stay so; a server that was silent for minutes is busy. */
function isPassing(connectionCode: string | undefined): boolean {
  const lasting = /^(ENOTFOUND|CERT_|DEPTH_|SELF_SIGNED|ERR_|UND_ERR_(HEADERS|BODY)_TIMEOUT)/;
  return connectionCode === undefined || !lasting.test(connectionCode);
}

/** `retry-after-ms`, or `retry-after` as seconds or as a date. */
function parseRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const ms = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(ms, 0);
  const text = headers["retry-after"];
  if (text === undefined) return undefined;
  const wait = Number.isFinite(Number(text)) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}
