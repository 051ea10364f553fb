/** Makes text of the model, of tools and of skill files safe to print: no escape sequence of theirs reaches the terminal. */
import { cutToWidth } from "./text-width.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const ESCAPE_SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above. Tab and line feed stay; C1 controls and bidi overrides go.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Removes escape sequences, control characters and direction overrides; keeps tabs and line breaks. */
export function printableText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(ESCAPE_SEQUENCES, "").replace(CONTROLS, "");
}

/** One printable line: white space folded, cut with `…` to `width` columns. */
export function printableLine(text: string, width: number): string {
  return cutToWidth(printableText(text).replace(/\s+/g, " ").trim(), width);
}
