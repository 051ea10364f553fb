/** Finds every file below a workspace's root that says what agents do there, without following links or running anything. */
import { join } from "node:path";
import { type DirectoryEntry, type FileSystem, SKILL_FOLDERS } from "../engine/index.ts";
import { compareText } from "./compare-text.ts";

export interface Configuration {
  /** `.claude/skills` and `.agents/skills`, absolute, as are all of these; nearest to the root first, then by name. */
  readonly skillFolders: readonly string[];
  /** `.claude/commands`. */
  readonly commandFolders: readonly string[];
  /** `.claude/agents`. */
  readonly agentFolders: readonly string[];
  /** `.skillful/settings.json` and `.skillful/settings.local.json`. */
  readonly settings: readonly string[];
  /** `.mcp.json`. */
  readonly serverFiles: readonly string[];
  /** False when the workspace has more folders than are looked into. */
  readonly isComplete: boolean;
}

/** Folders that are looked into. A person waits for the answer. */
const MAX_FOLDERS = 2000;
const SETTINGS_FILES = ["settings.json", "settings.local.json"];
/** Not part of what people work on; and what is found by name below. */
const CLOSED = new Set([".git", "node_modules", ".claude", ".agents", ".skillful"]);

/** Level by level, so that a deep tree hides nothing that lies near the root. Never rejects: what cannot be read is not there. */
export async function findConfiguration(root: string, fileSystem: FileSystem): Promise<Configuration> {
  const found = { skillFolders: [], commandFolders: [], agentFolders: [], settings: [], serverFiles: [] } as {
    [Key in Exclude<keyof Configuration, "isComplete">]: string[];
  };
  let looked = 0;
  for (let level = [root]; level.length > 0; ) {
    const below: string[] = [];
    for (const folder of level) {
      if (looked++ === MAX_FOLDERS) return { ...found, isComplete: false };
      const entries = await readEntries(folder, fileSystem);
      const has = (name: string) => entries.some((entry) => entry.name === name);
      // These names may be links: what they lead to is judged by whoever reads it.
      for (const path of SKILL_FOLDERS)
        if (has(path.slice(0, path.indexOf("skills") - 1))) found.skillFolders.push(join(folder, path));
      if (has(".claude")) {
        found.commandFolders.push(join(folder, ".claude", "commands"));
        found.agentFolders.push(join(folder, ".claude", "agents"));
      }
      if (has(".skillful")) found.settings.push(...SETTINGS_FILES.map((name) => join(folder, ".skillful", name)));
      if (has(".mcp.json")) found.serverFiles.push(join(folder, ".mcp.json"));
      for (const { name, kind } of entries)
        if (kind === "directory" && !CLOSED.has(name)) below.push(join(folder, name));
    }
    level = below;
  }
  return { ...found, isComplete: true };
}

async function readEntries(folder: string, fileSystem: FileSystem): Promise<readonly DirectoryEntry[]> {
  const entries = await fileSystem.readDirectory(folder).catch(() => []);
  return [...entries].sort((a, b) => compareText(a.name, b.name));
}
