/** Compiles a glob for file names: `*`, `**`, `?`, `[…]` and `{a,b}`; everything else stands for itself. */
import { join, resolve } from "node:path";
import { compileGlobSegment, expandBraces, matchSequence, type SequenceToken } from "../../engine/index.ts";

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
    const tokens = compileGlobSegment(segment);
    // A name such as `[id]` also means itself, because frameworks name directories so.
    return (name) => name === segment || matchSequence(tokens, [...name]);
  });
}
