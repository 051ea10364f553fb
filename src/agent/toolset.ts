/** The tools that the agent has before MCP servers add theirs, in the order in which the model sees them. */
import type { Tool } from "./tool.ts";
import { bashTool } from "./tools/bash.ts";
import { editTool } from "./tools/edit.ts";
import { gitDiffTool } from "./tools/git-diff.ts";
import { globTool } from "./tools/glob.ts";
import { grepTool } from "./tools/grep.ts";
import { readTool } from "./tools/read.ts";
import { skillTool } from "./tools/skill.ts";
import { writeTool } from "./tools/write.ts";

/** The order never changes within a version: it is part of what a provider caches. */
export function createToolset(): readonly Tool[] {
  return [readTool, writeTool, editTool, bashTool, globTool, grepTool, gitDiffTool, skillTool];
}
