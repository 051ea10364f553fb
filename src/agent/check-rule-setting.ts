/** Says what is wrong with a permission rule of the settings: one that cannot be read, or that misspells a tool. Pure. */
import {
  canonicalToolName,
  type Diagnostic,
  isToolElsewhere,
  nearNames,
  parseRule,
  TOOL_NAMES,
} from "../engine/index.ts";
import type { SettingKey } from "./settings-schema.ts";

export type RuleProblem = Pick<Diagnostic, "code" | "severity" | "message" | "hint">;

/** Undefined for a sound rule, and for settings that are no rules. The rule itself stays in force as far as it can be. */
export function checkRuleSetting(key: SettingKey, value: unknown): RuleProblem | undefined {
  switch (key) {
    case "permissions.allow":
    case "permissions.ask":
    case "permissions.deny":
      return checkRule(key, String(value));
    default:
      return undefined;
  }
}

function checkRule(key: SettingKey, text: string): RuleProblem | undefined {
  const parsed = parseRule(text);
  if ("error" in parsed) {
    const effect =
      key === "permissions.allow" ? "It allows nothing." : "Until it is mended, every call is asked about or refused.";
    return {
      code: "settings-rule",
      severity: "error",
      message: `${key}: the rule ${parsed.error.replace(/\.$/, "")}`,
      hint: `Write Tool or Tool(specifier), such as Bash(git diff:*). ${effect}`,
    };
  }
  const name = canonicalToolName(parsed.tool);
  // The tools of servers cannot be known here, and those of other programs come with settings that are shared.
  if (/\*|^mcp__/i.test(name) || TOOL_NAMES.includes(name) || isToolElsewhere(name)) return undefined;
  const near = name.length < 3 ? undefined : nearNames(name, TOOL_NAMES, 1)[0];
  // What looks like no tool of ours may be one that an embedder adds.
  if (near === undefined) return undefined;
  const message = `${key}: there is no tool ${name}`;
  return { code: "settings-rule", severity: "warning", message, hint: `Did you mean ${near}?` };
}
