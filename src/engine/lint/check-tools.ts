/** Checks the entries of `allowed-tools` and `disallowed-tools`: readable rules on tools that exist. */
import { nearNames } from "../near-names.ts";
import { parseRule } from "../permission-rules.ts";
import { canonicalToolName, isToolElsewhere } from "../tool-names.ts";
import type { LintCheck, LintFinding } from "./lint-check.ts";
import { type LintSubject, offsetInField } from "./lint-subject.ts";

/** Names from MCP servers cannot be known without asking the servers, and are passed over. */
export const checkTools: LintCheck = (subject, { tools }) => {
  const { allowedTools, disallowedTools } = subject.definition;
  return [
    ...checkList(subject, { field: "allowed-tools", rules: allowedTools, tools }),
    ...checkList(subject, { field: "disallowed-tools", rules: disallowedTools, tools }),
  ];
};

interface ToolList {
  readonly field: "allowed-tools" | "disallowed-tools";
  readonly rules: readonly string[];
  readonly tools: readonly string[] | undefined;
}

function checkList(subject: LintSubject, { field, rules, tools }: ToolList): readonly LintFinding[] {
  return [...new Set(rules)].flatMap((rule): readonly LintFinding[] => {
    const place = { where: "fields", offset: offsetInField(subject, field, rule) } as const;
    const parsed = parseRule(rule);
    if ("error" in parsed) {
      const message = `An entry of \`${field}\` cannot be read and has no effect: ${parsed.error}`;
      const hint = "Write `Tool` or `Tool(specifier)`, such as `Bash(git diff:*)`.";
      return [{ code: "unreadable-rule", severity: "warning", message, hint, ...place }];
    }
    const name = canonicalToolName(parsed.tool);
    if (tools === undefined || name.includes("*") || name.toLowerCase().startsWith("mcp__")) return [];
    if (tools.some((tool) => tool.toLowerCase() === name.toLowerCase())) return [];
    const shown = name.length > 80 ? `${name.slice(0, 79)}…` : name;
    if (isToolElsewhere(name)) {
      const message = `\`${field}\` names \`${shown}\`, a tool of other programs; here it has no effect.`;
      return [{ code: "unknown-tool", severity: "info", message, ...place }];
    }
    const near = nearNames(name, tools, 1)[0];
    const hint = near === undefined ? `The tools are ${tools.join(", ")}.` : `Did you mean \`${near}\`?`;
    return [
      {
        code: "unknown-tool",
        severity: "warning",
        message: `There is no tool \`${shown}\` (\`${field}\`).`,
        hint,
        ...place,
      },
    ];
  });
}
