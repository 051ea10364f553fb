/** Lets hooks answer a permission question before a person is asked, and tells them when one is. */
import type { AskUser } from "../ask-about-skill.ts";
import type { OpenQuestion, PermissionAnswer } from "../permission-check.ts";
import type { AgentHooks } from "./agent-hooks.ts";
import { formatRefusal } from "./hook-texts.ts";

/**
 * The way to ask, for one agent. `askUser` is the person; undefined when there is neither a person nor a hook that
 * answers. Where only hooks answer and none does, the answer is no, with the rule that would allow the call.
 */
export function askThroughHooks(hooks: AgentHooks, askUser: AskUser | undefined): AskUser | undefined {
  if (askUser === undefined && !hooks.has("PermissionRequest")) return undefined;
  return async (question) => {
    const answer = await askHooks(hooks, question);
    if (answer !== undefined) return answer;
    if (askUser === undefined) return { kind: "deny", message: nobodyThere(question) };
    const { signal } = question;
    const message = `${question.tool}: ${question.reason}`;
    hooks.runAside("Notification", { notification_type: "permission_prompt", message }, signal);
    return askUser(question);
  };
}

async function askHooks(hooks: AgentHooks, question: OpenQuestion): Promise<PermissionAnswer | undefined> {
  const { tool, input, suggestions, askedBy, signal } = question;
  const { decision, stopReason } = await hooks.run("PermissionRequest", { tool_name: tool, tool_input: input }, signal);
  if (decision?.kind === "deny") return { kind: "deny", message: formatRefusal(decision.reason) };
  if (stopReason !== undefined) return { kind: "deny", message: formatRefusal(stopReason) };
  // What a rule wants asked, and what no rule could allow, only a person may answer.
  const isOpen = suggestions.length > 0 && askedBy === undefined;
  return decision?.kind === "allow" && isOpen ? { kind: "allow" } : undefined;
}

function nobodyThere({ tool, reason, suggestions }: OpenQuestion): string {
  const flags = suggestions.map((rule) => `--allow ${JSON.stringify(rule)}`).join(" ");
  const remedy = flags === "" ? "" : ` To allow it: ${flags}, or the same under permissions.allow in the settings.`;
  return `${reason} ${tool} was not run: nobody can be asked in this session.${remedy}`;
}
