/** Lets hooks answer a permission question before a person is asked, and tells them when one is. */
import { describeRules, type Logger, UNSANDBOXED } from "../../engine/index.ts";
import type { AskUser } from "../ask-about-skill.ts";
import { logAnswer } from "../log-permission.ts";
import type { OpenQuestion, PermissionAnswer } from "../permission-check.ts";
import type { AgentHooks } from "./agent-hooks.ts";
import { formatRefusal } from "./hook-texts.ts";

/**
 * The way to ask, for one agent. `askUser` is the person; undefined when there is neither a person nor a hook that
 * answers. Where only hooks answer and none does, the answer is no, with the rule that would allow the call.
 */
export function askThroughHooks(
  hooks: AgentHooks,
  { askUser, logger }: { readonly askUser?: AskUser | undefined; readonly logger: Logger },
): AskUser | undefined {
  if (askUser === undefined && !hooks.has("PermissionRequest")) return undefined;
  return async (question) => {
    const byHook = await askHooks(hooks, question);
    if (byHook !== undefined) {
      logAnswer(logger, question, { answer: byHook.answer.kind, origin: byHook.hook });
      return byHook.answer;
    }
    if (askUser === undefined) {
      logAnswer(logger, question, { answer: "deny", origin: "nobody to ask" });
      return { kind: "deny", message: nobodyThere(question) };
    }
    const { signal } = question;
    const message = `${question.tool}: ${question.reason}`;
    const answer = await askUser({
      ...question,
      async settle() {
        const settled = await question.settle?.();
        if (settled === undefined) {
          hooks.runAside("Notification", { notification_type: "permission_prompt", message }, signal);
        }
        return settled;
      },
    });
    const remember = answer.kind === "allow" ? answer.remember : undefined;
    logAnswer(logger, question, { answer: answer.kind, origin: "the person", ...(remember && { remember }) });
    return answer;
  };
}

interface HookAnswer {
  readonly answer: PermissionAnswer;
  /** Its name. */
  readonly hook: string;
}

async function askHooks(hooks: AgentHooks, question: OpenQuestion): Promise<HookAnswer | undefined> {
  const { tool, input, suggestions, askedBy, signal } = question;
  const { decision, stopReason } = await hooks.run("PermissionRequest", { tool_name: tool, tool_input: input }, signal);
  const deny = (reason: string): PermissionAnswer => ({ kind: "deny", message: formatRefusal(reason) });
  if (decision?.kind === "deny") return { answer: deny(decision.reason), hook: decision.hook };
  if (stopReason !== undefined) return { answer: deny(stopReason), hook: "a PermissionRequest hook" };
  // What a rule wants asked, and what no rule could allow, only a person may answer.
  const isOpen = suggestions.length > 0 && askedBy === undefined && !suggestions.some(isForPersonOnly);
  return decision?.kind === "allow" && isOpen ? { answer: { kind: "allow" }, hook: decision.hook } : undefined;
}

/** Leaving the sandbox is the person's to allow. */
function isForPersonOnly(rule: string): boolean {
  return rule.startsWith(`${UNSANDBOXED}(`);
}

function nobodyThere({ tool, reason, suggestions }: OpenQuestion): string {
  const remedy = suggestions.length === 0 ? "" : ` ${describeRules(suggestions)}`;
  return `${reason} ${tool} was not run: nobody can be asked in this session.${remedy}`;
}
