/** Writes the audit of permissions into the log: one line for each decision, and one for each answer to a question. */
import type { Logger, LogValue, ToolDecision } from "../engine/index.ts";
import type { ToolAccess } from "./tool.ts";

/** Longest piece of a call that a line holds. */
const MAX_CALL = 300;

export interface LoggedCall {
  /** Canonical name. */
  readonly tool: string;
  readonly access: ToolAccess;
  /** Arguments, for tools whose access says nothing. */
  readonly input?: unknown;
  /** Present for a command that stands in a skill's text: the skill's call name. */
  readonly skill?: string;
}

/** `permission: decision tool=… call=… decision=… rule=… origin=… reason=…`; no rule where none decided. */
export function logDecision(
  logger: Logger,
  call: LoggedCall,
  { decision, rule, origin, reason }: Pick<ToolDecision, "decision" | "rule" | "origin" | "reason">,
): void {
  logger.log("debug", "permission: decision", {
    ...callFields(call),
    decision,
    ...(rule !== undefined && { rule }),
    ...(origin !== undefined && { origin }),
    reason,
  });
}

export interface LoggedAnswer {
  readonly answer: "allow" | "deny";
  /** Who gave it: the person, or a hook by its name. */
  readonly origin: string;
  /** Rules that were agreed to with it. */
  readonly remember?: readonly string[];
}

/** `permission: answer tool=… call=… answer=… origin=… remember=[…]` */
export function logAnswer(logger: Logger, call: LoggedCall, { answer, origin, remember }: LoggedAnswer): void {
  logger.log("debug", "permission: answer", {
    ...callFields(call),
    answer,
    origin,
    ...(remember !== undefined && remember.length > 0 && { remember }),
  });
}

function callFields({ tool, access, input, skill }: LoggedCall): Readonly<Record<string, LogValue>> {
  const call = describeCall(access, input).slice(0, MAX_CALL);
  const unsandboxed = access.kind === "command" && access.unconfined === true;
  return {
    tool,
    ...(call !== "" && { call }),
    ...(unsandboxed && { unsandboxed }),
    ...(skill !== undefined && { skill }),
  };
}

function describeCall(access: ToolAccess, input: unknown): string {
  switch (access.kind) {
    case "command":
      return access.command;
    case "read":
    case "write":
      return access.paths.join(" ");
    case "external":
      return access.specifiers.join(" ");
    case "none":
      return typeof input === "object" && input !== null && "skill" in input ? String(input.skill) : "";
    default:
      return access satisfies never;
  }
}
