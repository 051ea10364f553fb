/** Says why `fetch` failed, which it hides behind "fetch failed". */
import { messageOf } from "../engine/index.ts";

/** A code of the system, such as `ECONNREFUSED`, else the message of the cause, else its own. Never throws. */
export function explainFetchError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : messageOf(cause);
}
