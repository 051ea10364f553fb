/** The sentences that the loop itself says to the model. */

/** Result of a tool call that the user stopped. */
export const INTERRUPTED_RESULT = "Interrupted by the user.";

/** Stands behind an answer that the user stopped while it was being written. */
export const INTERRUPTED_ANSWER = "[Interrupted by the user.]";

/** Asks once more after an answer with neither text nor a tool call. */
export const EMPTY_ANSWER = "Your last answer was empty. Answer in text, or call a tool.";

/** Added to the result of a call that keeps failing with the same input. */
export function repeatedFailure(times: number): string {
  return `This exact call has now failed ${times} times in a row. Do something different, or answer in text.`;
}
