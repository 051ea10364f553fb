/** Walks one root and finds the files that hold skills or legacy commands, without opening any of them. */
import { basename, dirname, join, sep } from "node:path";
import { errorCode } from "./error-code.ts";
import { mapConcurrent } from "./map-concurrent.ts";
import type { DirectoryEntry, FileStamp, FileSystem } from "./ports.ts";
import { type FolderListing, type ResolvedEntry, readFolder } from "./read-folder.ts";
import { isWithin } from "./relative-to-root.ts";
import * as problem from "./scan-diagnostics.ts";
import { linkBoundary, type SkillRoot } from "./sources.ts";
import type { Diagnostic } from "./types.ts";

/** A file to parse. */
export interface FoundFile {
  readonly root: SkillRoot;
  /** As reached, links not resolved. */
  readonly path: string;
  readonly realPath: string;
  /** Folder of `path`. */
  readonly directory: string;
  /** Name of the skill's folder, or the command file's name without `.md`. */
  readonly directoryName: string;
  readonly qualifier: string;
  /** Taken before anything of the file is read. Absent when the file system gives none, or the file is reached by a link. */
  readonly stamp?: FileStamp;
}

export interface ScanResult {
  /** Shallow before deep, then by name in code-unit order: the same for the same files on every machine. */
  readonly files: readonly FoundFile[];
  /** Folders that were not searched because each is a plugin. */
  readonly plugins: readonly PluginFolder[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A folder among skills that is a plugin. */
export interface PluginFolder {
  readonly root: SkillRoot;
  /** Absolute, links not resolved. */
  readonly path: string;
}

/** File system calls in flight. */
export const IO_CONCURRENCY = 32;
/** Folders between a root and a skill's own folder. */
const MAX_GROUPING_FOLDERS = 4;
/** Guards against a link to a whole disk; far above the 100,000 skills that must work. */
const MAX_FOLDERS = 250_000;
const PLUGIN_MANIFEST_FOLDER = ".claude-plugin";
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([".git", "node_modules"]);

interface Folder {
  readonly path: string;
  /** What the path of everything in the folder begins with; and what its real path begins with, unless it is a link. */
  readonly inside: string;
  readonly realInside: string;
  /** Names of the folders below the root down to this one. */
  readonly groups: readonly string[];
}

interface Scan {
  readonly root: SkillRoot;
  /** Real path of the tree that links may not leave; undefined when links go anywhere, and until the root is open. */
  boundary: string | undefined;
  readonly visited: Set<string>;
  readonly files: FoundFile[];
  readonly plugins: PluginFolder[];
  readonly diagnostics: Diagnostic[];
}

/**
 * Finds the files of one root, level by level. A root that does not exist has none. Never rejects: what cannot be read is
 * a diagnostic, and everything else is still found.
 */
export async function scanRoot(root: SkillRoot, fs: FileSystem): Promise<ScanResult> {
  const scan: Scan = { root, boundary: undefined, visited: new Set(), files: [], plugins: [], diagnostics: [] };
  const start = await openRoot(scan, fs);
  let level = start === undefined ? [] : [start];
  while (level.length > 0) {
    const listings = await mapConcurrent(level, IO_CONCURRENCY, (folder) => listFolder(scan, folder, fs));
    // Decisions are taken in order once a whole level is read, so that timing cannot change them.
    level = level.flatMap((folder, index) => visitFolder(scan, folder, listings[index] as FolderContent));
    if (scan.visited.size > MAX_FOLDERS) {
      scan.diagnostics.push(problem.tooManyFolders(root.path, MAX_FOLDERS));
      break;
    }
  }
  const { files, plugins, diagnostics } = scan;
  return { files, plugins, diagnostics };
}

async function openRoot(scan: Scan, fs: FileSystem): Promise<Folder | undefined> {
  const { path } = scan.root;
  try {
    const real = await fs.realPath(path);
    // Most roots are absent, and need no boundary.
    scan.boundary = await realBoundary(scan.root, fs);
    if (!mayFollow(scan, path, real)) return undefined;
    scan.visited.add(real);
    return toFolder(path, real, []);
  } catch (error) {
    if (await isListed(path, fs)) scan.diagnostics.push(problem.brokenLink(path, errorCode(error)));
    return undefined;
  }
}

/** A path that does not resolve although its folder lists it is a link to nowhere; a root that is absent is no problem. */
async function isListed(path: string, fs: FileSystem): Promise<boolean> {
  const siblings = await fs.readDirectory(dirname(path)).catch((): readonly DirectoryEntry[] => []);
  return siblings.some((entry) => entry.name === basename(path));
}

async function realBoundary(root: SkillRoot, fs: FileSystem): Promise<string | undefined> {
  const boundary = linkBoundary(root);
  return boundary === undefined ? undefined : await fs.realPath(boundary).catch(() => boundary);
}

function mayFollow(scan: Scan, path: string, real: string): boolean {
  if (scan.boundary === undefined || isWithin(scan.boundary, real)) return true;
  const describe = scan.root.pluginRoot === undefined ? problem.untrustedLink : problem.linkOutOfPlugin;
  scan.diagnostics.push(describe(path, real));
  return false;
}

/** A listing, or of a folder that is known to hold a skill, which is all that matters of it, the stamp of the skill's file. */
type FolderContent =
  | FolderListing
  | { readonly kind: "skill"; readonly stamp: FileStamp }
  | { readonly kind: "plugin" };

function listFolder(scan: Scan, folder: Folder, fs: FileSystem): FolderContent | Promise<FolderContent> {
  const mayBeSkill = scan.root.kind === "skill" && (folder.groups.length > 0 || scan.root.ownSkill !== undefined);
  const mayBePlugin = scan.root.mayHoldPlugins === true && folder.groups.length === 1;
  // Most folders hold a skill under the right name: to ask for that file alone is much cheaper than to list the folder.
  const stamp = mayBeSkill ? fs.stampOf?.(folder.path, "SKILL.md", mayBePlugin ? UNLESS_PLUGIN : {}) : undefined;
  if (stamp !== undefined && !(stamp instanceof Promise)) return { kind: "skill", stamp };
  return lookIntoFolder(scan, folder, { fs, stamp, mayBeSkill, mayBePlugin });
}

const UNLESS_PLUGIN = { unless: PLUGIN_MANIFEST_FOLDER } as const;

interface LookOptions {
  readonly fs: FileSystem;
  readonly stamp: Promise<FileStamp | undefined> | undefined;
  readonly mayBeSkill: boolean;
  readonly mayBePlugin: boolean;
}

async function lookIntoFolder(scan: Scan, folder: Folder, options: LookOptions): Promise<FolderContent> {
  const { fs, mayBeSkill, mayBePlugin } = options;
  const stamp = await options.stamp;
  if (stamp !== undefined) return { kind: "skill", stamp };
  if (mayBePlugin && (await isPlugin(scan, folder, fs))) return { kind: "plugin" };
  return readFolder(folder, fs, (entries) => {
    if (!mayBeSkill) return entries;
    // A folder that holds a skill is a leaf: nothing else in it is looked at, not even where its links lead.
    const skillFile = findSkillFile(entries);
    return skillFile === undefined ? entries : [skillFile];
  });
}

/** Opens no file, and looks at nothing that a link leads to out of the tree. */
async function isPlugin({ boundary }: Scan, folder: Folder, fs: FileSystem): Promise<boolean> {
  const manifest = join(folder.path, PLUGIN_MANIFEST_FOLDER, "plugin.json");
  try {
    if (boundary !== undefined && !isWithin(boundary, await fs.realPath(manifest))) return false;
    return (await fs.stat(manifest)).kind === "file";
  } catch {
    // It is not there, or it cannot be reached, and then it makes nothing a plugin.
    return false;
  }
}

/** `SKILL.md`, else the first other spelling of it. Names are compared as listed, so every file system agrees. */
function findSkillFile<Entry extends { readonly name: string }>(entries: readonly Entry[]): Entry | undefined {
  let other: Entry | undefined;
  for (const entry of entries) {
    if (entry.name === "SKILL.md") return entry;
    const isSpelling = entry.name.length === 8 && entry.name.toLowerCase() === "skill.md";
    if (isSpelling && (other === undefined || entry.name < other.name)) other = entry;
  }
  return other;
}

/** Takes what the folder holds; returns the folders to look into next. */
function visitFolder(scan: Scan, folder: Folder, listing: FolderContent): Folder[] {
  if (listing.kind === "skill") {
    takeSkill(scan, folder, { name: "SKILL.md", kind: "file", stamp: listing.stamp });
    return [];
  }
  if (listing.kind === "plugin") {
    scan.plugins.push({ root: scan.root, path: folder.path });
    return [];
  }
  if (listing.kind === "unreadable") {
    scan.diagnostics.push(problem.unreadableDirectory(folder.path, listing.code));
    return [];
  }
  switch (scan.root.kind) {
    case "command":
      for (const entry of listing.entries) {
        if (entry.name === (scan.root.only ?? entry.name) && entry.name.endsWith(".md"))
          takeCommand(scan, folder, entry);
      }
      if (scan.root.only !== undefined) return [];
      break;
    case "skill": {
      const skillFile = findSkillFile(listing.entries);
      if (skillFile === undefined || skillFile.kind === "directory") break;
      if (folder.groups.length > 0 || scan.root.ownSkill !== undefined) {
        takeSkill(scan, folder, skillFile);
        return [];
      }
      scan.diagnostics.push(problem.skillFileInRoot(join(folder.path, skillFile.name)));
      break;
    }
    default:
      return scan.root.kind satisfies never;
  }
  return enterFolders(scan, folder, listing.entries);
}

/** An entry whose stamp may be known. */
interface StampedEntry extends ResolvedEntry {
  readonly stamp?: FileStamp;
}

function takeSkill(scan: Scan, folder: Folder, entry: StampedEntry): void {
  if (entry.name !== "SKILL.md") {
    scan.diagnostics.push(problem.misspelledFileName(join(folder.path, entry.name), entry.name));
  }
  const { qualifier, ownSkill } = scan.root;
  const directoryName = folder.groups.at(-1) ?? ownSkill ?? basename(folder.path);
  takeFile(scan, folder, entry, { directoryName, qualifier });
}

/**
 * A command is named by its file; its sub-directories qualify it: `commands/git/push.md` is `push`, or `git:push`, and in a
 * plugin `plugin:git:push`.
 */
function takeCommand(scan: Scan, folder: Folder, entry: ResolvedEntry): void {
  if (entry.kind === "directory" || entry.kind === "broken") return;
  const { qualifier: own, pluginRoot } = scan.root;
  const names = pluginRoot === undefined ? folder.groups : [own, ...folder.groups];
  const qualifier = folder.groups.length === 0 ? own : names.join(":");
  takeFile(scan, folder, entry, { directoryName: entry.name.slice(0, -".md".length), qualifier });
}

function takeFile(
  scan: Scan,
  folder: Folder,
  entry: StampedEntry,
  naming: { readonly directoryName: string; readonly qualifier: string },
): void {
  const path = folder.inside + entry.name;
  if (entry.kind === "broken") {
    scan.diagnostics.push(problem.brokenLink(path, entry.code ?? "ENOENT"));
    return;
  }
  if (entry.kind !== "file") {
    scan.diagnostics.push(problem.notRegularFile(path));
    return;
  }
  if (entry.link !== undefined && !mayFollow(scan, path, entry.link)) return;
  const { root } = scan;
  const { stamp } = entry;
  const realPath = realPathOf(folder, entry, path);
  const { directoryName, qualifier } = naming;
  const found = { root, path, realPath, directory: folder.path, directoryName, qualifier };
  scan.files.push(stamp === undefined ? found : Object.assign(found, { stamp }));
}

function enterFolders(scan: Scan, folder: Folder, entries: readonly ResolvedEntry[]): Folder[] {
  const folders: Folder[] = [];
  for (const entry of entries) {
    if (SKIPPED_FOLDERS.has(entry.name)) continue;
    const path = folder.inside + entry.name;
    if (entry.kind === "broken") scan.diagnostics.push(problem.brokenLink(path, entry.code ?? "ENOENT"));
    if (entry.kind !== "directory") continue;
    if (folder.groups.length > MAX_GROUPING_FOLDERS) {
      scan.diagnostics.push(problem.tooDeep(folder.path, MAX_GROUPING_FOLDERS));
      break;
    }
    const real = realPathOf(folder, entry, path);
    if (scan.visited.has(real)) {
      scan.diagnostics.push(problem.alreadyFound(path, real));
      continue;
    }
    if (entry.link !== undefined && !mayFollow(scan, path, real)) continue;
    scan.visited.add(real);
    folders.push(toFolder(path, real, [...folder.groups, entry.name]));
  }
  return folders;
}

/** The real path of an entry: the very string of `path` where no link lies between. */
function realPathOf(folder: Folder, entry: ResolvedEntry, path: string): string {
  if (entry.link !== undefined) return shared(entry.link, path);
  return folder.realInside === folder.inside ? path : folder.realInside + entry.name;
}

/** Only the path of a root can be one that `join` would change; to call it for every entry is a tenth of a warm start. */
function toFolder(path: string, real: string, groups: readonly string[]): Folder {
  const inside = groups.length === 0 ? join(path, sep) : path + sep;
  return { path, groups, inside, realInside: real === path ? inside : shared(join(real, sep), inside) };
}

/** One string for two equal ones: there may be a hundred thousand of them. */
function shared(text: string, known: string): string {
  return text === known ? known : text;
}
