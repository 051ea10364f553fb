/** Reads the words of whatever was thrown. */

/** The message of an error, and the text of anything else that can be thrown. Never throws. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.message}` : String(error);
  } catch {
    // An object without a prototype, or one whose own conversion throws.
    return "a problem that has no text";
  }
}
