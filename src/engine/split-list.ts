/** Splits the string form of a list field into its items. */

export interface SplitOptions {
  /** Parentheses protect what they hold, as in `Bash(git add *)`. Off for path patterns, where they are literal. */
  readonly parentheses: boolean;
  /** Without a comma or line break outside groups, split at blanks instead. */
  readonly blanks: boolean;
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "{": "}" };

/**
 * Splits at commas and line breaks that stand outside quotes, braces and (when asked) parentheses. A quote or bracket
 * that is never closed is an ordinary character, and so is the character after a backslash. Items are trimmed, a pair
 * of quotes around a whole item is removed, empty items are dropped.
 */
export function splitList(text: string, options: SplitOptions): string[] {
  const separators = scanSeparators(text, options);
  const cuts = options.blanks && separators.firm.length === 0 ? separators.blank : separators.firm;
  const items: string[] = [];
  let start = 0;
  for (const cut of [...cuts, text.length]) {
    const item = unquote(text.slice(start, cut).trim());
    if (item !== "") items.push(item);
    start = cut + 1;
  }
  return items;
}

interface Separators {
  /** Offsets of commas and line breaks. */
  readonly firm: readonly number[];
  readonly blank: readonly number[];
}

function scanSeparators(text: string, options: SplitOptions): Separators {
  const groupEnds = matchGroups(text, options);
  const firm: number[] = [];
  const blank: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    const groupEnd = groupEnds.get(at);
    if (groupEnd !== undefined) at = groupEnd;
    else if (character === "\\") at++;
    else if (character === "," || character === "\n") firm.push(at);
    else if (character === " " || character === "\t") blank.push(at);
  }
  return { firm, blank };
}

/** Where each quote or bracket that has a partner ends. */
function matchGroups(text: string, options: SplitOptions): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const brackets = createBracketMatcher(ends);
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") {
      at++;
    } else if ((character === '"' || character === "'") && opensQuote(text, at)) {
      const end = closingQuote(text, at);
      if (end === -1) continue;
      ends.set(at, end);
      at = end;
    } else if (character === "{" || character === "}" || (options.parentheses && "()".includes(character))) {
      brackets.take(character, at);
    }
  }
  return ends;
}

function createBracketMatcher(ends: Map<number, number>) {
  const open: { readonly closer: string; readonly at: number }[] = [];
  const waiting: Record<string, number> = { ")": 0, "}": 0 };

  function close(closer: string, at: number): void {
    if (waiting[closer] === 0) return;
    // An opener of the other kind in between was never closed, so it is literal.
    for (let group = open.pop(); group !== undefined; group = open.pop()) {
      waiting[group.closer] = (waiting[group.closer] ?? 0) - 1;
      if (group.closer === closer) {
        ends.set(group.at, at);
        return;
      }
    }
  }

  return {
    take(character: string, at: number): void {
      const closer = CLOSERS[character];
      if (closer === undefined) {
        close(character, at);
      } else {
        open.push({ closer, at });
        waiting[closer] = (waiting[closer] ?? 0) + 1;
      }
    },
  };
}

/** An apostrophe inside a word is not a quote. */
function opensQuote(text: string, at: number): boolean {
  return at === 0 || /[\s,(={[:]/.test(text.charAt(at - 1));
}

function closingQuote(text: string, at: number): number {
  const quote = text.charAt(at);
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\\" && quote === '"') end++;
    else if (text[end] === quote) return end;
  }
  return -1;
}

function unquote(item: string): string {
  const quote = item.charAt(0);
  if (item.length < 2 || (quote !== '"' && quote !== "'") || closingQuote(item, 0) !== item.length - 1) return item;
  return item.slice(1, -1).trim();
}
