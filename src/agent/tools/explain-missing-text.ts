/** Says why a text is not found in a file, as precisely as can be told, so that the next attempt succeeds. */
import { formatNumberedLine } from "./read.ts";

const MAX_SHOWN_LINES = 12;
const MAX_SHOWN_CHARS = 200;

/** One or more sentences for the model, with the file's own lines where something close was found. */
export function explainMissingText(text: string, search: string): string {
  const fileLines = splitLines(text);
  const searchLines = splitLines(search);
  if (searchLines.every((line) => line === "" || /^\s*\d+\t/.test(line))) {
    return "It begins with line numbers as Read shows them; they are not part of the file.";
  }
  const loose = findLines(fileLines, searchLines, foldSpace);
  if (loose !== undefined) {
    return `The same text with different white space is at line ${loose + 1}. The file has:\n${showLines(fileLines, loose, searchLines.length)}`;
  }
  if (!search.includes("\n") && search.includes("\\n") && text.includes(search.replaceAll("\\n", "\n"))) {
    return 'It holds "\\n" as two characters where the file has line breaks.';
  }
  const folded = findLines(fileLines, searchLines, (line) => foldSpace(foldQuotes(line)).toLowerCase());
  if (folded !== undefined) {
    return `The same text with different letter case or quotes is at line ${folded + 1}. The file has:\n${showLines(fileLines, folded, searchLines.length)}`;
  }
  const firstWanted = searchLines.find((line) => foldSpace(line) !== "");
  const anchor =
    firstWanted === undefined ? -1 : fileLines.findIndex((line) => foldSpace(line) === foldSpace(firstWanted));
  if (anchor >= 0 && searchLines.length > 1) {
    return `Its first line is at line ${anchor + 1}, but the following lines differ. The file has:\n${showLines(fileLines, anchor, searchLines.length)}`;
  }
  return "Read the file again and copy the text exactly.";
}

function splitLines(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

function foldSpace(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}

function foldQuotes(line: string): string {
  return line.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"');
}

/** Index of the first line where all of `wanted` match in a row after `fold`; blank lines at its ends are left out. */
function findLines(
  lines: readonly string[],
  wanted: readonly string[],
  fold: (line: string) => string,
): number | undefined {
  const folded = wanted.map(fold);
  const first = folded.findIndex((line) => line !== "");
  if (first < 0) return undefined;
  const core = folded.slice(first, folded.findLastIndex((line) => line !== "") + 1);
  const foldedLines = lines.map(fold);
  const found = foldedLines.findIndex(
    (line, start) =>
      (core.length === 1 ? line.includes(core[0] ?? "") : line === core[0]) &&
      core.every((part, index) => index === 0 || foldedLines[start + index] === part),
  );
  return found < 0 ? undefined : found;
}

function showLines(lines: readonly string[], start: number, count: number): string {
  const shown = lines.slice(start, start + Math.min(count, MAX_SHOWN_LINES));
  return shown.map((line, index) => formatNumberedLine(start + index + 1, line.slice(0, MAX_SHOWN_CHARS))).join("\n");
}
