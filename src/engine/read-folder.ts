/** Reads one folder of a root: entries in a fixed order, with those links resolved that can matter. */
import { join } from "node:path";
import { errorCode } from "./error-code.ts";
import type { DirectoryEntry, FileSystem } from "./ports.ts";

/** An entry whose link, if it was one, has been followed. */
export interface ResolvedEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "other" | "broken";
  /** Links only: the real path; for a broken link the path of the link. */
  readonly link?: string;
  /** Why the link could not be followed. */
  readonly code?: string;
}

export type FolderListing =
  | { readonly kind: "entries"; readonly entries: readonly ResolvedEntry[] }
  | { readonly kind: "unreadable"; readonly code: string };

/**
 * Entries by name in code-unit order, real ones before links, so that of a folder and a link to it the folder is met
 * first. `selectEntries` spares the rest the cost of following links. Never rejects.
 */
export async function readFolder(
  folder: { readonly path: string },
  fs: FileSystem,
  selectEntries: (entries: readonly DirectoryEntry[]) => readonly DirectoryEntry[],
): Promise<FolderListing> {
  let listed: readonly DirectoryEntry[];
  try {
    listed = await fs.readDirectory(folder.path);
  } catch (error) {
    return { kind: "unreadable", code: errorCode(error) };
  }
  const sorted = [...selectEntries(listed)].sort(byKindAndName);
  const own = sorted.flatMap(({ name, kind }): ResolvedEntry[] => (kind === "link" ? [] : [{ name, kind }]));
  if (own.length === sorted.length) return { kind: "entries", entries: own };
  // Only a link costs a question to the file system.
  const links = await Promise.all(sorted.slice(own.length).map(({ name }) => followLink(folder, name, fs)));
  return { kind: "entries", entries: [...own, ...links] };
}

async function followLink(folder: { readonly path: string }, name: string, fs: FileSystem): Promise<ResolvedEntry> {
  const path = join(folder.path, name);
  try {
    const [stat, real] = await Promise.all([fs.stat(path), fs.realPath(path)]);
    return { name, kind: stat.kind, link: real };
  } catch (error) {
    return { name, kind: "broken", link: path, code: errorCode(error) };
  }
}

function byKindAndName(a: DirectoryEntry, b: DirectoryEntry): number {
  const linked = Number(a.kind === "link") - Number(b.kind === "link");
  if (linked !== 0) return linked;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
