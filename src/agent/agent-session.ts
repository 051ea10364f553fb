/** What a front end holds: one session that takes messages, commands and typed skills, and answers in events. */

import { type SkillEngine, SkillfulError, type SkillSession } from "../engine/index.ts";
import type { AgentHost } from "./agent-host.ts";
import { type Completion, completeMessage } from "./completions.ts";
import type { Conversation } from "./conversation.ts";
import type { AgentEvent, AgentFailure } from "./events.ts";
import { formatHelp, formatSkills } from "./format-help.ts";
import type { HeldBack } from "./held-back.ts";
import { type AgentHooks, createMessageHooks, takeNoticeEvents } from "./hooks/index.ts";
import { stoppedByHook } from "./loop.ts";
import type { ModelMessage } from "./models/message.ts";
import type { Model } from "./models/model.ts";
import { refuseTyped } from "./refuse-typed.ts";
import type { SessionSandbox } from "./shell-sandbox.ts";
import { type BuiltInName, looksLikePath, parseSlashMessage } from "./slash-commands.ts";
import { toFailure } from "./to-failure.ts";
import { NO_USAGE } from "./usage.ts";

export interface AgentSession {
  readonly id: string;
  /** Absolute working directory. */
  readonly cwd: string;
  /** The session's model; `/model` changes it. */
  readonly model: Model;
  readonly skills: SkillEngine;
  readonly skillSession: SkillSession;
  /** Names of the tools, in the order in which the model sees them. */
  readonly tools: readonly string[];
  readonly permissionMode: string;
  /** What was said while the session was opened, such as settings that were skipped; for the front end to show once. */
  readonly notices: readonly Notice[];
  /** What the workspace brings that was off when the session was opened, because it is not trusted. */
  readonly heldBack: readonly HeldBack[];
  /** True after `/exit` or `close()`; nothing can be sent any more. */
  readonly closed: boolean;
  /**
   * Sends one message: text for the model, a built-in command, or `/skill args`. The last event is a `turn-end` of the
   * agent `main`. Leaving the iteration early stops the turn. Throws `closed` after the end of the session, `usage`
   * while another turn runs.
   */
  send(message: string, options?: { readonly signal?: AbortSignal }): AsyncIterable<AgentEvent>;
  /** What a half-typed `/name` can become. */
  complete(prefix: string): readonly Completion[];
  history(): readonly ModelMessage[];
  /** Stops what runs and lets go of files and watchers. Can be called twice. */
  close(): Promise<void>;
}

export interface Notice {
  readonly level: "info" | "warning" | "error";
  /** Code of the diagnostic that it tells of, such as `settings-untrusted`. */
  readonly code?: string;
  readonly message: string;
  readonly hint?: string;
}

export interface AgentSessionParts {
  readonly host: AgentHost;
  readonly conversation: Conversation;
  /** The main agent's. */
  readonly hooks: AgentHooks;
  /** Aborted by the end of the session. */
  readonly closing: AbortController;
  readonly skills: SkillEngine;
  readonly skillSession: SkillSession;
  readonly tools: readonly string[];
  readonly permissionMode: string;
  readonly notices: readonly Notice[];
  readonly heldBack: readonly HeldBack[];
  readonly sandbox: SessionSandbox;
  /** What `/doctor` says. */
  describeSetup(): Promise<string>;
  /** Session state outside of the conversation, such as grants, that `/clear` takes back. */
  onClear(): void;
}

const AGENT = "main";

const EMPTY_MESSAGE: AgentFailure = {
  code: "usage",
  message: "the message is empty",
  hint: "Type what you want done.",
};

