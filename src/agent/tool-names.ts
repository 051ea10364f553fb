/** Chooses from a pool of tools by the names and rules that a skill lists, whatever their spelling. */
import { canonicalToolName, isSameTool, parseRule } from "../engine/index.ts";
import type { Tool } from "./tool.ts";

export { canonicalToolName } from "../engine/index.ts";

/** The tool that a model's or a person's spelling means; undefined when there is none. */
export function findTool(tools: readonly Tool[], name: string): Tool | undefined {
  return (
    tools.find((tool) => tool.name === name) ??
    tools.find((tool) => isSameTool(tool.name, name) || tool.aliases.some((alias) => isSameTool(alias, name)))
  );
}

/**
 * The tools that `allowedRules` name, in the order of `tools`: `Bash(git diff:*)` keeps Bash, `mcp__server` keeps all of
 * that server's tools. An empty list keeps all; a list in which nothing can be read or nothing is known keeps none.
 */
export function filterTools(tools: readonly Tool[], allowedRules: readonly string[]): readonly Tool[] {
  if (allowedRules.length === 0) return tools;
  const names = allowedRules.map(ruleTool);
  return tools.filter((tool) => names.some((name) => name !== undefined && namesTool(name, tool)));
}

/** The tools that no bare rule of `rules` names; a rule with a specifier is decided call by call and removes nothing. */
export function withoutTools(tools: readonly Tool[], rules: readonly string[]): readonly Tool[] {
  const names = rules.map((rule) => {
    const parsed = parseRule(rule);
    return "error" in parsed || (parsed.specifier ?? "*") !== "*" ? undefined : parsed.tool;
  });
  return tools.filter((tool) => !names.some((name) => name !== undefined && namesTool(name, tool)));
}

function ruleTool(rule: string): string | undefined {
  const parsed = parseRule(rule);
  return "error" in parsed ? undefined : canonicalToolName(parsed.tool);
}

function namesTool(name: string, tool: Tool): boolean {
  if (name === "*" || isSameTool(name, tool.name)) return true;
  if (tool.aliases.some((alias) => isSameTool(name, alias))) return true;
  const server = name.toLowerCase().replace(/(?:__)?\*$/, "");
  return server.startsWith("mcp__") && tool.name.toLowerCase().startsWith(`${server}__`);
}
