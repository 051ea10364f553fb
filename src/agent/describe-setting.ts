/** Shows settings without what may be secret in them. Pure. */
import type { HookHandler, HookMatcher, ListedHook } from "../engine/index.ts";
import type { SettingEntry } from "./parse-settings.ts";
import type { ProviderSettings } from "./settings-schema.ts";
import type { ReportedHook, ReportedSetting } from "./setup-report.ts";
import { formatOrigin } from "./sourced-rules.ts";

/** Longest piece of a hook's command or prompt. */
const MAX_RUNS = 200;

/** One entry, with its origin as text. */
export function describeSetting(entry: SettingEntry): ReportedSetting {
  const { key, name, origin } = entry;
  return {
    key,
    ...(name !== undefined && { name }),
    value: safeValue(entry),
    level: origin.level,
    origin: formatOrigin(origin),
  };
}

/** A hook in force. `entries` are those of the settings, which know the line of their hooks. */
export function describeHook(hook: ListedHook, entries: readonly SettingEntry[]): ReportedHook {
  const { event, matcherText: matcher, handler } = hook;
  const { type } = handler;
  const origin = originOf(hook, entries);
  return { event, ...(matcher !== undefined && { matcher }), type, runs: describeHandler(handler), origin };
}

function originOf({ origin, handler }: ListedHook, entries: readonly SettingEntry[]): string {
  switch (origin.kind) {
    case "settings": {
      const entry = entries.find(({ key, value }) => key === "hooks" && (value as HookMatcher).hooks.includes(handler));
      return entry === undefined ? origin.path : formatOrigin(entry.origin);
    }
    case "plugin":
    case "skill":
      return `${origin.kind} ${origin.name}, ${origin.path}`;
    default:
      return origin satisfies never;
  }
}

function safeValue(entry: SettingEntry): unknown {
  const { key, value } = entry;
  switch (key) {
    case "env":
      return "(hidden)";
    case "hooks":
      return describeMatcher(value as HookMatcher);
    case "providers": {
      const { baseUrl, apiKeyEnv } = value as ProviderSettings;
      return {
        ...(baseUrl !== undefined && { baseUrl: safeAddress(baseUrl) }),
        ...(apiKeyEnv !== undefined && { apiKeyEnv }),
      };
    }
    default:
      return value;
  }
}

function describeMatcher({ matcher, hooks }: HookMatcher): readonly string[] {
  return hooks.map((handler) => `${matcher || "*"}: ${handler.type} ${describeHandler(handler)}`);
}

function describeHandler({ type, command = "", url = "", prompt = "" }: HookHandler): string {
  switch (type) {
    case "command":
      return command.slice(0, MAX_RUNS);
    case "http":
      return safeAddress(url);
    case "prompt":
      return prompt.slice(0, MAX_RUNS);
    default:
      return type satisfies never;
  }
}

/** Without user, password and query, which may hold a token. */
function safeAddress(text: string): string {
  if (!URL.canParse(text)) return "(not an address)";
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}
