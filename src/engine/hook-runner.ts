/** Runs the hooks of one event, all at once, and folds their answers into one: the strictest decision wins. */

import { HOOK_EVENTS, type HookInput } from "./hook-events.ts";
import type { HookRegistry, RegisteredHook, TakenHook } from "./hook-registry.ts";
import {
  type CommandOutcome,
  type HookDecisionKind,
  type HookReply,
  readCommandReply,
  readJsonReply,
  readPromptReply,
} from "./hook-reply.ts";
import { messageOf } from "./message-of.ts";

/** What hooks need of the world. */
export interface HookPorts {
  /**
   * Runs a command in a shell. Must not throw but on abort, must end the whole process tree after `timeoutMs`, and must
   * bound what it keeps of the output.
   */
  runCommand(
    command: string,
    options: {
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      readonly stdin: string;
      readonly timeoutMs: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<CommandOutcome>;
  /** Posts a JSON text. Rejects when there is no answer in time. Redirects are not followed. */
  postJson(
    url: string,
    options: {
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly timeoutMs: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<{ readonly status: number; readonly body: string }>;
  /** Asks the session's model one question without tools. Rejects when there is no answer in time. */
  askModel(prompt: string, options: { readonly timeoutMs: number; readonly signal?: AbortSignal }): Promise<string>;
}

export interface HookRunOptions {
  readonly registry: HookRegistry;
  readonly ports: HookPorts;
  /** Hosts, besides the loopback ones, that `http` hooks may post to. */
  readonly allowedHttpHosts?: readonly string[];
  readonly signal?: AbortSignal;
  /** Absolute; what command hooks find in `CLAUDE_PROJECT_DIR`. Default: the session's working directory. */
  readonly projectDir?: string;
  /** Told of each hook when it is done, in the order in which they finish. */
  onRan?(hook: RegisteredHook, reply: HookReply): void;
}

export interface HookOutcome {
  /** The strictest answer: deny before ask before allow. Absent when no hook decided. */
  readonly decision?: { readonly kind: HookDecisionKind; readonly reason: string; readonly hook: string };
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  /** Text for the model, one per hook that gave some. */
  readonly additionalContext: readonly string[];
  /** Present when a hook said `continue: false`. */
  readonly stopReason?: string;
  /** Text for the person. */
  readonly notices: readonly string[];
  /** How many hooks ran. */
  readonly ran: number;
}

/** Seconds, when a handler names none. */
const DEFAULT_TIMEOUT = { command: 60, http: 60, prompt: 30 } as const;

const STRICTNESS: Readonly<Record<HookDecisionKind, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * Runs every hook that matches `input`, in parallel, and merges the replies in order of registration, so that the result
 * does not depend on timing. Never throws for a hook that fails; rejects on abort.
 */
export async function runHooks(input: HookInput, options: HookRunOptions): Promise<HookOutcome> {
  const taken = options.registry.take(input);
  const replies = await Promise.all(taken.map((hook) => runOne(hook, input, options)));
  return mergeReplies(input, taken, replies);
}

async function runOne(hook: TakenHook, input: HookInput, options: HookRunOptions): Promise<HookReply> {
  let reply: HookReply = { kind: "failed", message: "was stopped" };
  try {
    reply = await answer(hook, input, options);
    options.onRan?.(hook, reply);
  } finally {
    hook.finish(reply.kind === "answered" && reply.decision !== "deny");
  }
  return reply;
}

async function answer(hook: TakenHook, input: HookInput, options: HookRunOptions): Promise<HookReply> {
  const { handler } = hook;
  const timeoutMs = Math.round((handler.timeout ?? DEFAULT_TIMEOUT[handler.type]) * 1000);
  const bounds = { timeoutMs, ...(options.signal && { signal: options.signal }) };
  const body = JSON.stringify(input);
  switch (handler.type) {
    case "command": {
      const outcome = await options.ports.runCommand(handler.command ?? "", {
        ...bounds,
        cwd: input.cwd,
        env: hookEnvironment(hook, input, options.projectDir ?? input.cwd),
        stdin: body,
      });
      return readCommandReply(input.hook_event_name, outcome);
    }
    case "http":
      return postHook(handler.url ?? "", { headers: handler.headers ?? {}, body, ...bounds }, options);
    case "prompt":
      try {
        return readPromptReply(await options.ports.askModel(hookPrompt(handler.prompt ?? "", body), bounds));
      } catch (error) {
        options.signal?.throwIfAborted();
        return { kind: "failed", message: `got no answer from the model: ${messageOf(error)}` };
      }
    default:
      return handler.type satisfies never;
  }
}

async function postHook(
  url: string,
  request: Parameters<HookPorts["postJson"]>[1],
  options: HookRunOptions,
): Promise<HookReply> {
  const refusal = refuseUrl(url, options.allowedHttpHosts ?? []);
  if (refusal !== undefined) return { kind: "failed", message: refusal };
  try {
    const { status, body } = await options.ports.postJson(url, request);
    if (status < 200 || status > 299) return { kind: "failed", message: `answered with status ${status}` };
    return body.trim() === "" ? { kind: "answered" } : readJsonReply(body.trim());
  } catch (error) {
    options.signal?.throwIfAborted();
    return { kind: "failed", message: `gave no usable answer: ${messageOf(error)}` };
  }
}

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Why a URL may not be posted to, or undefined when it may: http(s) to this machine or to a host of the settings. */
function refuseUrl(url: string, allowedHosts: readonly string[]): string | undefined {
  if (!URL.canParse(url)) return `has a URL that cannot be read: "${url}"`;
  const { protocol, hostname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return `may only use http and https, not ${protocol}//`;
  if (LOOPBACK_HOSTS.has(hostname) || allowedHosts.includes(hostname)) return undefined;
  return `may not post to ${hostname}; add the host to "allowedHttpHookHosts" in your settings to allow it`;
}

/** Variables for a command hook. Values go through the environment, so that a path can never be read as shell text. */
function hookEnvironment(hook: RegisteredHook, input: HookInput, projectDir: string): Record<string, string> {
  const { origin } = hook;
  return {
    CLAUDE_PROJECT_DIR: projectDir,
    SKILLFUL_HOOK_EVENT: input.hook_event_name,
    ...(origin.kind === "skill" && { CLAUDE_SKILL_DIR: origin.directory, SKILL_DIR: origin.directory }),
    ...(origin.kind !== "settings" && origin.pluginRoot !== undefined && { CLAUDE_PLUGIN_ROOT: origin.pluginRoot }),
    ...(origin.kind !== "settings" && origin.pluginData !== undefined && { CLAUDE_PLUGIN_DATA: origin.pluginData }),
  };
}

/** `$ARGUMENTS` in a prompt hook stands for the input JSON, which is appended where the prompt does not name it. */
function hookPrompt(prompt: string, body: string): string {
  const question = prompt.includes("$ARGUMENTS") ? prompt.split("$ARGUMENTS").join(body) : `${prompt}\n\n${body}`;
  return `${question}\n\nAnswer with JSON only: {"ok": true}, or {"ok": false, "reason": "…"}.`;
}

function mergeReplies(input: HookInput, hooks: readonly RegisteredHook[], replies: readonly HookReply[]): HookOutcome {
  const failClosed = HOOK_EVENTS[input.hook_event_name].onFailure === "block";
  let decision: HookOutcome["decision"];
  let updatedInput: HookOutcome["updatedInput"];
  let stopReason: string | undefined;
  const additionalContext: string[] = [];
  const notices: string[] = [];

  const decide = (kind: HookDecisionKind, reason: string, hook: string): void => {
    if (decision === undefined || STRICTNESS[kind] > STRICTNESS[decision.kind]) decision = { kind, reason, hook };
  };

  replies.forEach((reply, index) => {
    const hook = hooks[index];
    if (hook === undefined) return;
    const label = formatHook(hook);
    if (reply.kind === "failed") {
      notices.push(
        `${label} ${reply.message}${failClosed ? "; the call is refused, because a guard that fails must not let it pass" : ""}`,
      );
      if (failClosed) decide("deny", `${label} ${reply.message}`, label);
      return;
    }
    if (reply.decision !== undefined)
      decide(reply.decision, reply.reason ?? `${label} decided ${reply.decision}`, label);
    if (reply.updatedInput !== undefined) updatedInput = reply.updatedInput;
    if (reply.additionalContext !== undefined) additionalContext.push(reply.additionalContext);
    if (reply.stopReason !== undefined) stopReason ??= reply.stopReason;
    if (reply.systemMessage !== undefined) notices.push(reply.systemMessage);
  });

  return {
    ...(decision !== undefined && { decision }),
    ...(updatedInput !== undefined && { updatedInput }),
    ...(stopReason !== undefined && { stopReason }),
    additionalContext,
    notices,
    ran: hooks.length,
  };
}

/** Names a hook for messages: its event, what it runs and where it was written. */
export function formatHook(hook: RegisteredHook): string {
  const what = hook.handler.command ?? hook.handler.url ?? "prompt";
  const short = what.length > 60 ? `${what.slice(0, 59)}…` : what;
  const where = hook.origin.kind === "skill" ? `skill ${hook.origin.name}` : hook.origin.path;
  return `${hook.event} hook \`${short}\` (${where})`;
}
