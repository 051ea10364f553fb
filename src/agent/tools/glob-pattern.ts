/** Compiles a glob for file names: `*`, `**`, `?`, `[…]` and `{a,b}`; parentheses, `@` and `+` stand for themselves. */
import { join, resolve } from "node:path";
import picomatch from "picomatch";

const MAX_PATTERN_CHARS = 1000;

export interface GlobPattern {
  /** Absolute directory below which every match lies. */
  readonly directory: string;
  /** `path` is absolute. */
  matches(path: string): boolean;
}

/**
 * Resolves `pattern` against the absolute directory `base`; it may be absolute itself or begin with `../`. The directory
 * of the result is as deep as the pattern allows. Returns a message where the pattern cannot be used.
 */
export function compileGlob(base: string, pattern: string): GlobPattern | { readonly error: string } {
  if (pattern.length > MAX_PATTERN_CHARS)
    return { error: `The pattern is longer than ${MAX_PATTERN_CHARS} characters.` };
  const parts = pattern.replaceAll("\\", "/").split("/");
  const firstMagic = parts.findIndex((part) => /[*?[\]{}!]/.test(part));
  const fixed = parts.slice(0, firstMagic < 0 ? -1 : firstMagic).join("/");
  // A leading slash leaves an empty first part, which stands for the root.
  const directory = resolve(base, parts[0] === "" ? `/${fixed}` : fixed);
  const rest = (firstMagic < 0 ? parts.slice(-1) : parts.slice(firstMagic)).join("/").replace(/(?:\*\*\/)+/g, "**/");
  if (rest === "") return { error: `The pattern ${JSON.stringify(pattern)} names a directory; add /** for its files.` };
  try {
    const matcher = picomatch(rest, { dot: true, noextglob: true });
    const prefix = join(directory, "/");
    return {
      directory,
      matches: (path) => path.startsWith(prefix) && matcher(path.slice(prefix.length).replaceAll("\\", "/")),
    };
  } catch (error) {
    return {
      error: `The pattern ${JSON.stringify(pattern)} is not valid: ${error instanceof Error ? error.message : error}`,
    };
  }
}
