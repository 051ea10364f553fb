/** `--output-format stream-json`: one object a line while the work goes on. */
import type { AgentEvent, CompactionResult } from "../agent/index.ts";
import { retryNotice } from "./format-notice.ts";
import type { Output } from "./output.ts";
import type { PrintReporter } from "./print-reporter.ts";
import { formatPrintableJson } from "./printable-json.ts";
import { resultObject } from "./report-json.ts";

type JsonObject = Record<string, unknown>;

/** Writes to `out` only; standard error stays free for log lines. */
export function createStreamJsonReporter(options: { out: Output }): PrintReporter {
  let sessionId = "";
  const write = (object: JsonObject) => options.out.write(`${formatPrintableJson(object)}\n`);
  return {
    sessionStart(facts) {
      sessionId = facts.sessionId;
      write({ type: "system", subtype: "init", ...facts });
    },
    problem(notice) {
      write({ type: "notice", ...notice });
    },
    event(event) {
      const object = streamObject(event, sessionId);
      if (object !== undefined) write(object);
    },
  };
}

/** The object for an event; undefined for events too fine for this format. `agent` is there for forks only. */
export function streamObject(event: AgentEvent, sessionId: string): JsonObject | undefined {
  const agent = event.agent === "main" ? {} : { agent: event.agent };
  switch (event.type) {
    case "text-end":
      return { type: "text", text: event.text, ...agent };
    case "tool-start":
      return { type: "tool_call", id: event.id, name: event.name, input: event.input, ...agent };
    case "tool-end":
      return {
        type: "tool_result",
        id: event.id,
        name: event.name,
        output: event.output,
        isError: event.isError,
        ...agent,
      };
    case "skill-start":
      return {
        type: "skill",
        event: "start",
        skill: event.skill,
        mode: event.mode,
        by: event.by,
        args: event.args,
        ...agent,
      };
    case "skill-end":
      return { type: "skill", event: "end", skill: event.skill, mode: event.mode, isError: event.isError, ...agent };
    case "skill-activated":
      return { type: "skill", event: "activated", skills: event.skills, ...agent };
    case "notice":
      return {
        type: "notice",
        level: event.level,
        message: event.message,
        ...(event.hint === undefined ? {} : { hint: event.hint }),
        ...agent,
      };
    case "retry":
      return { type: "notice", ...retryNotice(event), ...agent };
    case "compaction-start":
      return { type: "compaction", event: "start", trigger: event.trigger, tokens: event.tokens, ...agent };
    case "compaction-end":
      return { type: "compaction", event: "end", trigger: event.trigger, ...compactionFields(event.result), ...agent };
    case "turn-end":
      return event.agent === "main" ? resultObject(sessionId, event) : undefined;
    case "turn-start":
    case "step-start":
    case "reasoning-delta":
    case "text-start":
    case "text-delta":
      return undefined;
    default:
      return event satisfies never;
  }
}

/** `outcome` is `done`, `failed` or `aborted`; the rest depends on it. */
function compactionFields({ kind, ...rest }: CompactionResult): JsonObject {
  return { outcome: kind, ...rest };
}
