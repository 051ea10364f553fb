/** The kinds of sub-agent that a forked skill can ask for: files in `.claude/agents`, and three that are always there. */
import { dirname, join } from "node:path";
import { type Effort, type FileSystem, parseSkill } from "../engine/index.ts";
import { compareText } from "./compare-text.ts";

export interface AgentType {
  readonly name: string;
  /** Tools the sub-agent may use; empty means all that it would have anyway. */
  readonly tools: readonly string[];
  readonly disallow: readonly string[];
  readonly model?: string;
  readonly effort?: Effort;
  /** Its part of the system prompt; empty for none. */
  readonly prompt: string;
}

export interface AgentTypeSources {
  readonly fileSystem: FileSystem;
  /** Absolute; inside of `root` or equal to it. */
  readonly cwd: string;
  readonly root: string;
  readonly home: string;
  /** Without trust the workspace's own files are not read. */
  readonly trusted: boolean;
}

const READING = ["Read", "Glob", "Grep", "GitDiff"];

const BUILT_IN_TYPES: readonly AgentType[] = [
  { name: "general-purpose", tools: [], disallow: [], prompt: "" },
  {
    name: "Explore",
    tools: READING,
    disallow: [],
    prompt:
      "You explore: search and read as widely as the task needs, change nothing, and report what you found and where.",
  },
  {
    name: "Plan",
    tools: READING,
    disallow: [],
    prompt:
      "You plan: read what is there, change nothing, and report the steps to take, in order, with the files of each.",
  },
];

/**
 * Loads the type of this name, case ignored: from the nearest `.claude/agents` of the workspace up to its root, then the
 * person's own, then the built-in ones. Undefined when there is none. Never throws; files that cannot be read or parsed
 * are no types.
 */
export async function loadAgentType(name: string, sources: AgentTypeSources): Promise<AgentType | undefined> {
  const wanted = name.toLowerCase();
  for (const directory of agentDirectories(sources)) {
    for (const type of await loadDirectory(directory, sources.fileSystem)) {
      if (type.name.toLowerCase() === wanted) return type;
    }
  }
  return BUILT_IN_TYPES.find((type) => type.name.toLowerCase() === wanted);
}

function agentDirectories({ cwd, root, home, trusted }: AgentTypeSources): readonly string[] {
  const places: string[] = [];
  for (let directory = cwd; trusted; directory = dirname(directory)) {
    places.push(directory);
    if (directory === root || directory === dirname(directory)) break;
  }
  return [...new Set([...places, home])].map((place) => join(place, ".claude", "agents"));
}

async function loadDirectory(directory: string, fileSystem: FileSystem): Promise<readonly AgentType[]> {
  const names = await markdownFiles(directory, fileSystem);
  const types = await Promise.all(names.map((name) => loadFile(join(directory, name), fileSystem)));
  return types.flatMap((type) => type ?? []);
}

async function markdownFiles(directory: string, fileSystem: FileSystem): Promise<readonly string[]> {
  try {
    const entries = await fileSystem.readDirectory(directory);
    return entries
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".md"))
      .sort(compareText);
  } catch {
    // No such directory is the usual case, and one that cannot be read holds no types for us.
    return [];
  }
}

/** The files have a skill's front matter, but for `tools`, which a skill does not know. */
async function loadFile(path: string, fileSystem: FileSystem): Promise<AgentType | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await fileSystem.readFile(path);
  } catch {
    // As for the directory: what cannot be read is no type, and the fork says that the type is not known.
    return undefined;
  }
  const fileName = path.slice(path.lastIndexOf("/") + 1, -".md".length);
  const parsed = parseSkill({ bytes, path, directoryName: fileName, kind: "skill" });
  if (parsed.kind === "refused") return undefined;
  const { name, model, effort, disallowedTools, extra } = parsed.definition;
  return {
    name,
    tools: toolNames(extra.tools),
    disallow: disallowedTools,
    ...(model !== undefined && { model }),
    ...(effort !== undefined && { effort }),
    prompt: parsed.body.trim(),
  };
}

/** `tools` as a list or as text with commas. Anything else names no tool, so that a slip does not open all of them. */
function toolNames(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const words = Array.isArray(value) ? value.map(String) : String(value).split(",");
  return words.map((word) => word.trim()).filter((word) => word !== "");
}
