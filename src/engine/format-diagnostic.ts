/** Writes a diagnostic for a terminal or a log. */
import { isAbsolute, relative, sep } from "node:path";
import type { Diagnostic } from "./types.ts";

/**
 * `path:line:column severity code message`, then the code frame and the hint on lines of their own. The path is
 * relative to `cwd` when it lies below it. Pure; no colours.
 */
export function formatDiagnostic(diagnostic: Diagnostic, options: { readonly cwd: string }): string {
  const { line, column } = diagnostic;
  const place = line === undefined ? "" : column === undefined ? `:${line}` : `:${line}:${column}`;
  const path = shortPath(diagnostic.path, options.cwd);
  const headline = `${path}${place} ${diagnostic.severity} ${diagnostic.code} ${diagnostic.message}`;
  // A file name or a quoted value must not be able to drive the terminal.
  const rows = [headline.replace(/\p{Cc}/gu, "\uFFFD")];
  if (diagnostic.frame !== undefined) rows.push(indent(diagnostic.frame));
  if (diagnostic.hint !== undefined) rows.push(indent(`hint: ${diagnostic.hint.replace(/\p{Cc}/gu, "\uFFFD")}`));
  return rows.join("\n");
}

function shortPath(path: string, cwd: string): string {
  // Compiled-in skills have pseudo paths such as `bundled:commit/SKILL.md`.
  if (!isAbsolute(path)) return path;
  const below = relative(cwd, path);
  const outside = below === "" || below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below);
  return outside ? path : below;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
