/** Fetches what an origin offers: the index, then each skill that is new or changed; nothing is kept that was not verified. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FileSystem, loadRoots, messageOf, SkillfulError } from "../../engine/index.ts";
import { type FetchedFile, type FetchFileOptions, fetchFile } from "../../platform/index.ts";
import { INDEX_PATH, parseRemoteIndex, type RemoteEntry, type RemoteIndex } from "./parse-remote-index.ts";
import { remoteRoot } from "./remote-roots.ts";
import { remoteDirectory, type StoredSkill } from "./remote-state.ts";
import { type SkillFiles, unpackSkill } from "./unpack-skill.ts";

export interface OriginUpdate {
  /** In the order of the index, after the update. */
  readonly skills: readonly StoredSkill[];
  /** Names; what is in neither list is as it was. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** One sentence for each entry that could not be taken; an earlier version of it stays as it was. */
  readonly problems: readonly string[];
}

export interface UpdateContext {
  readonly skillfulHome: string;
  readonly fileSystem: FileSystem;
  /** What the origin's update before this one left. */
  readonly known: readonly StoredSkill[];
  readonly signal?: AbortSignal;
}

const INDEX_LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 20_000, accept: "application/json" };
const SKILL_LIMITS = {
  maxBytes: 10 * 1024 * 1024,
  timeoutMs: 60_000,
  accept: "text/markdown, text/plain, application/gzip, application/zip",
};

/**
 * Writes new skills beside the old ones, which sessions may be reading. Rejects with
 * `SkillfulError` (`io`) when the index cannot be had, and with the signal's reason on abort.
 */
export async function updateOrigin(origin: string, context: UpdateContext): Promise<OriginUpdate> {
  const { entries, problems: refused } = await fetchIndex(origin, context);
  const known = new Map(context.known.map((skill) => [skill.name, skill]));
  const skills: StoredSkill[] = [];
  const added: string[] = [];
  const changed: string[] = [];
  const problems = [...refused];
  for (const entry of entries) {
    const before = known.get(entry.name);
    if (before?.digest === entry.digest) {
      skills.push({ ...before, description: entry.description });
      continue;
    }
    try {
      skills.push(await takeSkill(origin, entry, context));
      (before === undefined ? added : changed).push(entry.name);
    } catch (error) {
      context.signal?.throwIfAborted();
      problems.push(`${JSON.stringify(entry.name)} was not taken: ${messageOf(error)}`);
      if (before !== undefined) skills.push(before);
    }
  }
  const names = new Set(entries.map(({ name }) => name));
  return { skills, added, changed, removed: [...known.keys()].filter((name) => !names.has(name)), problems };
}

async function fetchIndex(
  origin: string,
  { signal }: UpdateContext,
): Promise<Extract<RemoteIndex, { readonly kind: "index" }>> {
  const url = `${origin}${INDEX_PATH}`;
  const file = await fetchWith(url, INDEX_LIMITS, signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw failed(`the skills of ${origin} cannot be had: ${messageOf(error)}`, url);
  });
  const index = parseRemoteIndex(new TextDecoder().decode(file.bytes), file.url);
  if (index.kind === "refused") throw failed(`the index of ${origin} cannot be used: ${index.why}`, url);
  return index;
}

function fetchWith(
  url: string,
  limits: Omit<FetchFileOptions, "signal">,
  signal: AbortSignal | undefined,
): Promise<FetchedFile> {
  return fetchFile(url, { ...limits, ...(signal && { signal }) });
}

function failed(message: string, url: string): SkillfulError {
  return new SkillfulError("io", message, {
    hint: `What was fetched before stays. ${url} must be an index of skills.`,
  });
}

/** Fetches, verifies, unpacks and reads one skill, in this order, and puts it in its place in one step. */
async function takeSkill(origin: string, entry: RemoteEntry, context: UpdateContext): Promise<StoredSkill> {
  const file = await fetchWith(entry.url, SKILL_LIMITS, context.signal).catch((error: unknown) => {
    throw new Error(`${entry.url}: ${messageOf(error)}.`, { cause: error });
  });
  const digest = `sha256:${createHash("sha256").update(file.bytes).digest("hex")}`;
  if (digest !== entry.digest) throw new Error(`its bytes have the digest ${digest}, the index says ${entry.digest}.`);
  const files = await unpackSkill({
    type: entry.type,
    bytes: file.bytes,
    contentType: file.contentType,
    url: file.url,
  });
  const directory = skillDirectory(context.skillfulHome, origin, entry);
  const fresh = join(remoteDirectory(context.skillfulHome), `${randomUUID()}.tmp`);
  try {
    await writeFiles(fresh, files);
    await checkSkill(fresh, entry, context.fileSystem);
    await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
    await rm(directory, { recursive: true, force: true });
    await rename(fresh, directory);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  const { name, description } = entry;
  return { name, description, digest, directory };
}

/** A directory for each version, so that a session which reads the old one is not disturbed. */
function skillDirectory(skillfulHome: string, origin: string, { name, digest }: RemoteEntry): string {
  const version = digest.slice("sha256:".length, "sha256:".length + 16);
  return join(originDirectory(skillfulHome, origin), name, version);
}

function originDirectory(skillfulHome: string, origin: string): string {
  return join(remoteDirectory(skillfulHome), "skills", new URL(origin).host.replaceAll(":", "_"));
}

/** Removes versions of the origin's skills that nobody uses any more. What cannot be removed is left for the next time. */
export async function removeOldVersions(
  origin: string,
  { skillfulHome, keep }: { readonly skillfulHome: string; readonly keep: readonly StoredSkill[] },
): Promise<void> {
  const kept = new Set(keep.map(({ directory }) => directory));
  const folder = originDirectory(skillfulHome, origin);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const versions = (await readdir(join(folder, name)).catch(() => [])).map((version) => join(folder, name, version));
    const old = versions.filter((version) => !kept.has(version));
    // Of a skill that is gone the folder goes as well.
    const doomed = old.length === versions.length ? [join(folder, name)] : old;
    for (const path of doomed) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Plain files, none of them executable, readable by the person alone. */
async function writeFiles(directory: string, files: SkillFiles): Promise<void> {
  for (const [path, bytes] of files) {
    const target = join(directory, ...path.split("/"));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, bytes, { mode: 0o600, flag: "wx" });
  }
}

/** The index must say of a skill what the skill says of itself, or people would approve one thing and get another. */
async function checkSkill(directory: string, { name }: RemoteEntry, fs: FileSystem): Promise<void> {
  const { skills, diagnostics } = await loadRoots(
    [remoteRoot({ directory, name }, { qualifier: "remote", approved: false })],
    {
      fs,
    },
  );
  const [skill] = skills;
  if (skill === undefined) {
    const reason = diagnostics.find(({ severity }) => severity === "error");
    throw new Error(`its SKILL.md cannot be used. ${reason?.message ?? ""}`.trim());
  }
  if (skill.name !== name) throw new Error(`its SKILL.md has the name ${JSON.stringify(skill.name)}.`);
}
