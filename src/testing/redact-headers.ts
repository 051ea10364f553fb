/** Hides keys and tokens of recorded headers, so that a failing test can print a request. */

const SECRET_HEADERS: ReadonlySet<string> = new Set(["authorization", "x-api-key", "x-goog-api-key", "cookie"]);

/** The same headers with the values that carry credentials replaced by `[redacted]`. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_HEADERS.has(name.toLowerCase()) ? "[redacted]" : value,
    ]),
  );
}
