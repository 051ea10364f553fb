/** Reads one pattern of a skill's `paths`: a line as in `.gitignore`, cut into the segments that a path is matched by. */
import { type PathSegment, parseSegment } from "./path-segment.ts";
import { endsInBareBackslash } from "./trim-unescaped.ts";
import type { Diagnostic, SkillDefinition } from "./types.ts";

/** `anything` stands for `**`: any number of directories, or, at the end, everything below. */
export type PatternSegment = PathSegment | { readonly kind: "anything" };

export interface PathPattern {
  /** As written. */
  readonly text: string;
  /** `!`: takes back what patterns before it matched. */
  readonly negated: boolean;
  /** A trailing `/`: matches directories, and so the files in them, but not a file. */
  readonly directoryOnly: boolean;
  /** From the working directory down. A pattern without a slash begins with `anything`. */
  readonly segments: readonly PatternSegment[];
}

export type ParsedPathPattern =
  | { readonly kind: "pattern"; readonly pattern: PathPattern }
  | { readonly kind: "unreadable"; readonly reason: string; readonly hint: string };

/** Longer than any path that a system opens at once, and short enough to bound the work per path. */
const MAX_PATTERN_LENGTH = 4096;

/** Parses a pattern. What cannot be read matches nothing and says why. Never throws. */
export function parsePathPattern(text: string): ParsedPathPattern {
  if (text.length > MAX_PATTERN_LENGTH) {
    return unreadable(`it is longer than ${MAX_PATTERN_LENGTH} characters`, "Use wildcards, or several patterns.");
  }
  if (text.startsWith("#")) return unreadable("it is a comment", "For a name that begins with #, write \\# instead.");

  const negated = text.startsWith("!");
  let body = trimBlanks(negated ? text.slice(1) : text);
  if (endsInBareBackslash(body)) return unreadable("it ends in a backslash", "Remove the backslash, or double it.");
  if (body.startsWith("\\!") || body.startsWith("\\#")) body = body.slice(1);

  const directoryOnly = body.endsWith("/");
  const anchored = body.startsWith("/");
  const inner = body.slice(anchored ? 1 : 0, directoryOnly ? -1 : undefined);
  if (inner === "") return unreadable("it names nothing", 'Write "**" for every file.');

  const parts = inner.split("/");
  const segments: PatternSegment[] = [];
  // Without a slash at the beginning or in the middle, a pattern matches at any depth.
  if (!anchored && parts.length === 1) segments.push({ kind: "anything" });
  for (const part of parts) {
    if (part === "." || part === "..") return unreadable(`it has a "${part}" in it`, "Begin at the working directory.");
    if (part === "") return unreadable("it has two slashes in a row", "Remove one of them.");
    if (/^\*{2,}$/.test(part)) {
      // A run of `**` means what one does.
      if (segments.at(-1)?.kind !== "anything") segments.push({ kind: "anything" });
      continue;
    }
    const segment = parseSegment(part);
    if (segment.kind === "unreadable") return segment;
    segments.push(segment);
  }
  return { kind: "pattern", pattern: { text, negated, directoryOnly, segments } };
}

/** Diagnoses what in a skill's patterns keeps it from ever becoming active by them. */
export function diagnosePathPatterns(skill: Pick<SkillDefinition, "paths"> & { readonly path: string }): Diagnostic[] {
  const { path } = skill;
  const diagnostics: Diagnostic[] = [];
  let selects = skill.paths.length === 0;
  for (const text of skill.paths) {
    const parsed = parsePathPattern(text);
    switch (parsed.kind) {
      case "pattern":
        selects ||= !parsed.pattern.negated;
        break;
      case "unreadable": {
        const message = `The pattern "${text.slice(0, 200)}" in paths cannot be used: ${parsed.reason}.`;
        diagnostics.push({ code: "invalid-path-pattern", severity: "warning", path, message, hint: parsed.hint });
        break;
      }
      default:
        parsed satisfies never;
    }
  }
  if (!selects) {
    const message = "No pattern in paths selects a file, so the skill can never become active.";
    const hint = "Add a pattern that selects files, or remove paths.";
    diagnostics.push({ code: "paths-select-nothing", severity: "warning", path, message, hint });
  }
  return diagnostics;
}

/** Blanks and line ends at the end do not belong to a pattern, but an escaped blank does. */
function trimBlanks(body: string): string {
  const trimmed = body.replace(/[ \r\n]+$/, "");
  return body[trimmed.length] === " " && endsInBareBackslash(trimmed) ? `${trimmed} ` : trimmed;
}

function unreadable(reason: string, hint: string): ParsedPathPattern {
  return { kind: "unreadable", reason, hint };
}
