/** Takes control characters out of text that is shown on terminals and in lists. */

/** Line breaks of every kind become LF; all other control characters but tab are removed. */
export function stripControls(text: string): string {
  if (!/[\p{Cc}\u2028\u2029]/u.test(text)) return text;
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(/(?![\t\n])\p{Cc}/gu, "");
}
