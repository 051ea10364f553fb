/** Matches files against the specifier of a `Read(…)` or `Edit(…)` rule: a gitignore pattern with an anchor, or with braces. */
import { join, posix, relative, resolve, sep } from "node:path";
import { expandBraces } from "./expand-braces.ts";
import { foldFileName, foldWindowsName } from "./fold-file-name.ts";
import { mayMeet, type SegmentPattern } from "./glob-overlap.ts";
import { compileGlobSegment } from "./glob-segment.ts";
import { matchSequence, type SequenceToken } from "./match-sequence.ts";
import { isWithin, relativeToRoot } from "./relative-to-root.ts";
import type { ResolvedPath } from "./tool-policy.ts";
import { trimUnescaped } from "./trim-unescaped.ts";

export interface PathRuleContext {
  readonly cwd: string;
  readonly home: string;
  /** Directory that `/…` starts from. */
  readonly base: string;
}

/** `allow` needs both ends of a link to match and minds case; `forbid` needs either and does not. */
export type PathRuleUse = "allow" | "forbid";

/** Patterns that the braces of one rule may stand for. */
const MAX_ALTERNATIVES = 1000;

interface AnchoredPattern {
  readonly root: string;
  /** Matched below `root`. */
  readonly pattern: string;
}

/**
 * True when the rule speaks of the file. `//x` starts at the root of the disk, `~/x` at home, `/x` at the rule's base,
 * anything else at the working directory; a name without a slash matches at any depth. `*` alone is every file.
 */
export function matchPathRule(
  specifier: string,
  path: ResolvedPath,
  options: PathRuleContext & { readonly use: PathRuleUse },
): boolean {
  const patterns = anchorPattern(specifier, options);
  const matchesOne = (file: string) => patterns.some((anchored) => matchAnchored(anchored, file, options.use));
  return options.use === "allow"
    ? matchesOne(path.given) && matchesOne(path.real)
    : matchesOne(path.given) || matchesOne(path.real);
}

/** True when the rule, one that forbids, may speak of a file that the absolute pattern of a shell names. */
export function mayMeetPathRule(specifier: string, glob: string, context: PathRuleContext): boolean {
  const segments = glob.split(sep).filter((part) => part !== "");
  return anchorPattern(specifier, { ...context, use: "forbid" }).some(({ root, pattern }) => {
    const above = root
      .split(sep)
      .filter((part) => part !== "")
      .map(escapePattern);
    const { patterns, truncated } = expandBraces(pattern, MAX_ALTERNATIVES);
    return truncated || patterns.some((it) => mayMeet([...above, ...listSegments(it)], segments));
  });
}

function listSegments(pattern: string): readonly SegmentPattern[] {
  const parts = pattern.split("/").filter((part) => part !== "");
  const isAnchored = pattern.startsWith("/") || parts.length > 1;
  const inside = parts.map((part): SegmentPattern => (/^\*{2,}$/.test(part) ? "gap" : part));
  const end = inside.length > 1 && inside.at(-1) === "gap" ? ["*"] : [];
  return [...(isAnchored ? [] : (["gap"] as const)), ...inside, ...end];
}

function anchorPattern(
  specifier: string,
  { cwd, home, base, use }: PathRuleContext & { readonly use: PathRuleUse },
): readonly AnchoredPattern[] {
  const text = trimUnescaped(specifier);
  if (text.startsWith("//")) return [anchor(resolve("/"), text.slice(2))];
  if (text === "~" || text.startsWith("~/")) return [anchor(home, text.slice(2))];
  if (text.startsWith("/")) return [anchor(base, text.slice(1))];
  const isBareName = !text.replace(/\/$/, "").includes("/");
  // A rule that forbids `.env` means the file wherever it is; one that allows it means the workspace.
  if (isBareName) return [{ root: use === "forbid" ? resolve("/") : cwd, pattern: text }];
  const anchored = anchor(cwd, text);
  const oneDirectory = use === "forbid" && /^[^/]+\/\*\*$/.test(text);
  return oneDirectory ? [anchored, { root: resolve("/"), pattern: `**/${text}` }] : [anchored];
}

