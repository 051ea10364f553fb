/** Which hooks are in force: those of settings and plugins for good, those of skills from their invocation until a reset. */
import { HOOK_EVENTS, type HookEventName, type HookInput, isHookEventName, matchedSubject } from "./hook-events.ts";
import { matchHook, type ParsedMatcher, type PatternCompiler, parseHookMatcher } from "./hook-matcher.ts";
import type { Diagnostic, HookHandler, HooksConfig } from "./types.ts";

/** Where a hook was written, for messages and for its environment. */
export type HookOrigin =
  | { readonly kind: "settings"; readonly path: string }
  | {
      readonly kind: "skill";
      /** Qualified name of the skill. */
      readonly name: string;
      readonly path: string;
      readonly directory: string;
      readonly pluginRoot?: string;
      readonly pluginData?: string;
    }
  | {
      readonly kind: "plugin";
      readonly name: string;
      readonly path: string;
      readonly pluginRoot: string;
      readonly pluginData?: string;
    };

export interface RegisteredHook {
  readonly event: HookEventName;
  readonly handler: HookHandler;
  readonly origin: HookOrigin;
}

/** A hook as it was declared. */
export interface ListedHook extends RegisteredHook {
  /** As written; absent: all. */
  readonly matcherText?: string;
}

export interface HookRegistry {
  /** Adds what a settings file declares; the same handler of several files is kept once. Returns what is wrong with it. */
  addSettings(hooks: HooksConfig, path: string): readonly Diagnostic[];
  /** Adds what a plugin declares, for good. */
  addPlugin(hooks: HooksConfig, origin: Extract<HookOrigin, { kind: "plugin" }>): readonly Diagnostic[];
  /** Adds a skill's hooks; nothing happens when the skill's hooks are in force already. */
  addSkill(hooks: HooksConfig, origin: Extract<HookOrigin, { kind: "skill" }>): readonly Diagnostic[];
  /** The hooks in force, in order of registration. */
  list(): readonly ListedHook[];
  /** Whether any hook is in force for an event, whatever its matcher. */
  has(event: HookEventName): boolean;
  /** Takes the hooks that match an event, in order of registration. A `once` hook is lent to one caller at a time. */
  take(input: HookInput): readonly TakenHook[];
  /** Removes the hooks of all skills. */
  clearSkills(): void;
  /** A registry for a sub-agent: the hooks of settings and plugins, none of the skills'. */
  fork(): HookRegistry;
}

/** A hook lent for one run; `finish` must be called with whether it succeeded, which retires a `once` hook. */
export interface TakenHook extends RegisteredHook {
  finish(succeeded: boolean): void;
}

interface Entry extends ListedHook {
  readonly matcher: ParsedMatcher;
  readonly identity: string;
  state: "ready" | "lent" | "retired";
}

/** Creates an empty registry. `compilePattern` serves matchers that are regular expressions. */
export function createHookRegistry(compilePattern: PatternCompiler): HookRegistry {
  return registryOf([], compilePattern);
}

function registryOf(initial: readonly Entry[], compilePattern: PatternCompiler): HookRegistry {
  let entries: Entry[] = [...initial];

  const add = (hooks: HooksConfig, origin: HookOrigin): readonly Diagnostic[] => {
    const diagnostics: Diagnostic[] = [];
    for (const [event, groups] of Object.entries(hooks)) {
      if (!isHookEventName(event)) {
        diagnostics.push(unknownEvent(event, origin.path));
        continue;
      }
      for (const group of groups) {
        const matcher = parseHookMatcher(group.matcher, compilePattern);
        if (matcher.kind === "error") {
          diagnostics.push(
            unreadableMatcher({ event, matcher: group.matcher ?? "", why: matcher.message, path: origin.path }),
          );
        }
        for (const handler of group.hooks) {
          const identity = JSON.stringify([event, group.matcher ?? "", ownerOf(origin), handler]);
          if (entries.some((entry) => entry.identity === identity)) continue;
          const matcherText = group.matcher !== undefined && group.matcher !== "" && { matcherText: group.matcher };
          entries.push({ event, handler, origin, matcher, ...matcherText, identity, state: "ready" });
        }
      }
    }
    return diagnostics;
  };

  return {
    addSettings: (hooks, path) => add(hooks, { kind: "settings", path }),
    addPlugin: add,
    addSkill: add,
    list: () => entries.filter(({ state }) => state !== "retired"),
    has: (event) => entries.some((entry) => entry.event === event && entry.state !== "retired"),
    take(input) {
      const subject = matchedSubject(input);
      const failClosed = HOOK_EVENTS[input.hook_event_name].onFailure === "block";
      return entries
        .filter(
          (entry) =>
            entry.event === input.hook_event_name &&
            entry.state === "ready" &&
            matchHook(entry.matcher, subject, { failClosed }),
        )
        .map(lend);
    },
    clearSkills() {
      entries = entries.filter((entry) => entry.origin.kind !== "skill");
    },
    fork: () =>
      registryOf(
        entries.filter((entry) => entry.origin.kind !== "skill"),
        compilePattern,
      ),
  };
}

function lend(entry: Entry): TakenHook {
  const once = entry.handler.once === true && entry.origin.kind === "skill";
  if (once) entry.state = "lent";
  return {
    event: entry.event,
    handler: entry.handler,
    origin: entry.origin,
    finish(succeeded) {
      if (once) entry.state = succeeded ? "retired" : "ready";
    },
  };
}

/** Settings files are one owner, so that a hook written in two of them runs once; each skill and plugin is its own. */
function ownerOf(origin: HookOrigin): string {
  return origin.kind === "settings" ? "settings" : `${origin.kind}:${origin.name}`;
}

function unknownEvent(event: string, path: string): Diagnostic {
  return {
    code: "unknown-hook-event",
    severity: "error",
    path,
    message: `"${event}" is not a hook event; its hooks never run`,
    hint: `Use one of ${Object.keys(HOOK_EVENTS).join(", ")}.`,
  };
}

function unreadableMatcher(at: { event: HookEventName; matcher: string; why: string; path: string }): Diagnostic {
  const effect =
    HOOK_EVENTS[at.event].onFailure === "block"
      ? "until it is mended the hook runs for everything"
      : "until it is mended the hook never runs";
  return {
    code: "invalid-hook-matcher",
    severity: "error",
    path: at.path,
    message: `the matcher "${at.matcher}" of a ${at.event} hook cannot be read: ${at.why}; ${effect}`,
    hint: "Write exact names separated by `|`, or a regular expression without look-around and back-references.",
  };
}
