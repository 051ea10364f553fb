/** Decides what Tab does with a half-typed slash command: complete it, or show what it could become. */
import type { Palette } from "./palette.ts";
import { printableLine } from "./printable-text.ts";
import { textWidth } from "./text-width.ts";

/** A command or skill that can be typed. */
export interface SlashCompletion {
  /** With its slash, such as `/greet`. */
  readonly value: string;
  /** What to type after it, such as `[name]`. */
  readonly hint?: string;
  readonly description?: string;
}

export interface SlashChoice {
  /** The line as it should be; absent when there is nothing to add. */
  readonly insert?: string;
  /** What to list; empty when the answer is plain. */
  readonly show: readonly SlashCompletion[];
}

const SHOWN_AT_MOST = 20;

/** One match is completed with a blank after it; several are completed as far as they agree, then listed. */
export function completeSlash(line: string, completions: readonly SlashCompletion[]): SlashChoice {
  const [only] = completions;
  if (only === undefined || !line.startsWith("/") || /\s/.test(line)) return { show: [] };
  if (completions.length === 1) {
    return { insert: `${only.value} `, show: only.hint === undefined ? [] : [only] };
  }
  const shared = completions.map((completion) => completion.value).reduce(sharedStart);
  // Matches may be found by a word inside their name; a shared start is of use only when it goes on from the line.
  if (shared.length > line.length && shared.startsWith(line)) return { insert: shared, show: [] };
  return { show: completions };
}

/** The list under the prompt: name, argument hint, description; the longest lists are cut, with a count. */
export function formatCompletions(
  completions: readonly SlashCompletion[],
  options: { readonly palette: Palette; readonly columns: number },
): string {
  const { palette, columns } = options;
  const shown = completions.slice(0, SHOWN_AT_MOST).map((completion) => ({
    name: printableLine(completion.value, 40),
    hint: printableLine(completion.hint ?? "", 30),
    description: completion.description ?? "",
  }));
  const headWidth = ({ name, hint }: { name: string; hint: string }) =>
    textWidth(name) + (hint === "" ? 0 : textWidth(hint) + 1);
  const width = Math.max(...shown.map(headWidth));
  const lines = shown.map(({ name, hint, description }) => {
    const gap = " ".repeat(width - headWidth({ name, hint }) + 2);
    const room = columns - width - 5;
    const text = room < 10 ? "" : `${gap}${palette.dim(printableLine(description, room))}`;
    return `  ${palette.cyan(name)}${hint === "" ? "" : ` ${palette.dim(hint)}`}${text}`.trimEnd();
  });
  const more = completions.length - shown.length;
  if (more > 0) lines.push(`  ${palette.dim(`and ${more} more`)}`);
  return `${lines.join("\n")}\n`;
}

function sharedStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
