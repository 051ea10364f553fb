/** The shape of an error in both OpenAI protocols: https://platform.openai.com/docs/guides/error-codes */

const CODES: ReadonlyMap<number, string> = new Map([
  [401, "invalid_api_key"],
  [404, "model_not_found"],
  [429, "rate_limit_exceeded"],
]);

/** The body of an error answer with the code that the real API uses for the status. */
export function openaiError(status: number, message: string): unknown {
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  return { error: { message, type, param: null, code: CODES.get(status) ?? null } };
}
