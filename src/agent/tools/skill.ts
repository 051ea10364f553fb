/** The Skill tool: the model's way to invoke a skill. */
import { z } from "zod";
import { formatFoundSkills, type Outcome, SKILL_TOOL_DESCRIPTION, toolAliases } from "../../engine/index.ts";
import type { Tool, ToolContext, ToolResult } from "../tool.ts";
import { failure, success } from "./tool-result.ts";

const input = z.strictObject({
  skill: z.string().min(1).optional().describe("Name of the skill, as listed"),
  args: z.string().optional().describe("Arguments for the skill, as a person would type them after its name"),
  search: z.string().min(1).optional().describe("Words to search all skills for, instead of calling one"),
});

export const skillTool: Tool<z.infer<typeof input>> = {
  name: "Skill",
  aliases: toolAliases("Skill"),
  description: SKILL_TOOL_DESCRIPTION,
  input,
  // The skill session decides, with the rules for skills.
  access: () => ({ kind: "none" }),
  async execute({ skill, args = "", search }, context) {
    if (!context.skills) return failure("Skills are not available here.");
    if (skill === undefined) {
      if (search === undefined) return failure("Give the name of a skill, or words to search for.");
      return success(formatFoundSkills(search, await context.skills.search(search)));
    }
    return applyOutcome(await context.skills.invoke(skill, args), args, context.skills);
  },
};

/** A host that can ask a person has done so before: an `ask` that arrives here could not be asked. */
async function applyOutcome(
  outcome: Outcome,
  args: string,
  skills: NonNullable<ToolContext["skills"]>,
): Promise<ToolResult> {
  switch (outcome.kind) {
    case "inline":
      return { ...success(`Launching skill: ${outcome.skill.callName}`), inline: outcome };
    case "fork": {
      const result = await skills.runFork(outcome, args);
      return result.isError ? failure(result.text) : success(result.text);
    }
    case "ask": {
      const [rule] = outcome.rules;
      const remedy =
        rule === undefined
          ? ""
          : ` It would be allowed by the rule ${rule}, for example with --allow ${JSON.stringify(rule)}.`;
      return failure(`The skill "${outcome.skill.callName}" needs permission, and nobody can be asked here.${remedy}`);
    }
    case "refused":
      return failure(outcome.message);
    default:
      return outcome satisfies never;
  }
}
