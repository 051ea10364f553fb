/** Turns what hooks have to say to the person into events. */
import type { Diagnostic } from "../../engine/index.ts";
import type { AgentEvent } from "../events.ts";
import type { AgentHooks } from "./agent-hooks.ts";

type NoticeEvent = Extract<AgentEvent, { type: "notice" }>;

/** Takes the texts that hooks left since the last call. */
export function takeNoticeEvents(hooks: AgentHooks, agent: string): readonly NoticeEvent[] {
  return hooks.takeNotices().map((message) => ({ agent, type: "notice", level: "warning", message }));
}

/** What is wrong with the hooks of a skill that was invoked. */
export function toNoticeEvents(diagnostics: readonly Diagnostic[], agent: string): readonly NoticeEvent[] {
  return diagnostics.map(({ path, line, message, hint }) => ({
    agent,
    type: "notice",
    level: "warning",
    message: `${line === undefined ? path : `${path}:${line}`}: ${message}`,
    ...(hint !== undefined && { hint }),
  }));
}
