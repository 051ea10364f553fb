/** Reads a hook's `matcher`: nothing or `*` for all, a list of exact names, or a regular expression. */

/** Compiles a regular expression that runs in linear time, or says why it cannot. Never throws. */
export type PatternCompiler = (
  pattern: string,
) =>
  | { readonly kind: "pattern"; test(subject: string): boolean }
  | { readonly kind: "error"; readonly message: string };

export type ParsedMatcher =
  | { readonly kind: "all" }
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "pattern"; test(subject: string): boolean }
  | { readonly kind: "error"; readonly message: string };

/** Letters, digits, `_`, `-`, blanks and the two separators: a list of exact names, nothing to interpret. */
const NAME_LIST = /^[A-Za-z0-9_\-,| ]+$/;

/**
 * Parses a matcher. Names are separated by `|` or `,` and compared exactly, case included; any other text is an
 * unanchored regular expression. A pattern that does not compile comes back as an error, never as an exception.
 */
export function parseHookMatcher(matcher: string | undefined, compilePattern: PatternCompiler): ParsedMatcher {
  const text = matcher?.trim() ?? "";
  if (text === "" || text === "*") return { kind: "all" };
  if (NAME_LIST.test(text)) {
    const names = text
      .split(/[|,]/)
      .map((name) => name.trim())
      .filter((name) => name !== "");
    return { kind: "names", names };
  }
  return compilePattern(text);
}

/**
 * Tests a subject against a parsed matcher. A matcher that could not be read matches everything when `failClosed`, so
 * that a guard with a typing error still guards, and nothing otherwise.
 */
export function matchHook(
  matcher: ParsedMatcher,
  subject: string | undefined,
  options: { readonly failClosed: boolean },
): boolean {
  switch (matcher.kind) {
    case "all":
      return true;
    case "error":
      return options.failClosed;
    case "names":
      return subject === undefined || matcher.names.includes(subject);
    case "pattern":
      return subject === undefined || matcher.test(subject);
    default:
      return matcher satisfies never;
  }
}
