/** Reads what a hook answered, from its exit code and output or from a JSON body, into one shape. */
import { HOOK_EVENTS, type HookEventName } from "./hook-events.ts";

/** What a command hook left behind. */
export type CommandOutcome =
  | { readonly kind: "exited"; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "timed-out" }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "not-started"; readonly message: string };

export type HookDecisionKind = "allow" | "ask" | "deny";

/** One hook's answer, in the same shape for every handler type and event. */
export type HookReply =
  | {
      readonly kind: "answered";
      /** For events without permissions, `deny` means: block, or go on working (Stop). */
      readonly decision?: HookDecisionKind;
      readonly reason?: string;
      /** Replaces the whole tool input. */
      readonly updatedInput?: Readonly<Record<string, unknown>>;
      readonly additionalContext?: string;
      /** `continue: false`: the whole turn ends. */
      readonly stopReason?: string;
      /** For the person. */
      readonly systemMessage?: string;
    }
  /** The hook could not do its work. */
  | { readonly kind: "failed"; readonly message: string };

/** Text of one hook that may enter the conversation, in UTF-16 units; longer text is cut. */
const MAX_CONTEXT = 10_000;

/** Exit codes by which a shell says that it could not run the command at all (POSIX: 126 and 127). */
const NOT_RUN_EXIT_CODES = new Set([126, 127]);

/**
 * Reads a command hook's outcome. Exit 2 blocks, whatever else the hook printed; JSON on standard output is read on every
 * exit code; any other non-zero code is an error that is reported and blocks nothing.
 */
export function readCommandReply(event: HookEventName, outcome: CommandOutcome): HookReply {
  switch (outcome.kind) {
    case "timed-out":
      return { kind: "failed", message: "timed out" };
    case "killed":
      return { kind: "failed", message: `was ended by ${outcome.signal}` };
    case "not-started":
      return { kind: "failed", message: `could not be started: ${outcome.message}` };
    case "exited":
      return readExit(event, outcome);
    default:
      return outcome satisfies never;
  }
}

function readExit(event: HookEventName, exit: Extract<CommandOutcome, { kind: "exited" }>): HookReply {
  const stderr = exit.stderr.trim();
  if (NOT_RUN_EXIT_CODES.has(exit.exitCode)) {
    return {
      kind: "failed",
      message: `could not run (exit code ${exit.exitCode})${stderr && `: ${firstLine(stderr)}`}`,
    };
  }
  const reply = readStdout(event, exit.stdout);
  if (exit.exitCode === 2) {
    const fromJson = reply.kind === "answered" ? reply : undefined;
    const reason = stderr || fromJson?.reason || "blocked by a hook without a reason";
    return { ...(fromJson ?? { kind: "answered" }), decision: "deny", reason: cut(reason) };
  }
  if (exit.exitCode !== 0 && reply.kind === "answered") {
    const systemMessage =
      reply.systemMessage ?? `a hook failed with exit code ${exit.exitCode}${stderr && `: ${firstLine(stderr)}`}`;
    return { ...reply, systemMessage };
  }
  return reply;
}

function readStdout(event: HookEventName, stdout: string): HookReply {
  const text = stdout.trim();
  if (text.startsWith("{")) return readJsonReply(text);
  if (text !== "" && HOOK_EVENTS[event].textIsContext) return { kind: "answered", additionalContext: cut(text) };
  return { kind: "answered" };
}

/** Reads a prompt hook's reply, `{"ok": boolean, "reason"?: string}`, from a model's text (a fenced block is accepted). */
export function readPromptReply(text: string): HookReply {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  const parsed = start < 0 || end < start ? undefined : parseObject(text.slice(start, end + 1));
  if (parsed === undefined || typeof parsed.ok !== "boolean") {
    return { kind: "failed", message: 'answered something else than {"ok": true} or {"ok": false, "reason": "…"}' };
  }
  if (parsed.ok) return { kind: "answered" };
  return { kind: "answered", decision: "deny", reason: cut(textOf(parsed.reason) ?? "refused by a prompt hook") };
}

/** Reads a JSON reply: the universal fields, a top-level decision, and `hookSpecificOutput`. Unknown fields are ignored. */
export function readJsonReply(text: string): HookReply {
  const json = parseObject(text);
  if (json === undefined) return { kind: "failed", message: "printed something that begins like JSON and is not" };
  const specific = isObject(json.hookSpecificOutput) ? json.hookSpecificOutput : {};
  const request = isObject(specific.decision) ? specific.decision : {};
  const word = textOf(specific.permissionDecision) ?? textOf(request.behavior) ?? textOf(json.decision);
  const decision = word === undefined ? undefined : DECISION_WORDS.get(word.toLowerCase());
  if (word !== undefined && decision === undefined) {
    return { kind: "failed", message: `decided "${word}"; a decision is "allow", "ask" or "deny"` };
  }
  const reason = textOf(specific.permissionDecisionReason) ?? textOf(request.message) ?? textOf(json.reason);
  const updated = specific.updatedInput ?? request.updatedInput ?? json.updatedInput;
  const context = textOf(specific.additionalContext) ?? textOf(json.additionalContext);
  const systemMessage = textOf(json.systemMessage);
  return {
    kind: "answered",
    ...(decision !== undefined && { decision }),
    ...(reason !== undefined && { reason: cut(reason) }),
    ...(isObject(updated) && { updatedInput: updated }),
    ...(context !== undefined && { additionalContext: cut(context) }),
    ...(json.continue === false && { stopReason: cut(textOf(json.stopReason) ?? "a hook ended the turn") }),
    ...(systemMessage !== undefined && { systemMessage: cut(systemMessage) }),
  };
}

/** `approve` and `block` are the older spellings still found in the field. */
const DECISION_WORDS: ReadonlyMap<string, HookDecisionKind> = new Map([
  ["allow", "allow"],
  ["approve", "allow"],
  ["ask", "ask"],
  ["deny", "deny"],
  ["block", "deny"],
]);

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // Not JSON is an ordinary answer of a hook; the caller turns it into a `failed` reply.
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function cut(text: string): string {
  return text.length <= MAX_CONTEXT ? text : `${text.slice(0, MAX_CONTEXT - 1)}…`;
}
