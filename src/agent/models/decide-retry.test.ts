import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideRetry, MAX_ATTEMPTS } from "./decide-retry.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const answer = (statusCode: number, responseHeaders: Record<string, string> = {}) =>
  Object.assign(new Error("failed"), { statusCode, responseHeaders, url: "http://h/v1/messages" });
const lost = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
const decide = (error: unknown, attempt = 1) => decideRetry(error, { attempt, random: 0.5, now: NOW });

describe("decideRetry", () => {
  test.each([408, 409, 429, 500, 502, 503, 529])("status %i passes", (status) => {
    expect(decide(answer(status))).toMatchObject({ retry: true, delayMs: 375 });
  });

  test.each([400, 401, 403, 404, 413, 422])("status %i stays", (status) => {
    expect(decide(answer(status))).toEqual({ retry: false });
  });

  test.each(["ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "UND_ERR_SOCKET"])("%s passes", (code) => {
    expect(decide(lost(code))).toMatchObject({ retry: true, reason: `connection lost (${code})` });
  });

  test.each(["ENOTFOUND", "CERT_HAS_EXPIRED", "SELF_SIGNED_CERT_IN_CHAIN", "UND_ERR_HEADERS_TIMEOUT"])(
    "%s stays",
    (code) => {
      expect(decide(lost(code))).toEqual({ retry: false });
    },
  );

  test.each([
    [{ "retry-after": "2" }, 2_000],
    [{ "Retry-After": "0" }, 0],
    [{ "retry-after-ms": "120", "retry-after": "9" }, 120],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:10 GMT" }, 10_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, 375],
  ] as const)("%j waits %i ms", (headers, delayMs) => {
    expect(decide(answer(429, headers))).toMatchObject({ retry: true, delayMs });
  });

  test("nobody waits for more than a minute, or against the server's word", () => {
    expect(decide(answer(429, { "retry-after": "61" }))).toEqual({ retry: false });
    expect(decide(answer(503, { "x-should-retry": "false" }))).toEqual({ retry: false });
  });

  test("waits longer each time, and never after the last attempt", () => {
    const facts = fc.record({
      attempt: fc.integer({ min: 1, max: 10 }),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(facts, ({ attempt, random }) => {
        const decision = decideRetry(answer(503), { attempt, random, now: NOW });
        const full = 500 * 2 ** (attempt - 1);
        if (attempt >= MAX_ATTEMPTS) expect(decision).toEqual({ retry: false });
        else expect(decision.retry && decision.delayMs >= full / 2 && decision.delayMs <= full).toBe(true);
      }),
    );
  });

  test("takes any thrown value", () => {
    fc.assert(fc.property(fc.anything(), (value) => void decide(value)));
    const circular = new Error("a");
    circular.cause = circular;
    expect(decide(circular)).toEqual({ retry: false });
  });
});
