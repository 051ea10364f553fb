/** Brings tool calls before the hooks: `PreToolUse` ahead of the permission rules, `PostToolUse` behind the deed. */
import type { HookOutcome } from "../../engine/index.ts";
import type { AfterVerdict, BeforeVerdict, PreparedCall, ToolInterceptor } from "../tool-interceptor.ts";
import type { AgentHooks } from "./agent-hooks.ts";
import { formatFeedback, formatHookContext, formatRefusal } from "./hook-texts.ts";

/** Creates the interceptor of one agent's calls. */
export function createHookInterceptor(hooks: AgentHooks): ToolInterceptor {
  return {
    async before(call, { signal }) {
      // Of the calls of one step those that come after a stop are not carried out.
      const stopped = hooks.stopReason();
      if (stopped !== undefined) return { kind: "block", reason: formatRefusal(stopped) };
      const { injected } = call;
      const origin = injected && { skill_name: injected.skill, command_env: injected.env };
      return toBefore(await hooks.run("PreToolUse", { ...describe(call), ...origin }, signal));
    },
    async after(call, result, { signal }) {
      const outcome = result.isError
        ? await hooks.run("PostToolUseFailure", { ...describe(call), error: result.text }, signal)
        : await hooks.run("PostToolUse", { ...describe(call), tool_response: result.text }, signal);
      return toAfter(outcome);
    },
  };
}

function describe({ id, tool, input }: PreparedCall) {
  return { tool_name: tool, tool_input: input, tool_use_id: id };
}

function toBefore({ decision, updatedInput, additionalContext, stopReason }: HookOutcome): BeforeVerdict {
  if (decision?.kind === "deny") {
    return { kind: "block", reason: withContext(formatRefusal(decision.reason)), origin: decision.hook };
  }
  if (stopReason !== undefined) return { kind: "block", reason: withContext(formatRefusal(stopReason)) };
  return {
    kind: "continue",
    ...(updatedInput !== undefined && { input: updatedInput }),
    ...(decision !== undefined && { decision: decision.kind, reason: decision.reason, origin: decision.hook }),
    context: contextOf(additionalContext),
  };

  function withContext(reason: string): string {
    return [reason, ...contextOf(additionalContext)].join("\n\n");
  }
}

function toAfter({ decision, additionalContext }: HookOutcome): AfterVerdict {
  const context = contextOf(additionalContext);
  if (decision?.kind !== "deny") return { kind: "continue", context };
  return { kind: "block", reason: [formatFeedback(decision.reason), ...context].join("\n\n") };
}

function contextOf(additional: readonly string[]): readonly string[] {
  return additional.length === 0 ? [] : [formatHookContext(additional)];
}
