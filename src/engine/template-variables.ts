/** The `${…}` variables of a skill's body: their names, and their values as text and as environment. */

/** What stands for the variables. An absent `effort` is empty; those of plugins are plain text elsewhere. */
export interface TemplateVariables {
  readonly skillDir: string;
  readonly sessionId: string;
  readonly projectDir: string;
  readonly effort?: string;
  readonly pluginRoot?: string;
  readonly pluginData?: string;
}

/** Matches one variable, such as `${CLAUDE_SKILL_DIR}` or `${SKILL_DIR}`; a default as in `${CLAUDE_X:-y}` is not ours. */
export const VARIABLE_PATTERN = String.raw`\$\{(?<variable>(?:CLAUDE_)?(?:SKILL_DIR|SESSION_ID|PROJECT_DIR|EFFORT)|CLAUDE_PLUGIN_(?:ROOT|DATA))\}`;

/** Values by name, each under its long and its short name. */
export function variableValues(variables: TemplateVariables): ReadonlyMap<string, string> {
  const { skillDir, sessionId, projectDir, effort = "", pluginRoot, pluginData } = variables;
  const short = { SKILL_DIR: skillDir, SESSION_ID: sessionId, PROJECT_DIR: projectDir, EFFORT: effort };
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(short)) values.set(name, value).set(`CLAUDE_${name}`, value);
  if (pluginRoot !== undefined) values.set("CLAUDE_PLUGIN_ROOT", pluginRoot);
  if (pluginData !== undefined) values.set("CLAUDE_PLUGIN_DATA", pluginData);
  return values;
}

/** Replaces the variables of a text in one pass, and nothing else. Pure. */
export function expandVariables(text: string, variables: TemplateVariables): string {
  const values = variableValues(variables);
  return text.replace(new RegExp(VARIABLE_PATTERN, "g"), (match, name: string) => values.get(name) ?? match);
}
