/** Loads what trust would switch on in all of a workspace, also where a session has not looked yet. Executes nothing. */
import { basename, dirname, relative } from "node:path";
import {
  type FileSystem,
  isWithin,
  loadFound,
  PLUGIN_FOLDER,
  type SkillKind,
  type SkillRoot,
  scanRoots,
} from "../engine/index.ts";
import { createNodeFileSystem } from "../platform/index.ts";
import { type Configuration, findConfiguration } from "./find-configuration.ts";
import { describeSettings, type HeldBack, toHeldBackPlugin, toHeldBackSkill } from "./held-back.ts";
import { loadPowers } from "./settings.ts";

export interface WorkspaceHeldBack {
  /** What was known first, then what lies deeper. */
  readonly heldBack: readonly HeldBack[];
  /** False when the workspace has more folders than were looked into. */
  readonly isComplete: boolean;
}

/** Bytes; a file of servers that is larger is named, not read. */
const MAX_SERVERS_BYTES = 1024 * 1024;

interface Place {
  readonly root: string;
  readonly fileSystem: FileSystem;
}

/**
 * `root` is the directory that trust is about, `known` what the session holds back itself. Never rejects: what cannot be
 * read switches nothing on.
 */
export async function loadHeldBack(
  root: string,
  known: readonly HeldBack[],
  fileSystem: FileSystem = createNodeFileSystem({ blocking: true }),
): Promise<WorkspaceHeldBack> {
  const place = { root, fileSystem };
  const found = await findConfiguration(root, fileSystem);
  const settings = await Promise.all(found.settings.map((path) => loadSettingsFile(path, place)));
  const agents = await Promise.all(found.agentFolders.map((path) => loadAgents(path, place)));
  const servers = await Promise.all(found.serverFiles.map((path) => loadServers(path, place)));
  const skills = await loadSkills(found, place);
  const deeper = [...settings, ...skills, ...agents, ...servers].flat();
  const paths = new Set(known.map(({ path }) => path));
  return { heldBack: [...known, ...deeper.filter(({ path }) => !paths.has(path))], isComplete: found.isComplete };
}

/** Whether a path exists and lies, links resolved, outside of the workspace: what is there is not looked at. */
async function leadsOut(path: string, { root, fileSystem }: Place): Promise<boolean> {
  const real = await fileSystem.realPath(path).catch(() => root);
  return !isWithin(root, real);
}

function toLink(path: string, { root }: Place): HeldBack {
  return { name: relative(root, path), path, kind: "link", does: ["leads out of the project"] };
}

async function loadSettingsFile(path: string, place: Place): Promise<readonly HeldBack[]> {
  if (await leadsOut(path, place)) return [toLink(path, place)];
  const { root, fileSystem } = place;
  const entries = await loadPowers(path, { fileSystem, workspaceRoot: root });
  const does = describeSettings(entries);
  return does.length === 0 ? [] : [{ name: relative(root, path), path, kind: "settings", does }];
}

async function loadSkills(found: Configuration, place: Place): Promise<readonly HeldBack[]> {
  const { root, fileSystem } = place;
  const toRoot =
    (kind: SkillKind) =>
    (path: string): SkillRoot => {
      const qualifier = relative(root, dirname(dirname(path)));
      // Trust switches a plugin on in every directory of the workspace in which a session may start.
      const mayHoldPlugins = path.endsWith(PLUGIN_FOLDER);
      return { path, source: "nested", kind, qualifier, trusted: false, confinedTo: root, mayHoldPlugins };
    };
  const roots = [...found.skillFolders.map(toRoot("skill")), ...found.commandFolders.map(toRoot("command"))];
  const scan = await scanRoots(roots, fileSystem);
  const { skills, diagnostics } = await loadFound(scan, { fs: fileSystem });
  const links = diagnostics.filter(({ code }) => code === "untrusted-link");
  return [
    ...scan.plugins.map((plugin) => ({ ...toHeldBackPlugin(plugin), name: relative(root, plugin.path) })),
    ...skills.flatMap((skill) =>
      toHeldBackSkill(skill, skill.qualifier === "" ? skill.name : `${skill.qualifier}:${skill.name}`),
    ),
    ...links.map(({ path }) => toLink(path, place)),
  ];
}

async function loadAgents(folder: string, place: Place): Promise<readonly HeldBack[]> {
  if (await leadsOut(folder, place)) return [toLink(folder, place)];
  const { root, fileSystem } = place;
  const entries = await fileSystem.readDirectory(folder).catch(() => []);
  const names = entries.flatMap(({ name }) => (name.endsWith(".md") ? [basename(name, ".md")] : [])).sort();
  if (names.length === 0) return [];
  const does = [`brings kinds of sub-agent: ${joinNames(names)}`];
  return [{ name: relative(root, folder), path: folder, kind: "agents", does }];
}

/** Trust covers what a later version does with the file, so the person sees it although nothing is started today. */
async function loadServers(path: string, place: Place): Promise<readonly HeldBack[]> {
  if (await leadsOut(path, place)) return [toLink(path, place)];
  const { root, fileSystem } = place;
  const names = await readServerNames(path, fileSystem);
  const does = names.length === 0 ? "names servers" : `names servers: ${joinNames(names)}`;
  return [{ name: relative(root, path), path, kind: "servers", does: [`${does}; this version starts none`] }];
}

async function readServerNames(path: string, fileSystem: FileSystem): Promise<readonly string[]> {
  try {
    const bytes = await fileSystem.readFile(path, { maxBytes: MAX_SERVERS_BYTES });
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const servers = typeof value === "object" && value !== null && "mcpServers" in value ? value.mcpServers : undefined;
    return typeof servers === "object" && servers !== null ? Object.keys(servers) : [];
  } catch {
    // Not readable as such a file: it is named all the same.
    return [];
  }
}

const NAMED_AT_MOST = 5;

function joinNames(names: readonly string[]): string {
  const more = names.length - NAMED_AT_MOST;
  return more > 0 ? `${names.slice(0, NAMED_AT_MOST).join(", ")} and ${more} more` : names.join(", ");
}
