/** The names of the agent's tools and every other spelling that rules, skills and models use for them. */

const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  Read: ["read_file", "view_file"],
  Write: ["write_file", "create_file"],
  Edit: ["edit_file", "str_replace"],
  Bash: ["shell", "run_command", "execute_command"],
  Glob: ["list_files", "find_files"],
  Grep: ["search_files", "search_file_content"],
  GitDiff: ["git_diff"],
  WebFetch: ["web_fetch", "fetch_url"],
  Skill: ["use_skill", "invoke_skill"],
};

const CANONICAL_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([name, others]) => [name, ...others].map((spelling) => [fold(spelling), name])),
);

/** The canonical names of all tools that the agent may have, whatever it has in this session. */
export const TOOL_NAMES: readonly string[] = Object.keys(SPELLINGS);

/** Tools of other programs that run skills. A skill or a rule that is shared may name them; here they change nothing. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  [
    "Agent AskUserQuestion BashOutput EnterPlanMode ExitPlanMode KillBash KillShell LS ListMcpResourcesTool LSP Monitor",
    "MultiEdit NotebookEdit NotebookRead PowerShell ReadMcpResourceTool SendMessage SlashCommand Task TaskCreate TaskGet",
    "TaskList TaskOutput TaskStop TaskUpdate Think TodoRead TodoWrite ToolSearch WebFetch WebSearch",
  ]
    .join(" ")
    .split(" ")
    .map((name) => name.toLowerCase()),
);

/** True for a tool that other programs have under this name; case does not count. */
export function isToolElsewhere(name: string): boolean {
  return ELSEWHERE.has(name.toLowerCase());
}

/** `read_file`, `readFile` and `READ` are `Read`; a name that is not known comes back trimmed, otherwise as it is. */
export function canonicalToolName(name: string): string {
  return CANONICAL_NAMES.get(fold(name)) ?? name.trim();
}

/** The accepted other spellings of a canonical name; empty for a tool that has none. */
export function toolAliases(name: string): readonly string[] {
  return Object.hasOwn(SPELLINGS, name) ? (SPELLINGS[name] ?? []) : [];
}

/** True when two spellings mean one tool. Case counts for nothing, also in names such as `mcp__server__tool`. */
export function isSameTool(a: string, b: string): boolean {
  return canonicalToolName(a).toLowerCase() === canonicalToolName(b).toLowerCase();
}

/** MCP names keep their underscores: `mcp__a__b` and `mcp__ab` are different tools. */
function fold(name: string): string {
  const lower = name.trim().toLowerCase();
  return lower.startsWith("mcp__") ? lower : lower.replace(/[_-]/g, "");
}
