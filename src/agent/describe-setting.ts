/** Shows settings without what may be secret in them. Pure. */
import type { HookHandler, HookMatcher } from "../engine/index.ts";
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

/** The hooks of one entry of `hooks`, which is a matcher with its handlers. */
export function describeHooks({ name = "", value, origin }: SettingEntry): readonly ReportedHook[] {
  const { matcher, hooks } = value as HookMatcher;
  return hooks.map((handler) => ({
    event: name,
    ...(matcher !== undefined && matcher !== "" && { matcher }),
    type: handler.type,
    runs: describeHandler(handler),
    origin: formatOrigin(origin),
  }));
}

function safeValue(entry: SettingEntry): unknown {
  const { key, value } = entry;
  switch (key) {
    case "env":
      return "(hidden)";
    case "hooks":
      return describeHooks(entry).map(({ matcher = "*", type, runs }) => `${matcher}: ${type} ${runs}`);
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
