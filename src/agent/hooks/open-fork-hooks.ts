/** The hooks of a forked skill: the settings' and the skill's own, told that the sub-agent starts. They end with it. */
import type { AgentEvent } from "../events.ts";
import type { ForkOutcome } from "../tool.ts";
import type { AgentHooks } from "./agent-hooks.ts";
import { withHookContext } from "./hook-texts.ts";
import { takeNoticeEvents, toNoticeEvents } from "./notice-events.ts";

export interface ForkHooks {
  readonly hooks: AgentHooks;
  /** The prompt, with what `SubagentStart` hooks add to it. */
  readonly prompt: string;
}

/** Yields what the person should know, as events of the parent. Never throws: after an abort the prompt is as it was. */
export async function* openForkHooks(
  { skill, request, prompt }: ForkOutcome,
  options: {
    readonly parent: { readonly agent: string; readonly hooks: AgentHooks };
    /** Kind of the sub-agent. */
    readonly type: string;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<AgentEvent, ForkHooks, void> {
  const { parent, type, signal } = options;
  const hooks = parent.hooks.fork({ id: request.session.agentId, type });
  yield* toNoticeEvents(await hooks.addSkill(skill, request.hooks), parent.agent);
  try {
    const { additionalContext } = await hooks.run("SubagentStart", { agent_type: type }, signal);
    yield* takeNoticeEvents(hooks, parent.agent);
    return { hooks, prompt: withHookContext(prompt, additionalContext) };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { hooks, prompt };
  }
}
