/** Makes the directories that settings add absolute: each is meant from where its file is, not from where a session starts. */
import { dirname, resolve } from "node:path";
import type { SettingEntry } from "./parse-settings.ts";

/**
 * A file in `.skillful` speaks of the directory that holds `.skillful`; any other file of its own directory; the command line
 * of `cwd`. `~` is the home directory, and stays where that is not known. The paths of the sandbox are another matter: `.env`
 * in a person's settings means that of every workspace. Pure.
 */
export function anchorPaths(
  entry: SettingEntry,
  places: { readonly cwd: string; readonly home?: string },
): SettingEntry {
  const { key, value, origin } = entry;
  if (key !== "permissions.additionalDirectories" || typeof value !== "string") return entry;
  const isAtHome = /^~(?=\/|$)/.test(value);
  if (isAtHome && places.home === undefined) return entry;
  const path = isAtHome ? `${places.home}${value.slice(1)}` : value;
  return { ...entry, value: resolve(anchorOf(origin, places.cwd), path) };
}

function anchorOf({ level, path }: SettingEntry["origin"], cwd: string): string {
  switch (level) {
    case "option":
      return cwd;
    case "flag":
      // JSON text on the command line has no file.
      return path.startsWith("--") ? cwd : dirname(path);
    case "managed":
      return dirname(path);
    case "local":
    case "project":
    case "user":
      return dirname(dirname(path));
    default:
      return level satisfies never;
  }
}
