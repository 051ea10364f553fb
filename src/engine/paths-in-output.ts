/** Finds what may be paths in the output of a command: compilers, git, searches, listings, stack traces. */

/** Output past these bounds is not looked at: it is a listing of everything then, not of what the work is about. */
const MAX_OUTPUT = 128 * 1024;
const MAX_LINE = 4096;
const MAX_PIECES = 4000;
const MAX_PATHS = 1000;
/** UTF-16 units; longer than any system takes. */
const MAX_PATH = 1024;

/** Colours, and the addresses of links that terminals hide. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what escape sequences begin with
const ESCAPES = /\u001b\[[\d;]*[A-Za-z]|\u001b\]8;[^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
/** ` M a.ts` and `R  a.ts -> b.ts` of `git status --short`; the bars of `tree`. */
const LINE_START = /^(?:[ MADRCUT?!]{2} (?=\S)|[\s│├└─|`+-]+)/;
/** `:12:5` and all behind it, `(12,5)`, `#L12`. */
const PLACE = /(?::\d|\(\d+[,)]|#L\d).*$/;
const OPENING = "<([{";
const CLOSING = ">)]},;:.!?";

/**
 * Distinct texts that may be paths, as written, in the order of their appearance. Each piece of a line is given in all its
 * readings: with and without quotes, brackets and the place behind it. What has neither a dot nor a slash counts only when
 * it is all of its line. Whether such a file exists is for the caller to find out. Pure; takes time in proportion to the
 * text, of which the first 128 KiB count.
 */
export function extractPaths(output: string): readonly string[] {
  const pieces = new Set<string>();
  for (const line of output.slice(0, MAX_OUTPUT).split(/[\r\n\0]+/)) {
    for (const piece of piecesOf(line.slice(0, MAX_LINE).replace(ESCAPES, ""))) pieces.add(piece);
    if (pieces.size >= MAX_PIECES) break;
  }
  const found = new Set<string>();
  for (const piece of pieces) {
    for (const reading of readingsOf(piece)) {
      if (reading.length <= MAX_PATH && /[^\s./\\~-]/.test(reading)) found.add(reading);
      if (found.size >= MAX_PATHS) return [...found];
    }
  }
  return [...found];
}

/** The line, its parts around an arrow, what it has in quotes, and its words. */
function piecesOf(line: string): string[] {
  const rest = line.replace(LINE_START, "").trim();
  const words = rest.split(/[\s"'`]+/);
  const parts = words.filter((word) => /[=|]/.test(word)).flatMap((word) => word.split(/[=|]/));
  const pieces = [...rest.split(" -> "), rest, line.trim(), ...quotedIn(rest), ...words, ...parts];
  return words.length === 1 ? pieces : pieces.filter((piece) => /[./\\]/.test(piece));
}

function quotedIn(line: string): string[] {
  const quoted: string[] = [];
  for (let start = 0; start < line.length; start += 1) {
    const quote = line[start];
    if (quote !== '"' && quote !== "'" && quote !== "`") continue;
    let end = start + 1;
    while (end < line.length && line[end] !== quote) end += quote === '"' && line[end] === "\\" ? 2 : 1;
    // An apostrophe opens nothing; what follows it is found as words.
    if (end >= line.length) break;
    const inside = line.slice(start + 1, end);
    quoted.push(inside);
    if (quote === '"' && inside.includes("\\")) quoted.push(decodeEscapes(inside));
    start = end;
  }
  return quoted;
}

/** The text itself first: brackets and colons may be part of a name. */
function readingsOf(text: string): string[] {
  const plain = [text, trimBrackets(text)];
  const placed = plain.flatMap((each) => [each, each.replace(PLACE, "")]);
  return placed.flatMap((each) => {
    if (each.startsWith("file://")) return decodeAddress(each.replace(/^file:\/\/(?:localhost)?/, ""));
    // Both sides of a diff.
    return /^[ab]\//.test(each) ? [each, each.slice(2)] : [each];
  });
}

function trimBrackets(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && OPENING.includes(text.charAt(start))) start += 1;
  while (end > start && CLOSING.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function decodeAddress(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not an encoded address after all: a file may be called `100%.md`.
    return path;
  }
}

/** Bytes of the letters that C gives a meaning. */
const ESCAPED: ReadonlyMap<string, number> = new Map([..."abtnvfr"].map((letter, at) => [letter, 7 + at]));

/** Undoes `core.quotePath` of git: octal bytes of UTF-8, and the escapes of C. */
function decodeEscapes(text: string): string {
  const encoder = new TextEncoder();
  const bytes: number[] = [];
  for (const [piece, octal, letter] of text.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+|\\/gu)) {
    const control = letter === undefined ? undefined : ESCAPED.get(letter);
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (control !== undefined) bytes.push(control);
    else for (const byte of encoder.encode(letter ?? piece)) bytes.push(byte);
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
