/** Reads what a failed call of a model says about itself, whatever package it went through. */

export interface ApiErrorFacts {
  /** HTTP status; undefined when no answer arrived. */
  readonly status?: number;
  /** The provider's own message, one line, shortened. */
  readonly message: string;
  /** Code or type as the provider names it, such as `overloaded_error`; empty when there is none. */
  readonly code: string;
  /** System code of a failed connection, such as `ECONNREFUSED`. */
  readonly connectionCode?: string;
  readonly url?: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** True when the answer was no JSON error, as from a server that is no model server. */
  readonly isForeign: boolean;
}

const MAX_MESSAGE = 300;

/** Takes any thrown value. */
export function readApiError(error: unknown): ApiErrorFacts {
  const fields = asRecord(error);
  // A connection that is lost while a good answer comes in is reported with the status of that answer.
  const status = typeof fields.statusCode === "number" && fields.statusCode >= 400 ? fields.statusCode : undefined;
  const body = parseJson(fields.responseBody) ?? fields.data ?? (error instanceof Error ? undefined : error);
  const details = errorDetails(body);
  const connectionCode = findConnectionCode(error);
  const message = details.message || (error instanceof Error ? error.message : typeof error === "string" ? error : "");
  return {
    message: oneLine(message),
    code: details.code,
    headers: lowerCaseNames(fields.responseHeaders),
    isForeign: status !== undefined && details.message === "",
    ...(status !== undefined && { status }),
    ...(connectionCode !== undefined && { connectionCode }),
    ...(typeof fields.url === "string" && { url: fields.url }),
  };
}

/** `{error: {message, code, type, status}}` in all protocols; Ollama has `{error: "text"}`, Google's is sometimes in a list. */
function errorDetails(body: unknown): { readonly message: string; readonly code: string } {
  const outer = asRecord(Array.isArray(body) ? body[0] : body);
  if (typeof outer.error === "string") return { message: outer.error, code: "" };
  const inner = asRecord(outer.error ?? outer);
  const code = [inner.code, inner.type, inner.status].find((each) => typeof each === "string" && each !== "error");
  return {
    message: typeof inner.message === "string" ? inner.message : "",
    code: typeof code === "string" ? code : "",
  };
}

/** `fetch` hides the reason in the cause of the cause, and for several addresses in a list. */
function findConnectionCode(error: unknown, depth = 0): string | undefined {
  const fields = asRecord(error);
  if (
    depth > 0 &&
    typeof fields.code === "string" &&
    /^(E[A-Z]+|UND_ERR_[A-Z_]+|CERT_|DEPTH_|SELF_SIGNED)/.test(fields.code)
  ) {
    return fields.code;
  }
  if (depth > 5) return undefined;
  const inner = [fields.cause, ...(Array.isArray(fields.errors) ? fields.errors : [])];
  for (const each of inner) {
    const found = each === undefined ? undefined : findConnectionCode(each, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lowerCaseNames(headers: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(asRecord(headers)).flatMap(([name, value]) =>
      typeof value === "string" ? [[name.toLowerCase(), value]] : [],
    ),
  );
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE - 1)}…` : line;
}
