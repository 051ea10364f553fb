/** Reads and matches one segment of a path pattern: the part between two slashes. */
import ignore from "ignore";

/**
 * A name, or wildcards around a fixed beginning (`head`) and end (`tail`). Heads and tails never hold wildcards; together
 * they let an index pass over segments that cannot match.
 */
export type PathSegment =
  | { readonly kind: "literal"; readonly name: string }
  | { readonly kind: "wildcard"; readonly text: string; readonly head: string; readonly tail: string };

export type ParsedSegment =
  | PathSegment
  | { readonly kind: "unreadable"; readonly reason: string; readonly hint: string };

const SPECIAL = /[*?[\\]/;
/** `*.ts`, `test-*`, `a*z`: one star between literal ends, matched without a regular expression. */
const ONE_STAR = /^[^*?[\\]*\*[^*?[\\]*$/;
/** Each star can multiply the ways to lay out a name; nobody needs this many. */
const MAX_STARS = 32;

/** Parses the text between two slashes; it is not empty and not `**`. */
export function parseSegment(text: string): ParsedSegment {
  if (!SPECIAL.test(text)) return { kind: "literal", name: text };
  const tokens = tokenize(text);
  if (tokens === undefined) {
    return {
      kind: "unreadable",
      reason: 'a "[" or an escape does not end before the next "/" or the end',
      hint: 'Close the bracket, or write "\\[" for a literal bracket.',
    };
  }
  const firstSpecial = tokens.findIndex((token) => token.kind !== "literal");
  if (firstSpecial === -1) return { kind: "literal", name: joinLiterals(tokens) };
  if (tokens.filter((token) => token.kind === "star").length > MAX_STARS) {
    return {
      kind: "unreadable",
      reason: `it has more than ${MAX_STARS} stars between two slashes`,
      hint: "Use fewer.",
    };
  }
  const lastSpecial = tokens.findLastIndex((token) => token.kind !== "literal");
  return {
    kind: "wildcard",
    text,
    head: joinLiterals(tokens.slice(0, firstSpecial)),
    tail: joinLiterals(tokens.slice(lastSpecial + 1)),
  };
}

/** Compiles a wildcard segment. The test is given one name of a path, without slashes, and never throws. */
export function compileWildcard(segment: Extract<PathSegment, { kind: "wildcard" }>): (name: string) => boolean {
  const { text, head, tail } = segment;
  if (ONE_STAR.test(text)) {
    const fixed = head.length + tail.length;
    return (name) => name.length >= fixed && name.startsWith(head) && name.endsWith(tail);
  }
  // The slashes anchor the segment and keep a blank at its end. The rules are compiled once; a matcher remembers every
  // path it was asked for, so each question goes to a new one that shares them.
  const rules = ignore({ ignorecase: false }).add([`/${text}/`]);
  return (name) =>
    name.length > 0 && name.startsWith(head) && ignore({ ignorecase: false }).add(rules).ignores(`${name}/`);
}

interface Token {
  readonly kind: "literal" | "star" | "other";
  readonly text: string;
}

/** Undefined when a bracket or an escape is not finished. */
function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string;
    if (char === "\\") {
      const escaped = text[at + 1];
      if (escaped === undefined) return undefined;
      tokens.push({ kind: "literal", text: escaped });
      at += 2;
    } else if (char === "[") {
      const end = findBracketEnd(text, at);
      if (end === undefined) return undefined;
      tokens.push({ kind: "other", text: text.slice(at, end) });
      at = end;
    } else {
      tokens.push({ kind: char === "*" ? "star" : char === "?" ? "other" : "literal", text: char });
      at += 1;
    }
  }
  return tokens;
}

/**
 * Index after the `]` that closes the bracket expression at `start`. The first member may be a `]`, `\` escapes a member,
 * and a class such as `[:alpha:]` has a `]` of its own.
 */
function findBracketEnd(text: string, start: number): number | undefined {
  let at = start + 1;
  if (text[at] === "!" || text[at] === "^") at += 1;
  let opensRange = false;
  while (at < text.length) {
    const char = text[at];
    if (char === "\\") {
      at += 2;
      opensRange = true;
    } else if (char === "-" && opensRange && at + 1 < text.length && text[at + 1] !== "]") {
      at += text[at + 1] === "\\" ? 3 : 2;
      opensRange = false;
    } else if (char === "[" && text[at + 1] === ":") {
      const close = text.indexOf("]", at + 2);
      if (close === -1) return undefined;
      const isClass = close > at + 2 && text[close - 1] === ":";
      at = isClass ? close + 1 : at + 1;
      opensRange = !isClass;
    } else {
      at += 1;
      opensRange = true;
    }
    if (text[at] === "]") return at + 1;
  }
  return undefined;
}

function joinLiterals(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join("");
}
