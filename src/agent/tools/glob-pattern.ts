/** Compiles a glob for file names: `*`, `**`, `?`, `[…]` and `{a,b}`; everything else stands for itself. */
import { join, resolve } from "node:path";
import { expandBraces } from "../../engine/index.ts";
import { matchSequence, type SequenceToken } from "./match-sequence.ts";

const MAX_PATTERN_CHARS = 1000;
const MAX_ALTERNATIVES = 200;

export interface GlobPattern {
  /** Absolute directory below which every match lies. */
  readonly directory: string;
  /** `path` is absolute. Takes time in proportion to the path, whatever the pattern. */
  matches(path: string): boolean;
}

/**
 * Resolves `pattern` against the absolute directory `base`; it may be absolute itself or begin with `../`. The directory
 * of the result is as deep as the pattern allows. Returns a message where the pattern cannot be used.
 */
export function compileGlob(base: string, pattern: string): GlobPattern | { readonly error: string } {
  if (pattern.length > MAX_PATTERN_CHARS) {
    return { error: `The pattern is longer than ${MAX_PATTERN_CHARS} characters.` };
  }
  const parts = pattern.split("/");
  const firstMagic = parts.findIndex((part) => /[*?[\]{}]/.test(part));
  const fixed = parts.slice(0, firstMagic < 0 ? -1 : firstMagic).join("/");
  // A leading slash leaves an empty first part, which stands for the root.
  const directory = resolve(base, parts[0] === "" ? `/${fixed}` : fixed);
  const rest = (firstMagic < 0 ? parts.slice(-1) : parts.slice(firstMagic)).join("/");
  if (rest === "") return { error: `The pattern ${JSON.stringify(pattern)} names a directory; add /** for its files.` };
  if (rest.split("/").includes(".."))
    return { error: `The pattern ${JSON.stringify(pattern)} has ".." after a wildcard.` };
  const { patterns, truncated } = expandBraces(rest, MAX_ALTERNATIVES);
  if (truncated) return { error: `The pattern has more than ${MAX_ALTERNATIVES} alternatives in braces.` };
  const alternatives = patterns.map(compilePath);
  const prefix = join(directory, "/");
  return {
    directory,
    matches(path) {
      if (!path.startsWith(prefix)) return false;
      const segments = path.slice(prefix.length).replaceAll("\\", "/").split("/");
      return alternatives.some((tokens) => matchSequence(tokens, segments));
    },
  };
}

function compilePath(pattern: string): readonly SequenceToken<string>[] {
  const segments = pattern.split("/").filter((segment) => segment !== "" && segment !== ".");
  return segments.map((segment): SequenceToken<string> => {
    if (segment === "**") return "gap";
    const tokens = compileSegment(segment);
    // A name such as `[id]` also means itself, because frameworks name directories so.
    return (name) => name === segment || matchSequence(tokens, [...name]);
  });
}

function compileSegment(segment: string): readonly SequenceToken<string>[] {
  const tokens: SequenceToken<string>[] = [];
  const characters = [...segment];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if (character === "*") {
      if (tokens.at(-1) !== "gap") tokens.push("gap");
    } else if (character === "?") tokens.push(() => true);
    else if (character === "\\" && at + 1 < characters.length) tokens.push(equals(characters[++at] as string));
    else if (character === "[") {
      // A `]` that comes first is a member.
      const first = /[!^]/.test(characters[at + 1] ?? "") ? at + 2 : at + 1;
      const end = characters.indexOf("]", first + 1);
      if (end < 0) tokens.push(equals(character));
      else {
        const members = characters.slice(first, end);
        const isNegated = first === at + 2;
        tokens.push((item) => hasMember(members, item) !== isNegated);
        at = end;
      }
    } else tokens.push(equals(character));
  }
  return tokens;
}

function equals(character: string): (item: string) => boolean {
  return (item) => item === character;
}

/** Members of a bracket: single characters, and ranges such as `a-z`. */
function hasMember(members: readonly string[], item: string): boolean {
  for (let at = 0; at < members.length; at++) {
    const from = members[at] as string;
    const to = members[at + 2];
    if (members[at + 1] === "-" && to !== undefined) {
      if (from <= item && item <= to) return true;
      at += 2;
    } else if (from === item) return true;
  }
  return false;
}
