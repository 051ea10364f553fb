/** Takes the power from text that imitates the program's own voice. */

/**
 * Puts a backslash into every `<system-reminder>` tag, opening or closing, however it is spelled, so that text made by a
 * sub-agent cannot pass for a message of the program.
 */
export function neutraliseReminders(text: string): string {
  return text.replace(/<(?=\s*\/?\s*system-reminder\b)/giu, "<\\");
}
