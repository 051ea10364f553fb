/** The hook events, what each tells a hook on its input, and what a failing hook means for it. */

/** Fields that every hook receives. */
export interface HookInputCommon {
  readonly session_id: string;
  /** Absolute working directory of the session. */
  readonly cwd: string;
  readonly permission_mode?: string;
  /** Present inside a sub-agent. */
  readonly agent_id?: string;
  readonly agent_type?: string;
}

/** What each event adds to the common fields. */
export interface HookEventInputs {
  PreToolUse: {
    readonly tool_name: string;
    readonly tool_input: unknown;
    readonly tool_use_id: string;
    /** Present, with `command_env`, for a command that stands in the text of this skill. */
    readonly skill_name?: string;
    /** The variables by which arguments reach that command. */
    readonly command_env?: Readonly<Record<string, string>>;
  };
  PostToolUse: {
    readonly tool_name: string;
    readonly tool_input: unknown;
    readonly tool_use_id: string;
    readonly tool_response: string;
  };
  PostToolUseFailure: {
    readonly tool_name: string;
    readonly tool_input: unknown;
    readonly tool_use_id: string;
    readonly error: string;
  };
  PermissionRequest: { readonly tool_name: string; readonly tool_input: unknown };
  UserPromptSubmit: { readonly prompt: string };
  UserPromptExpansion: { readonly command_name: string; readonly command_args: string; readonly prompt: string };
  SessionStart: { readonly source: "startup" | "resume" | "clear" | "compact" };
  SessionEnd: { readonly reason: "clear" | "exit" | "other" };
  Stop: { readonly stop_hook_active: boolean; readonly last_assistant_message: string };
  SubagentStart: { readonly agent_type: string };
  SubagentStop: {
    readonly agent_type: string;
    readonly stop_hook_active: boolean;
    readonly last_assistant_message: string;
  };
  /** `custom_instructions` is what the person typed after `/compact`; empty otherwise. */
  PreCompact: { readonly trigger: "manual" | "auto"; readonly custom_instructions: string };
  PostCompact: { readonly trigger: "manual" | "auto"; readonly compact_summary: string };
  Notification: { readonly notification_type: string; readonly message: string };
  SkillActivated: { readonly skill_name: string; readonly trigger_files: readonly string[] };
}

export type HookEventName = keyof HookEventInputs;

/** Input of one event as it is written, as JSON, to a hook. */
export type HookInput<Event extends HookEventName = HookEventName> = HookInputCommon & {
  readonly hook_event_name: Event;
} & HookEventInputs[Event];

/** How one event treats its hooks. */
export interface HookEventRules {
  /** Field of the input that a `matcher` is tested against; absent: matchers are ignored. */
  readonly matched?: string;
  /**
   * What a hook that could not do its work (not started, timed out, killed by a signal, unreadable reply) means.
   * Events that guard something fail closed; for the others the person is told and work goes on.
   */
  readonly onFailure: "block" | "notice";
  /** Whether plain text on standard output becomes context for the model. */
  readonly textIsContext: boolean;
}

/** One row per event; the order is the order of the documentation. */
export const HOOK_EVENTS: Readonly<Record<HookEventName, HookEventRules>> = {
  PreToolUse: { matched: "tool_name", onFailure: "block", textIsContext: false },
  PostToolUse: { matched: "tool_name", onFailure: "notice", textIsContext: false },
  PostToolUseFailure: { matched: "tool_name", onFailure: "notice", textIsContext: false },
  PermissionRequest: { matched: "tool_name", onFailure: "block", textIsContext: false },
  UserPromptSubmit: { onFailure: "block", textIsContext: true },
  UserPromptExpansion: { matched: "command_name", onFailure: "block", textIsContext: true },
  SessionStart: { matched: "source", onFailure: "notice", textIsContext: true },
  SessionEnd: { matched: "reason", onFailure: "notice", textIsContext: false },
  Stop: { onFailure: "notice", textIsContext: false },
  SubagentStart: { matched: "agent_type", onFailure: "notice", textIsContext: false },
  SubagentStop: { matched: "agent_type", onFailure: "notice", textIsContext: false },
  PreCompact: { matched: "trigger", onFailure: "notice", textIsContext: false },
  PostCompact: { matched: "trigger", onFailure: "notice", textIsContext: false },
  Notification: { matched: "notification_type", onFailure: "notice", textIsContext: false },
  SkillActivated: { matched: "skill_name", onFailure: "notice", textIsContext: false },
};

export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as readonly HookEventName[];

/** Tests whether a text names a hook event. Case matters. */
export function isHookEventName(name: string): name is HookEventName {
  return Object.hasOwn(HOOK_EVENTS, name);
}

/** The text that matchers of this event are tested against; undefined where the event has none. */
export function matchedSubject(input: HookInput): string | undefined {
  const field = HOOK_EVENTS[input.hook_event_name].matched;
  if (field === undefined) return undefined;
  const value = (input as unknown as Readonly<Record<string, unknown>>)[field];
  return typeof value === "string" ? value : undefined;
}
