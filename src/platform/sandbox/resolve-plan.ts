/** Looks up the places of a policy on the disk and makes the plan of a sandbox from what is there. */
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { isWithin } from "../../engine/index.ts";
import { findLinkedWorktree } from "./git-worktree.ts";
import { protectedInGitDirectory, protectedPlaces } from "./protected-places.ts";
import type { SandboxPolicy } from "./sandbox.ts";
import type { SandboxPlace, SandboxPlan } from "./sandbox-plan.ts";
import { HOME_SECRETS, SYSTEM_SECRETS } from "./secret-places.ts";

export interface PlanSurroundings {
  /** Directory of this session for temporary files; exists. */
  readonly temp: string;
  /** Temporary directories of the machine. */
  readonly sharedTemps: readonly string[];
}

/**
 * The policy with the links in it resolved, for the whole of a session: a command may replace a link that it can write, and
 * must not choose by it what the next one can write. Places that do not exist are left out.
 */
export async function pinPolicy(policy: SandboxPolicy): Promise<SandboxPolicy> {
  const pin = async (paths: readonly string[]) => (await lookUpAll(paths)).map(({ path }) => path);
  return {
    ...policy,
    cwd: (await lookUp(policy.cwd))?.path ?? policy.cwd,
    workspace: await pin(policy.workspace),
    writable: await pin(policy.writable),
    readable: await pin(policy.readable),
  };
}

/** Never rejects for a place that is not there or cannot be looked at: commands cannot reach it either. */
export async function resolvePlan(
  policy: SandboxPolicy,
  { temp, sharedTemps }: PlanSurroundings,
): Promise<SandboxPlan> {
  const { cwd } = policy;
  const workspace = await lookUpAll([...policy.workspace, cwd]);
  const roots = workspace.filter(({ path }) => parse(path).root !== path);
  const worktrees = (await Promise.all(roots.map(({ path }) => findLinkedWorktree(path)))).flatMap((it) => it ?? []);
  const extra = await lookUpAll([temp, ...policy.writable, ...worktrees.map(({ common }) => common)]);
  const writable = [...roots, ...extra];

  const guarded = [
    ...roots.flatMap(({ path }) => directoriesDownTo(cwd, path)),
    ...extra.map(({ path }) => path).filter((path) => path !== temp),
  ];
  const inGit = worktrees.flatMap(({ common, own }) => [common, own].flatMap(protectedInGitDirectory));
  const kept = await Promise.all([...guarded.flatMap(protectedPlaces), ...inGit].map(lookUpOrAbsent));

  const temps = await lookUpAll(sharedTemps);
  const visible = (await lookUpAll(policy.readable)).filter((it) => temps.some(({ path }) => isWithin(path, it.path)));
  const hidden = (await findHidden(policy)).filter(({ path }) => !roots.some((root) => root.path === path));
  /** Inside of a hidden place a mount would bring back what it covers, unless a writable one has done so already. */
  const isInSight = (place: string) =>
    hidden.every(
      ({ path }) =>
        !isWithin(path, place) ||
        writable.some((root) => root.path !== path && isWithin(path, root.path) && isWithin(root.path, place)),
    );
  const readOnly = kept.filter(
    ({ path: place }) => writable.some(({ path }) => isWithin(path, place)) && isInSight(place),
  );
  const held = [...readOnly.filter(({ kind }) => kind === "read-only"), ...hidden, ...writable].map(({ path }) => path);
  const anchors = held.flatMap((path) => directoriesAbove(path, writable));
  return {
    cwd,
    network: policy.network,
    temp,
    places: distinct([
      ...temps.map((place) => ({ ...place, kind: "shared-temp" as const })),
      ...visible.map((place) => ({ ...place, kind: "visible" as const })),
      ...writable.map((place) => ({ ...place, kind: "writable" as const })),
      ...anchors.filter(({ path }) => isInSight(path)),
      ...readOnly,
      ...hidden.map((place) => ({ ...place, kind: "hidden" as const })),
    ]),
  };
}

/** From `root` down to `cwd`, both included; only the root when `cwd` lies elsewhere. */
export function directoriesDownTo(cwd: string, root: string): readonly string[] {
  if (!isWithin(root, cwd)) return [root];
  const directories = [cwd];
  for (let directory = cwd; directory !== root; directories.push(directory)) directory = dirname(directory);
  return directories;
}

type Found = Omit<SandboxPlace, "kind">;

/** The directories between a place and the writable one around it, without both ends; none where no other is around it. */
function directoriesAbove(place: string, writable: readonly Found[]): readonly SandboxPlace[] {
  const anchors: SandboxPlace[] = [];
  const around = writable.filter(({ path }) => path !== place && isWithin(path, place)).map(({ path }) => path);
  if (around.length === 0) return [];
  for (let path = dirname(place); !around.includes(path); path = dirname(path)) {
    anchors.push({ kind: "anchor", path, isDirectory: true });
  }
  return anchors;
}

async function findHidden(policy: SandboxPolicy): Promise<readonly Found[]> {
  const home = HOME_SECRETS.flatMap(({ paths }) => paths).map((path) => join(policy.home, path));
  const system = SYSTEM_SECRETS.flatMap(({ paths }) => paths);
  const shown = new Set(policy.hidden.flatMap((path) => (path.startsWith("!") ? [path.slice(1)] : [])));
  const wanted = policy.hidden.filter((path) => !path.startsWith("!"));
  const places = await lookUpAll([...[...home, ...system].filter((path) => !shown.has(path)), ...wanted]);
  const linked = await Promise.all(places.map(({ path, isDirectory }) => (isDirectory ? linkedFiles(path) : [])));
  return [...places, ...linked.flat()];
}

/** Files elsewhere that links right inside of a directory lead to, as those that keep dotfiles in one folder make them. */
async function linkedFiles(directory: string): Promise<readonly Found[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(directory, name));
  const targets = await Promise.all(links.map(async (link) => ((await isRegularFile(link)) ? [link] : [])));
  return lookUpAll(targets.flat());
}

async function isRegularFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Where a path leads, with all links followed. Undefined when there is nothing, or nothing that we can see. */
async function lookUp(path: string): Promise<Found | undefined> {
  try {
    const real = await realpath(path);
    return { path: real, isDirectory: (await stat(real)).isDirectory() };
  } catch {
    // Missing, a link to nothing, or behind a directory that may not be entered: the same holds for commands.
    return undefined;
  }
}

async function lookUpAll(paths: readonly string[]): Promise<readonly Found[]> {
  return (await Promise.all(paths.map(lookUp))).flatMap((place) => place ?? []);
}

async function lookUpOrAbsent(path: string): Promise<SandboxPlace> {
  const found = await lookUp(path);
  return found === undefined ? { kind: "absent", path, isDirectory: false } : { kind: "read-only", ...found };
}

function distinct(places: readonly SandboxPlace[]): readonly SandboxPlace[] {
  return [...new Map(places.map((place) => [`${place.kind} ${place.path}`, place])).values()];
}
