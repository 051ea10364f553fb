/** Makes foreign text safe for the conversation: one line where one line is due, and no way out of a reminder. */

const OPEN = "<system-reminder>";
const CLOSE = "</system-reminder>";

/** The tag in any spelling that a model could take for ours: any case, blanks, attributes, closing or opening. */
const TAG = /<(?=[\s/\\]*system[-_\s]*reminder)/gi;

/** Controls, line and paragraph separators. */
const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** Half of a surrogate pair without the other. */
const LONE_HALF = /\p{Cs}/gu;
/** Characters without a width that hide text, reorder it, or split a word in two. */
const INVISIBLE = /\p{Cf}+/gu;
/** Nothing of the above: visible ASCII with single blanks between, as most names and descriptions are. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Folds a text into one line: every run of white space and controls becomes one blank, and what cannot be seen goes. Half
 * of a surrogate pair becomes U+FFFD. Pure.
 */
export function foldToLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(LONE_HALF, "\ufffd").replace(INVISIBLE, "").replace(BREAKING, " ").trim();
}

/** Takes the power from imitations of the reminder's tag by writing their bracket as an entity. Other text is unchanged. */
export function defuseReminderTags(text: string): string {
  return text.replace(TAG, "&lt;");
}

/** Wraps text in a complete `<system-reminder>`. Tags inside are defused, so that the closing one comes last and once. */
export function formatReminder(text: string): string {
  return `${OPEN}\n${defuseReminderTags(text)}\n${CLOSE}`;
}
