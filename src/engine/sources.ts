/** Plans which directories are searched for skills, and in which order: the load order, first wins. */
import { join, resolve } from "node:path";
import { SkillfulError } from "./errors.ts";
import type { FileSystem } from "./ports.ts";
import { relativeToRoot } from "./relative-to-root.ts";
import { ancestorsOf, findRepositoryRoot } from "./repository-root.ts";
import type { SkillKind, SkillSource } from "./types.ts";

/** One directory to search. Plugins, embedders and the session (nested roots) add their own. */
export interface SkillRoot {
  /** Absolute path of the directory itself, such as `/project/.claude/skills`. It need not exist. */
  readonly path: string;
  readonly source: SkillSource;
  readonly kind: SkillKind;
  /** Qualifies the names of its skills: `user`, `packages/web`, a plugin's name. */
  readonly qualifier: string;
  /** See `LoadedSkill.trusted`. */
  readonly trusted: boolean;
  /**
   * Absolute path of the tree that links may not leave while the root is untrusted, and never in a plugin. Absent: links go
   * anywhere.
   */
  readonly confinedTo?: string;
  readonly pluginRoot?: string;
  readonly pluginData?: string;
  /** When the directory itself holds a `SKILL.md`, it is one skill of this directory name. Absent: that file is reported. */
  readonly ownSkill?: string;
  /** The one file of the directory that counts. Absent: all that are found. */
  readonly only?: string;
  /** Folders directly in it may be plugins: those are not searched but named. */
  readonly mayHoldPlugins?: boolean;
}

/** Absolute path of the tree that links of the root may not leave; undefined when they go anywhere. */
export function linkBoundary({ confinedTo, trusted, pluginRoot }: SkillRoot): string | undefined {
  return trusted && pluginRoot === undefined ? undefined : confinedTo;
}

export interface PlanOptions {
  /** Absolute working directory. */
  readonly cwd: string;
  /** Absolute home directory. Absent: no user skills. */
  readonly home?: string;
  /** Absolute. Absent: no managed skills. */
  readonly managedDir?: string;
  /** Added directories, absolute or relative to `cwd`. */
  readonly addedDirs?: readonly string[];
  /** Whether the workspace is trusted; decides for project, added and nested skills. */
  readonly trusted: boolean;
}

export interface RootPlan {
  /** In load order. */
  readonly roots: readonly SkillRoot[];
  /** The repository's root, or the working directory when there is no repository. */
  readonly projectRoot: string;
}

/** Folder names that hold skills, best first. */
export const SKILL_FOLDERS: readonly string[] = [join(".claude", "skills"), join(".agents", "skills")];
/** The one of them in which folders may be plugins. */
export const PLUGIN_FOLDER = join(".claude", "skills");
const COMMAND_FOLDER = join(".claude", "commands");

/**
 * Plans managed, project (nearest directory first, up to the repository's root), added and user roots, then the legacy
 * command roots in the same order. A directory that is reached twice, through links or because the working directory is
 * the home directory, is planned once; the home directory is always `user`. Rejects with `cwd-missing` when the working
 * directory is not a directory.
 */
export async function planRoots(options: PlanOptions, fs: FileSystem): Promise<RootPlan> {
  const cwd = resolve(options.cwd);
  await requireDirectory(cwd, fs);
  const repository = await findRepositoryRoot(cwd, fs);
  const projectRoot = repository ?? cwd;

  const places: Place[] = [];
  const taken = new Set<string>();
  const claim = async (directory: string): Promise<boolean> => {
    const real = await realPathOrSelf(directory, fs);
    if (taken.has(real)) return false;
    taken.add(real);
    return true;
  };

  const user: Place[] = [];
  if (options.home !== undefined && (await claim(options.home))) {
    user.push({ directory: options.home, source: "user", qualifier: "user", trusted: true, mayHoldPlugins: true });
  }
  if (options.managedDir !== undefined) {
    places.push({ directory: options.managedDir, source: "managed", qualifier: "managed", trusted: true });
  }
  for (const directory of projectDirectories(cwd, repository)) {
    if (!(await claim(directory))) continue;
    const qualifier = projectQualifier(directory, cwd, projectRoot);
    const { trusted } = options;
    // What lies in a parent belongs to other work: its skills are offered, nothing of it acts on its own.
    const mayHoldPlugins = directory === cwd;
    places.push({ directory, source: "project", qualifier, trusted, confinedTo: projectRoot, mayHoldPlugins });
  }
  for (const added of options.addedDirs ?? []) {
    const directory = resolve(cwd, added);
    if (!(await claim(directory))) continue;
    const { trusted } = options;
    places.push({ directory, source: "added", qualifier: "added", trusted, confinedTo: directory });
  }
  places.push(...user);

  return {
    roots: [...places.flatMap(skillRoots), ...places.filter((place) => place.source !== "managed").map(commandRoot)],
    projectRoot,
  };
}

/** A directory that may hold `.claude` and `.agents`. */
interface Place {
  readonly directory: string;
  readonly source: SkillSource;
  readonly qualifier: string;
  readonly trusted: boolean;
  readonly confinedTo?: string;
  /** Whether folders in its `.claude/skills` may be plugins. */
  readonly mayHoldPlugins?: boolean;
}

function skillRoots({ directory, mayHoldPlugins = false, ...place }: Place): SkillRoot[] {
  // Managed skills are an administrator's, laid out in one documented place.
  const folders = place.source === "managed" ? SKILL_FOLDERS.slice(0, 1) : SKILL_FOLDERS;
  return folders.map((folder) => ({
    ...place,
    path: join(directory, folder),
    kind: "skill",
    ...(folder === PLUGIN_FOLDER && mayHoldPlugins && { mayHoldPlugins }),
  }));
}

function commandRoot({ directory, mayHoldPlugins: _, ...place }: Place): SkillRoot {
  return { ...place, path: join(directory, COMMAND_FOLDER), kind: "command" };
}

function projectDirectories(cwd: string, repository: string | undefined): string[] {
  if (repository === undefined) return [cwd];
  const ancestors = ancestorsOf(cwd);
  return ancestors.slice(0, ancestors.indexOf(repository) + 1);
}

/** The working directory is `project`; a parent goes by its place in the repository, whose top is `root`. */
function projectQualifier(directory: string, cwd: string, projectRoot: string): string {
  if (directory === cwd) return "project";
  return relativeToRoot(projectRoot, directory) ?? "root";
}

async function requireDirectory(cwd: string, fs: FileSystem): Promise<void> {
  const kind = await fs.stat(cwd).then(
    (stat) => stat.kind,
    () => "missing",
  );
  if (kind === "directory") return;
  throw new SkillfulError("cwd-missing", `The working directory ${cwd} is not a directory that can be read.`, {
    hint: "Start in an existing directory, or give one with --cwd.",
  });
}

function realPathOrSelf(path: string, fs: FileSystem): Promise<string> {
  return fs.realPath(path).catch(() => path);
}
