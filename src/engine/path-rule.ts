/** Matches files against the specifier of a `Read(…)` or `Edit(…)` rule: a gitignore pattern with an anchor. */
import { join, relative, resolve } from "node:path";
import ignore from "ignore";
import { relativeToRoot } from "./relative-to-root.ts";
import type { ResolvedPath } from "./tool-policy.ts";

export interface PathRuleContext {
  readonly cwd: string;
  readonly home: string;
  /** Directory that `/…` starts from. */
  readonly base: string;
}

/** `allow` needs both ends of a link to match and minds case; `forbid` needs either and does not. */
export type PathRuleUse = "allow" | "forbid";

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

function anchorPattern(
  specifier: string,
  { cwd, home, base, use }: PathRuleContext & { readonly use: PathRuleUse },
): readonly AnchoredPattern[] {
  const text = specifier.trim();
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
  const matcher = ignore({ ignorecase: use === "forbid", allowRelativePaths: true }).add(pattern);
  return matcher.ignores(inside) || matcher.ignores(`${inside}/`);
}

/** The rule text that speaks of exactly one file or directory: `Edit(src/a.ts)`, `Read(//etc/hosts)`. */
export function formatPathRule(kind: "Read" | "Edit", path: string, cwd: string): string {
  const inside = relativeToRoot(cwd, path);
  const isPlain = inside !== undefined && /^[^\s~/][^/]*\//.test(inside);
  const escaped = (inside === undefined ? `/${path}` : isPlain ? inside : `./${inside}`)
    .replaceAll("\\", "/")
    .replace(/[*?[\]!#]/g, "\\$&");
  return `${kind}(${escaped})`;
}