/** Takes leading `./` and `../` off the pattern, which gitignore does not know. */
function anchor(root: string, pattern: string): AnchoredPattern {
  let [directory, rest] = [root, pattern];
  for (let match = /^\.{1,2}\/+/.exec(rest); match; match = /^\.{1,2}\/+/.exec(rest)) {
    if (match[0].startsWith("..")) directory = join(directory, "..");
    rest = rest.slice(match[0].length);
  }
  return { root: directory, pattern: rest === "" ? "*" : `/${rest}` };
}

function matchAnchored({ root, pattern }: AnchoredPattern, file: string, use: PathRuleUse): boolean {
  const inside = relativeToRoot(root, file);
  // The root itself: only a pattern for everything below speaks of it.
  if (inside === undefined) return relative(root, file) === "" && /^\/?\*{1,2}$/.test(pattern);
  const isForbidding = use === "forbid";
  const spellings = isForbidding ? [foldFileName(inside), foldWindowsName(inside)] : [inside];
  const { patterns, truncated } = expandBraces(isForbidding ? foldFileName(pattern) : pattern, MAX_ALTERNATIVES);
  // A rule that forbids more than can be counted forbids everything it might mean.
  if (truncated) return isForbidding;
  const names = spellings.map((spelling) => spelling.split("/"));
  return patterns.some((alternative) => {
    const tokens = compilePattern(alternative);
    return names.some((segments) => matchSequence(tokens, segments));
  });
}

/** What matches a directory matches everything in it. */
function compilePattern(pattern: string): readonly SequenceToken<string>[] {
  const parts = pattern.split("/").filter((part) => part !== "");
  const isAnchored = pattern.startsWith("/") || parts.length > 1;
  const tokens: SequenceToken<string>[] = isAnchored ? [] : ["gap"];
  for (const [index, part] of parts.entries()) {
    if (/^\*{2,}$/.test(part)) {
      if (tokens.at(-1) !== "gap") tokens.push("gap");
      // At the end it means what is in the directory, not the directory.
      if (index === parts.length - 1 && index > 0) tokens.push(() => true);
      continue;
    }
    const characters = compileGlobSegment(part);
    tokens.push((name) => matchSequence(characters, [...name]));
  }
  return [...tokens, "gap"];
}

/** The rule text that speaks of exactly one file or directory: `Edit(src/a.ts)`, `Read(//etc/hosts)`. */
export function formatPathRule(kind: "Read" | "Edit", path: string, cwd: string): string {
  const inside = relativeToRoot(cwd, path);
  const isPlain = inside !== undefined && /^[^\s~/][^/]*\//.test(inside);
  return `${kind}(${escapePattern(inside === undefined ? `/${path}` : isPlain ? inside : `./${inside}`)})`;
}

/** White space at the end has to be escaped too: a pattern ends before it. */
function escapePattern(path: string): string {
  const end = path.trimEnd().length;
  const escaped = path
    .slice(0, end)
    .replaceAll(sep, "/")
    .replace(/[*?[\]{}!#\\]/g, "\\$&");
  return escaped + path.slice(end).replace(/\s/g, "\\$&");
}

/**
 * The rule that means the same wherever a session below `base` works: what `Read(…)`, `Edit(…)` or `Write(…)` allows below
 * `cwd` is written with a leading `/`. Rules of other tools, and rules with an anchor of their own, stay as they are.
 */
export function anchorPathRule(text: string, { cwd, base }: { readonly cwd: string; readonly base: string }): string {
  const [, tool, specifier] = /^(Read|Edit|Write)\((.+)\)$/s.exec(text) ?? [];
  if (tool === undefined || specifier === undefined || /^(?:\/|~(?:\/|$))/.test(specifier)) return text;
  const isBareName = !specifier.replace(/\/$/, "").includes("/");
  const pattern = isBareName ? `**/${specifier}` : specifier;
  const isBelow = isWithin(base, cwd) && !/^(?:\.\/+)*\.\.\//.test(specifier);
  // Outside of the base only an absolute pattern can say it.
  const anchored = isBelow
    ? posix.join("/", cwdBelow(base, cwd), pattern)
    : `/${posix.join(escapePattern(cwd), pattern)}`;
  return `${tool}(${anchored})`;
}

function cwdBelow(base: string, cwd: string): string {
  return escapePattern(relativeToRoot(base, cwd) ?? "");
}