/** Creates the session around a conversation. */
export function createAgentSession(parts: AgentSessionParts): AgentSession {
  const { host, conversation, skills, skillSession, hooks, closing } = parts;
  const messageHooks = createMessageHooks({ hooks, agent: AGENT, closing: closing.signal });
  let isBusy = false;
  let closed: Promise<void> | undefined;

  const end = async (reason: "exit" | "other"): Promise<void> => {
    await messageHooks.end(reason);
    await hooks.settled();
    hooks.clearSkills();
    await skills.close();
    await parts.sandbox.close();
  };
  const close = (reason: "exit" | "other" = "other"): Promise<void> => {
    closing.abort(new DOMException("The session is closed.", "AbortError"));
    closed ??= end(reason);
    return closed;
  };

  async function* runBuiltIn(
    command: BuiltInName,
    args: string,
    signal: AbortSignal,
  ): AsyncGenerator<AgentEvent, void, void> {
    yield { agent: AGENT, type: "turn-start", model: conversation.model().id };
    switch (command) {
      case "help":
        yield info(formatHelp(skillSession.complete(""), await parts.sandbox.describe()));
        break;
      case "skills":
        yield info(formatSkills(skillSession.listByUse()));
        break;
      case "clear":
        await messageHooks.end("clear");
        yield* takeNoticeEvents(hooks, AGENT);
        conversation.clear();
        skillSession.reset("clear");
        parts.onClear();
        messageHooks.beginAgain();
        yield info("The conversation starts afresh.");
        break;
      case "compact":
        return yield* conversation.compact(args, signal);
      case "model": {
        const failure = args === "" ? undefined : await changeModel(args);
        if (failure !== undefined) return yield turnEnd(failure);
        yield info(`${args === "" ? "The model is" : "The model is now"} ${conversation.model().id}.`);
        break;
      }
      case "doctor":
        yield info(await parts.describeSetup());
        break;
      case "exit":
        await close("exit");
        break;
      default:
        command satisfies never;
    }
    yield turnEnd();
  }

  const changeModel = async (name: string): Promise<AgentFailure | undefined> => {
    try {
      conversation.setModel(await host.resolveModel(name, conversation.model()));
      return undefined;
    } catch (error) {
      return toFailure(error);
    }
  };

  async function* runTypedSkill(
    typed: { readonly name: string; readonly args: string; readonly message: string },
    signal: AbortSignal,
  ): AsyncGenerator<AgentEvent, void, void> {
    const { name, args, message } = typed;
    const known = skillSession.find(name);
    if (known !== undefined) {
      const call = { command_name: known.skill.callName, command_args: args, prompt: message };
      const failure = yield* messageHooks.admitSkill(call, signal);
      if (failure !== undefined) return yield* endAtOnce(failure);
    }
    hooks.startTurn();
    const outcome = await conversation.invoke({ name, args, by: "user", signal });
    yield* takeNoticeEvents(hooks, AGENT);
    const stopReason = hooks.stopReason();
    if (stopReason !== undefined) return yield* endAtOnce(stoppedByHook(stopReason));
    switch (outcome.kind) {
      case "inline":
        return yield* conversation.sayInline(outcome, { message, args, signal, complete: messageHooks.complete });
      case "fork":
        return yield* conversation.sayFork(outcome, { message, args, signal, complete: messageHooks.complete });
      case "ask":
      case "refused":
        if (outcome.kind === "refused" && outcome.code === "unknown" && looksLikePath(name)) {
          return yield* conversation.say(messageHooks.complete(message), signal);
        }
        return yield* endAtOnce(refuseTyped(name, outcome, skills.diagnostics));
      default:
        outcome satisfies never;
    }
  }

  /** A turn that ends before the model was asked. */
  async function* endAtOnce(failure: AgentFailure): AsyncGenerator<AgentEvent, void, void> {
    yield { agent: AGENT, type: "turn-start", model: conversation.model().id };
    yield turnEnd(failure);
  }

  async function* route(message: string, signal: AbortSignal): AsyncGenerator<AgentEvent, void, void> {
    const parsed = parseSlashMessage(message);
    if (parsed.kind === "built-in") return yield* runBuiltIn(parsed.command, parsed.args, signal);
    if (message.trim() === "") return yield* endAtOnce(EMPTY_MESSAGE);
    const failure = yield* messageHooks.admit(message, signal);
    if (failure !== undefined) return yield* endAtOnce(failure);
    switch (parsed.kind) {
      case "text":
        return yield* conversation.say(messageHooks.complete(message), signal);
      case "skill":
        return yield* runTypedSkill({ name: parsed.typed, args: parsed.args, message }, signal);
      default:
        parsed satisfies never;
    }
  }

  return {
    id: skillSession.id,
    cwd: host.cwd,
    skills,
    skillSession,
    tools: parts.tools,
    permissionMode: parts.permissionMode,
    notices: parts.notices,
    heldBack: parts.heldBack,
    get model() {
      return conversation.model();
    },
    get closed() {
      return closing.signal.aborted;
    },
    async *send(message, { signal } = {}) {
      if (closing.signal.aborted) throw new SkillfulError("closed", "the session is closed");
      if (isBusy) {
        throw new SkillfulError("usage", "a turn is still running", { hint: "Wait for its turn-end, or abort it." });
      }
      isBusy = true;
      messageHooks.begin();
      const stop = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
      try {
        yield* route(message, stop);
      } catch (error) {
        // Turns do not throw; what arrives here comes from a skill that was being prepared for one.
        yield stop.aborted ? { ...turnEnd(), reason: "aborted" } : turnEnd(toFailure(error));
      } finally {
        isBusy = false;
      }
    },
    complete: (prefix) => completeMessage(prefix, (name) => skillSession.complete(name)),
    history: () => conversation.history.messages(),
    close: () => close(),
  };
}

function info(message: string): AgentEvent {
  return { agent: AGENT, type: "notice", level: "info", message };
}

/** The end of a turn in which no model was asked. */
function turnEnd(error?: AgentFailure): Extract<AgentEvent, { type: "turn-end" }> {
  const reason = error === undefined ? "done" : "error";
  return { agent: AGENT, type: "turn-end", reason, text: "", steps: 0, usage: NO_USAGE, ...(error && { error }) };
}
