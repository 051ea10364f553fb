/** Makes foreign text safe for the conversation: one line where one line is due, and no way out of a reminder. */

const OPEN = "<system-reminder>";
const CLOSE = "</system-reminder>";

/** The tag in any spelling that a model could take for ours: any case, blanks, attributes, closing or opening. */
const TAG = /<(?=[\s/\\]*system[-_\s]*reminder)/gi;

/** One with which a line begins. */
const LEADING_TAG = /^([^\S\n\r]*)<(?=[\s/\\]*system[-_\s]*reminder)/gim;

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

/**
 * The same for tags with which a line begins, as those of the program do. For text that is to be kept to the letter and has
 * something of ours before each line that is foreign: what a model reads of a file it must be able to write.
 */
export function defuseLeadingReminderTags(text: string): string {
  return text.replace(LEADING_TAG, "$1&lt;");
}

/** Wraps text in a complete `<system-reminder>`. Tags inside are defused, so that the closing one comes last and once. */
export function formatReminder(text: string): string {
  return `${OPEN}\n${defuseReminderTags(text)}\n${CLOSE}`;
}
