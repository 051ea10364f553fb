/** Says in an author's words what a YAML error means, where the mistake is, and how to write the line instead. */
import type { YamlProblem } from "./parse-yaml.ts";

export interface YamlExplanation {
  /** A clause: lower case, no full stop. */
  readonly message: string;
  readonly hint: string;
  /** Where the mistake is. Parsers give up later: a quote that is never closed fails on the last line. */
  readonly offset: number;
}

/** What the parser may say of a value such as `**\/*.ts` or `{a,b}/*`. */
const RESERVED_CHARACTER: ReadonlySet<string> = new Set([
  "BAD_ALIAS",
  "BAD_SCALAR_START",
  "MISSING_CHAR",
  "UNEXPECTED_TOKEN",
]);
/** Characters of a corrected line that a hint repeats. */
const MAX_SHOWN = 160;

/** Explains a problem in the block that was parsed. Pure. */
export function explainYamlProblem(yaml: string, problem: YamlProblem): YamlExplanation {
  const { offset } = problem;
  if (problem.code === "yaml-too-complex") {
    return { message: problem.message, hint: "Move the data into a file beside the skill.", offset };
  }
  const start = startOfLine(yaml, offset);
  const line = lineAt(yaml, start);
  if (problem.cause === "TAB_AS_INDENT" || /^ *\t/.test(line)) {
    return { message: "a tab is used to indent", hint: "Indent with spaces.", offset };
  }
  if (problem.cause === "MULTIPLE_DOCS") {
    const message = "a line `...` or `--- …` ends the fields early";
    return { message, hint: "Remove that line.", offset: findDocumentEnd(yaml, offset) ?? offset };
  }
  if (problem.cause !== undefined && RESERVED_CHARACTER.has(problem.cause)) {
    const glob = quoteIndicator(line);
    if (glob !== undefined) return quoted("a value begins with a character that YAML reserves", glob, offset);
  }
  const colon = quoteColonValue(line);
  if (problem.cause === "BLOCK_AS_IMPLICIT_KEY" && colon !== undefined) {
    return quoted("a value holds `: ` and is not in quotes", colon, offset);
  }
  return (
    explainOpenValue(yaml, start) ?? {
      message: problem.cause === "UNEXPECTED_TOKEN" ? "text follows a value that has ended" : problem.message,
      hint: "Put the value in double quotes, or write it as an indented text below `key: |`.",
      offset,
    }
  );
}

function quoted(message: string, line: string, offset: number): YamlExplanation {
  return { message, hint: `Write \`${shorten(line)}\`.`, offset };
}

/** `- **\/*.ts`, `- {a,b}/*`, `key: @scope/x`: a value that needs quotes for its first character. */
function quoteIndicator(line: string): string | undefined {
  const match = /^\s*((?:- +)*(?:[\w-]+: +)?)([*{@`%!&].*)$/.exec(line);
  return match ? `${match[1]}${JSON.stringify(match[2]?.trimEnd())}` : undefined;
}

/** `key: text: more text`, at any depth and in list items. */
function quoteColonValue(line: string): string | undefined {
  const match = /^\s*((?:- +)*[^\s:"'#[{][^:]*: +)([^"'[{|>\s].*:(?: .*)?)$/.exec(line);
  return match ? `${match[1]}${JSON.stringify(match[2]?.trimEnd())}` : undefined;
}

/** Looks back from the line at `start` for a quote, bracket or brace that its line leaves open. */
function explainOpenValue(yaml: string, start: number): YamlExplanation | undefined {
  for (let at = start; ; at = startOfLine(yaml, at - 1)) {
    const line = lineAt(yaml, at);
    const match = /^(\s*(?:- +)?(?:[^\s:"'][^:]*:\s+)?)(["'[{])(.*)$/.exec(line);
    const opener = match?.[2] ?? "";
    const rest = match?.[3] ?? "";
    if (match !== null && leavesOpen(opener, rest)) {
      return {
        message: `a ${OPENERS.get(opener)} is opened and not closed`,
        hint: `Close it: \`${shorten(close(line.trim(), opener))}\`. If it belongs to the text, put the whole value in quotes.`,
        offset: at + (match[1]?.length ?? 0),
      };
    }
    if (at === 0) return undefined;
  }
}

const OPENERS: ReadonlyMap<string, string> = new Map([
  ['"', "quote"],
  ["'", "quote"],
  ["[", "bracket"],
  ["{", "brace"],
]);

function leavesOpen(opener: string, rest: string): boolean {
  if (opener === '"' || opener === "'") return !rest.includes(opener);
  const closer = opener === "[" ? "]" : "}";
  return rest.split(opener).length > rest.split(closer).length - 1;
}

/** The line with what it leaves open closed at its end, innermost first. */
function close(line: string, opener: string): string {
  if (opener === '"' || opener === "'") return line + opener;
  const open: string[] = [];
  for (const character of line) {
    if (character === "[") open.push("]");
    else if (character === "{") open.push("}");
    else if (character === open.at(-1)) open.pop();
  }
  return line + open.reverse().join("");
}

/** The parser complains of what follows such a line. */
function findDocumentEnd(yaml: string, offset: number): number | undefined {
  return [...yaml.matchAll(/^(?:\.\.\.|---(?=\s))/gm)].findLast(({ index }) => index <= offset)?.index;
}

/** Offset of the first character of the line that holds `offset`. */
function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.slice(start) : text.slice(start, end);
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 10)}…${text.endsWith('"') ? '"' : ""}` : text;
}
