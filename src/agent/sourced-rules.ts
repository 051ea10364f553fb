/** Takes the permission rules out of the settings, each with the place that it comes from. */
import { dirname } from "node:path";
import type { SourcedRule } from "../engine/index.ts";
import type { MergedSettings } from "./merge-settings.ts";
import type { SettingsOrigin } from "./parse-settings.ts";

export interface SourcedRules {
  readonly allow: readonly SourcedRule[];
  readonly ask: readonly SourcedRule[];
  readonly deny: readonly SourcedRule[];
}

/** The rules in effect, highest level first. */
export function listSourcedRules({ entries }: Pick<MergedSettings, "entries">): SourcedRules {
  const rulesOf = (kind: keyof SourcedRules) =>
    entries
      .filter(({ key }) => key === `permissions.${kind}`)
      .map(({ value, origin }) => toRule(String(value), origin));
  return { allow: rulesOf("allow"), ask: rulesOf("ask"), deny: rulesOf("deny") };
}

/** Paths in the rules of a workspace's file start at the directory that holds its `.skillful`. */
export function toRule(text: string, origin: SettingsOrigin): SourcedRule {
  const isWorkspace = origin.level === "project" || origin.level === "local";
  return { text, origin: formatOrigin(origin), ...(isWorkspace && { base: dirname(dirname(origin.path)) }) };
}

/** `file:line`, or the name of what is not a file. */
export function formatOrigin({ level, path, line }: SettingsOrigin): string {
  return line === undefined || level === "flag" ? path : `${path}:${line}`;
}
