/** Finds out, without git, whether git would read files outside of a repository that the repository itself names, or wait for one. */
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isWithin } from "../engine/index.ts";
import { isPipe } from "./find-pipe.ts";
import { inspectGitSettings } from "./git-settings.ts";
import type { GitConfig } from "./inert-git.ts";
import { readSmallFile } from "./read-small-file.ts";

/** Entries of a repository's folders that are looked at; one with more is not judged. */
const MAX_ENTRIES = 200_000;
/** Bytes; a file of paths that is larger was not written by git. */
const MAX_PATHS_FILE = 64 * 1024;
/** Folders of a repository's data that no command of ours reads: large, or other repositories, or linked for good reason. */
const UNREAD: ReadonlySet<string> = new Set(["hooks", "lfs", "annex", "modules", "worktrees"]);

export interface InspectedRepository {
  /** Real path of the top of the working tree. */
  readonly top: string;
  /** The first place that git must not be let to: it lies outside of the tree, or is a pipe. Undefined: there is none. */
  readonly foreign?: string;
  /** What git has to be told on top, so that it reads no file elsewhere that the settings name. */
  readonly config: GitConfig;
}

/**
 * Looks at the repository around a directory; undefined when there is none. A work tree and a submodule have their data
 * elsewhere by nature: that counts as theirs when the data says so itself, which the workspace cannot make it do. `env` is
 * that of git processes. Never rejects.
 */
export async function inspectRepository(
  directory: string,
  env: NodeJS.ProcessEnv,
): Promise<InspectedRepository | undefined> {
  const top = await findTop(await realOrSelf(resolve(directory)));
  if (top === undefined) return undefined;
  const foreign = (place: string): InspectedRepository => ({ top, foreign: place, config: [] });
  const own = await findData(top);
  if (own === undefined) return foreign(join(top, ".git"));
  const isInside = isWithin(top, own);
  // The links of what lies in the tree are looked at first, so that none of them is followed to find the rest.
  const out = isInside ? await findForeignEntry([top], own) : undefined;
  if (out !== undefined) return foreign(out);
  const shared = await commonOf(own);
  if (isInside ? !isWithin(top, shared) : own !== shared && !(await isWorkTree(top, { own, shared }))) {
    return foreign(shared);
  }
  // The checkout that the data of a work tree lies in is the same person's.
  const roots = [top, own, shared, ...(basename(shared) === ".git" ? [dirname(shared)] : [])];
  const mustNameTree = !isInside && own === shared;
  const settings = await inspectGitSettings({ top, own, shared, roots, mustNameTree }, env);
  if (settings.kind === "foreign") return foreign(settings.place);
  // Last of what lies elsewhere: by now it has said itself that it belongs here.
  for (const data of isInside && own === shared ? [] : new Set([own, shared])) {
    const beyond = await findForeignEntry(roots, data);
    if (beyond !== undefined) return foreign(beyond);
  }
  return { top, config: settings.config };
}

async function findTop(start: string): Promise<string | undefined> {
  for (let directory = start; ; directory = dirname(directory)) {
    const found = await stat(join(directory, ".git")).catch(() => undefined);
    if (found !== undefined) return directory;
    if (directory === dirname(directory)) return undefined;
  }
}

/** Real path of the folder that `.git` is or names; undefined for what is neither, and for a link out of the tree. */
async function findData(top: string): Promise<string | undefined> {
  const mark = join(top, ".git");
  const real = await realOrSelf(mark);
  if (!isWithin(top, real)) return undefined;
  const found = await stat(mark).catch(() => undefined);
  if (found?.isDirectory()) return real;
  const target = /^gitdir: (.+)$/m.exec((await readSmallFile(mark, MAX_PATHS_FILE)) ?? "")?.[1]?.trim();
  return target === undefined ? undefined : realpath(resolve(top, target)).catch(() => undefined);
}

async function commonOf(own: string): Promise<string> {
  const [common = "."] = await readPaths(join(own, "commondir"));
  return realOrSelf(resolve(own, common));
}

/** Whether data outside says that it is of a work tree at `top`: `worktrees/<name>/gitdir` holds the path of its `.git`. */
async function isWorkTree(top: string, data: { readonly own: string; readonly shared: string }): Promise<boolean> {
  const { own, shared } = data;
  if (dirname(dirname(own)) !== shared) return false;
  const [back = ""] = await readPaths(join(own, "gitdir"));
  return back !== "" && (await realOrSelf(dirname(resolve(own, back)))) === top;
}

/** The first link out of all `roots` in what git reads of a repository's data, a pipe there, or an alternate store out there. */
async function findForeignEntry(roots: readonly string[], data: string): Promise<string | undefined> {
  const isInside = (path: string) => roots.some((root) => isWithin(root, path));
  const stores = new Set([await realOrSelf(join(data, "objects"))]);
  const seen = new Set<string>();
  let left = MAX_ENTRIES;
  for (let pending = [data]; pending.length > 0; ) {
    const folder = pending.pop() as string;
    if (seen.has(folder)) continue;
    seen.add(folder);
    for (const entry of await readEntries(folder)) {
      if (folder === data && UNREAD.has(entry.name)) continue;
      if (left-- === 0) return `${folder}, which has too many entries to look at,`;
      const path = join(folder, entry.name);
      const real = entry.isSymbolicLink() ? await realOrSelf(path) : path;
      if (!isInside(real) || entry.isFIFO() || (real !== path && (await isPipe(real)))) return path;
      if (entry.isDirectory() || real !== path) pending.push(real);
    }
    // Alternates may have alternates of their own.
    for (const alternate of stores.has(folder) ? await readPaths(join(folder, "info/alternates")) : []) {
      const store = await realOrSelf(isAbsolute(alternate) ? alternate : resolve(folder, alternate));
      if (!isInside(store)) return store;
      stores.add(store);
      pending = [...pending, store];
    }
  }
  return undefined;
}

async function readEntries(folder: string): Promise<readonly Dirent[]> {
  // Not every repository has every folder; what we cannot list, git cannot list either.
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

/** The lines of a file of paths; none when it is missing, or no file that git would have written. */
async function readPaths(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() && found.size > MAX_PATHS_FILE) return ["/"];
  const text = (await readSmallFile(path, MAX_PATHS_FILE)) ?? "";
  return text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
}

function realOrSelf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
