/** Finds the file that would have a name, had it been loaded: a broken file explains an unknown name better than near names do. */
import { isNamedByPlace } from "./not-loaded.ts";
import type { Diagnostic } from "./types.ts";

export interface Unloaded {
  /** Such as `/p/.claude/skills/greet/SKILL.md:1:1: unclosed front-matter block`. */
  readonly because: string;
  readonly hint?: string;
}

/** `name` as it was asked for, qualified or not; case does not count. Ask only for names that lead to no skill. Pure. */
export function findUnloaded(name: string, diagnostics: readonly Diagnostic[]): Unloaded | undefined {
  const found = diagnostics.find(({ severity, path }) => severity === "error" && isNamedByPlace(path, name));
  if (found === undefined) return undefined;
  const { path, line, column, message, hint } = found;
  const place = [path, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(":");
  return { because: `${place}: ${message.replace(/\.$/, "")}`, ...(hint !== undefined && { hint }) };
}
