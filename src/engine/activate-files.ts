/** Takes files that were touched and finds out what they bring: nested roots first, then skills that waited for them. */
import { resolve } from "node:path";
import type { Catalog } from "./catalog.ts";
import { findNestedRoots } from "./nested.ts";
import type { FileSystem, IgnoreChecker, Logger } from "./ports.ts";
import { relativeToRoot } from "./relative-to-root.ts";
import type { SkillView } from "./skill-view.ts";
import type { Skill } from "./types.ts";

export interface ActivationContext {
  readonly catalog: Catalog;
  readonly view: SkillView;
  /** Absolute working directory, as given and with links resolved. */
  readonly cwd: string;
  readonly realCwd: string;
  readonly trusted: boolean;
  readonly fileSystem: FileSystem;
  readonly ignoreChecker?: IgnoreChecker;
  readonly logger: Logger;
}

export interface ActivatedSkills {
  /** Skills of nested roots that were not in view before, callable or waiting. */
  readonly discovered: readonly Skill[];
  /** Skills that waited and no longer do. */
  readonly activated: readonly Skill[];
}

/** Discovers, then activates. Paths are absolute or relative to the working directory. Calls must not overlap. */
export async function activateFiles(paths: readonly string[], context: ActivationContext): Promise<ActivatedSkills> {
  const files = await Promise.all(paths.map((path) => locateFile(path, context)));
  const discovered = await discover(files, context);
  return { discovered, activated: activate(files, context) };
}

/** A file by both of its ends: as given and with links resolved, each where it lies in the working directory. */
export interface LocatedFile {
  readonly given: string;
  /** As they lead through the working directory: absolute, distinct. */
  readonly absolute: readonly string[];
  /** Relative to the working directory; empty for a file outside it. */
  readonly relative: readonly string[];
}

/** Never rejects. */
export async function locateFile(
  given: string,
  { cwd, realCwd, fileSystem }: Pick<ActivationContext, "cwd" | "realCwd" | "fileSystem">,
): Promise<LocatedFile> {
  const absolute = resolve(cwd, given);
  // A file that was deleted again, or a name that no file can have, has only the one end.
  const real = await fileSystem.realPath(absolute).catch(() => absolute);
  const ends = [relativeToRoot(cwd, absolute), relativeToRoot(realCwd, real), relativeToRoot(realCwd, absolute)];
  const relative = [...new Set(ends.filter((end) => end !== undefined))];
  return { given, absolute: relative.map((end) => resolve(cwd, end)), relative };
}

async function discover(files: readonly LocatedFile[], context: ActivationContext): Promise<readonly Skill[]> {
  const { catalog, view } = context;
  const { added } = await discoverRoots(files, new Set([...catalog.current().roots, ...view.roots()]), context);
  if (added.length === 0) return [];
  const known = new Set(view.registry().skills.map((skill) => skill.path));
  view.addRoots(added);
  return view.registry().skills.filter((skill) => !known.has(skill.path));
}

/** Paths of nested roots, deepest first: those that were loaded, and those that were passed over because git ignores them. */
export interface DiscoveredRoots {
  readonly added: readonly string[];
  readonly gitIgnored: readonly string[];
}

/** Loads the nested roots of the files that are not among `seen`. */
export async function discoverRoots(
  files: readonly LocatedFile[],
  seen: ReadonlySet<string>,
  context: Omit<ActivationContext, "view">,
): Promise<DiscoveredRoots> {
  const { catalog, cwd, fileSystem: fs, ignoreChecker, trusted } = context;
  const { projectRoot } = catalog.current();
  const added = new Set<string>();
  const passedOver = new Set<string>();
  for (const path of new Set(files.flatMap((file) => file.absolute))) {
    const seenRoots = new Set([...seen, ...added]);
    const options = { cwd, fs, seenRoots, trusted, projectRoot, ...(ignoreChecker && { ignoreChecker }) };
    const { roots, gitIgnored } = await findNestedRoots(path, options);
    await catalog.addNested(roots);
    for (const root of roots) added.add(root.path);
    for (const root of gitIgnored) passedOver.add(root);
  }
  return { added: [...added], gitIgnored: [...passedOver] };
}

function activate(files: readonly LocatedFile[], { view, logger }: ActivationContext): readonly Skill[] {
  const triggers = new Map<Skill, string[]>();
  for (const file of files) {
    const matches = new Set(file.relative.flatMap((path) => view.activation().match(path)));
    for (const skill of matches) triggers.set(skill, [...(triggers.get(skill) ?? []), file.relative[0] ?? file.given]);
  }
  // Shadowed skills wake too, for calls by their qualified name, but nothing is said of them.
  const activated = view.activate([...triggers.keys()]).filter((skill) => skill.shadowedBy === undefined);
  for (const skill of activated) {
    logger.log("debug", "skill: conditional skill activated", {
      name: skill.callName,
      paths: skill.paths,
      trigger_files: triggers.get(skill) ?? [],
    });
  }
  if (activated.length > 0) {
    const names = activated.map((skill) => skill.callName);
    logger.log("debug", "skill: conditional activation complete", { activated: names });
  }
  return activated;
}
