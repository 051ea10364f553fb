/** Collects the matches of a search into the bounded text that the model reads. */

export type GrepMode = "content" | "files_with_matches" | "count";

const DEFAULT_MAX_LINES = 500;
const MAX_TEXT_CHARS = 60_000;
const MAX_LINE_CHARS = 500;
const MAX_LISTED_SKIPS = 5;

export interface GrepReport {
  /** Tests every line of a file and takes up what matches. */
  addFile(name: string, text: string, matches: (line: string) => boolean): void;
  /** Notes a file that was too large to search. */
  skip(name: string): void;
  /** Notes why the search ended early. */
  stop(reason: string): void;
  /** True once nothing more will be shown. */
  isFull(): boolean;
  text(pattern: string): string;
}

/** `before` and `after` are lines of context in `content` mode. */
export function createGrepReport(options: {
  readonly mode: GrepMode;
  readonly before: number;
  readonly after: number;
  readonly maxLines?: number;
}): GrepReport {
  const maxLines = Math.min(options.maxLines ?? DEFAULT_MAX_LINES, DEFAULT_MAX_LINES);
  const shown: string[] = [];
  const skipped: string[] = [];
  const notes: string[] = [];
  let chars = 0;
  let full = false;

  function show(line: string): void {
    if (shown.length >= maxLines || chars + line.length > MAX_TEXT_CHARS) {
      full = true;
      return;
    }
    shown.push(line);
    chars += line.length + 1;
  }

  function showContent(name: string, lines: readonly string[], matched: readonly number[]): void {
    const matchedLines = new Set(matched);
    let next = 0;
    for (const index of matched) {
      const from = Math.max(next, index - options.before);
      // As grep does: a line of dashes where lines are left out between two groups.
      if (options.before + options.after > 0 && shown.length > 0 && (from > next || next === 0)) show("--");
      for (let at = from; at <= Math.min(index + options.after, lines.length - 1); at++) {
        if (full) return;
        const separator = matchedLines.has(at) ? ":" : "-";
        show(`${name}${separator}${at + 1}${separator}${cutLine(lines[at] ?? "")}`);
        next = at + 1;
      }
    }
  }

  return {
    addFile(name, text, matches) {
      const lines = text.split(/\r?\n/);
      if (lines.at(-1) === "") lines.pop();
      const matched: number[] = [];
      for (const [index, line] of lines.entries()) {
        if (!matches(line)) continue;
        matched.push(index);
        if (options.mode === "files_with_matches") break;
        if (options.mode === "content" && matched.length > maxLines) break;
      }
      if (matched.length === 0) return;
      switch (options.mode) {
        case "files_with_matches":
          return show(name);
        case "count":
          return show(`${name}:${matched.length}`);
        case "content":
          return showContent(name, lines, matched);
        default:
          return options.mode satisfies never;
      }
    },
    skip(name) {
      skipped.push(name);
    },
    stop(reason) {
      notes.push(reason);
    },
    isFull: () => full,
    text(pattern) {
      const body = shown.length === 0 ? `No match for ${pattern}.` : shown.join("\n");
      const all = [...notes];
      if (full) all.unshift(`Only the first ${shown.length} lines are shown; narrow the search.`);
      if (skipped.length > 0) {
        const more = skipped.length > MAX_LISTED_SKIPS ? ` and ${skipped.length - MAX_LISTED_SKIPS} more` : "";
        all.push(`Too large to search: ${skipped.slice(0, MAX_LISTED_SKIPS).join(", ")}${more}.`);
      }
      return all.length === 0 ? body : `${body}\n\n${all.map((note) => `(${note})`).join("\n")}`;
    },
  };
}

function cutLine(line: string): string {
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line;
}
