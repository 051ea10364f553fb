/** Finds the files beside a skill that its body refers to. */
import { posix } from "node:path";
import { type CodeRegion, findCodeRegions } from "../code-regions.ts";

export interface ReferencedPath {
  /** Relative to the skill's directory, without anchor and query. */
  readonly path: string;
  /** In the body, of the path itself. */
  readonly offset: number;
  /** A Markdown link or image, or a path in backticks. */
  readonly form: "link" | "code";
}

/** A body beyond this many references is not looked at further. */
const MAX_REFERENCES = 1000;
/** The folders that a skill keeps its files in. A path in backticks that starts elsewhere may be the user's. */
const OWN_FOLDERS = "scripts|references?|assets|templates|examples|resources";
const CODE_PATH = new RegExp(`^(?:\\./)?(?:${OWN_FOLDERS})/[\\w./-]*\\w\\.\\w{1,8}$`);
const SKILL_DIRECTORY = /^\$\{(?:CLAUDE_)?SKILL_DIR\}\//;
/** An inline link or image: its target in angle brackets, or without blanks and with at most one level of brackets. */
const INLINE = /\]\(\s{0,8}(?:<(?<angled>[^<>\n]{1,1000})>|(?<plain>(?:[^\s()<>]|\([^\s()]{0,200}\)){1,1000}))/g;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{0,8}<?(?<plain>[^\s<>]{1,1000})/gm;

/** In order of their place; each path once. Addresses, anchors, absolute paths and patterns are passed over. Pure. */
export function referencedPaths(body: string): readonly ReferencedPath[] {
  const regions = findCodeRegions(body);
  const prose = blankOut(body, regions);
  const found = [...linksIn(prose, INLINE), ...linksIn(prose, DEFINITION), ...pathsInCode(body, regions)];
  found.sort((a, b) => a.offset - b.offset);
  const seen = new Set<string>();
  return found.filter(({ path }) => !seen.has(path) && seen.add(path)).slice(0, MAX_REFERENCES);
}

/** The folder at the top of a path that lies beside the skill; undefined for files there and for paths that leave it. */
export function topFolder(path: string): string | undefined {
  const [first, second] = posix.normalize(path).split("/");
  return second === undefined || first === ".." ? undefined : first;
}

function linksIn(prose: string, pattern: RegExp): ReferencedPath[] {
  return [...prose.matchAll(pattern)].flatMap((match) => {
    const target = match.groups?.angled ?? match.groups?.plain ?? "";
    const path = toRelative(target);
    return path === undefined
      ? []
      : { path, offset: match.index + match[0].lastIndexOf(target), form: "link" as const };
  });
}

function pathsInCode(body: string, regions: readonly CodeRegion[]): ReferencedPath[] {
  return regions.flatMap(({ kind, contentStart, contentEnd }) => {
    if (kind !== "span" || contentEnd - contentStart > 300) return [];
    const text = body.slice(contentStart, contentEnd).trim();
    const isOwn = SKILL_DIRECTORY.test(text);
    const path = text.replace(SKILL_DIRECTORY, "");
    const isPath = isOwn ? /^[\w./-]*\w\.\w{1,8}$/.test(path) : CODE_PATH.test(path);
    return isPath ? { path, offset: contentStart, form: isOwn ? ("link" as const) : ("code" as const) } : [];
  });
}

function toRelative(target: string): string | undefined {
  const text = target.replace(SKILL_DIRECTORY, "").replace(/[#?].*$/, "");
  // Placeholders and patterns stand for paths that only the reader knows.
  if (text === "" || /^[a-z][a-z\d+.-]*:|^[/\\~]|[{}$*|]|^\.{3}|^\.?\/?$/i.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    // A `%` that encodes nothing is part of the file's name.
    return text;
  }
}

/** Code becomes blanks of the same length, so that offsets stay. */
function blankOut(body: string, regions: readonly CodeRegion[]): string {
  let result = "";
  let from = 0;
  for (const { start, end } of regions) {
    result += body.slice(from, start) + body.slice(start, end).replace(/[^\n]/g, " ");
    from = end;
  }
  return result + body.slice(from);
}
