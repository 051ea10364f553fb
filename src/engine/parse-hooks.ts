/** Checks the shape of a skill's `hooks` and keeps those that can run. */
import { type FieldContext, textOfNode } from "./field-values.ts";
import { HOOK_EVENT_NAMES, type HookEventName, isHookEventName } from "./hook-events.ts";
import { nearNames } from "./near-names.ts";
import type { HookHandler, HookMatcher, HooksConfig } from "./types.ts";
import type { YamlEntry, YamlMap, YamlNode } from "./yaml-tree.ts";

const HANDLER_KEYS: ReadonlySet<string> = new Set([
  "type",
  "command",
  "url",
  "headers",
  "prompt",
  "timeout",
  "once",
  "matcher",
  "hooks",
]);
/** The field that each type of handler cannot do without. */
const REQUIRED = { command: "command", http: "url", prompt: "prompt" } as const;

/**
 * Parses `hooks`. Every fault is a diagnostic of severity error, because a hook that is left out may be a guard; all
 * other hooks are kept. A single matcher or handler may stand where a list is usual, and `type` defaults to `command`.
 * Undefined when no hook is left.
 */
export function parseHooks(node: YamlNode, context: FieldContext): HooksConfig | undefined {
  if (node.kind === "scalar" && node.value === null) return undefined;
  if (node.kind !== "map") {
    reportHook(context, node, "`hooks` must be a map from events to lists of hooks; no hook is registered.");
    return undefined;
  }
  const config: Record<string, readonly HookMatcher[]> = Object.create(null);
  for (const entry of node.entries) {
    const event = readEvent(entry, context);
    if (event === undefined) continue;
    const matchers = listOf(entry.value).flatMap((item) => readMatcher(event, item, context));
    if (matchers.length > 0) config[event] = [...(config[event] ?? []), ...matchers];
  }
  return Object.keys(config).length > 0 ? config : undefined;
}

function readEvent({ key, start }: YamlEntry, context: FieldContext): HookEventName | undefined {
  if (isHookEventName(key)) return key;
  const folded = key.replace(/[-_]/g, "").toLowerCase();
  const spelled = HOOK_EVENT_NAMES.find((name) => name.toLowerCase() === folded);
  if (spelled !== undefined) return spelled;
  const near = nearNames(key, HOOK_EVENT_NAMES, 1)[0];
  context.report.add({
    code: "unknown-hook-event",
    severity: "error",
    message: `There is no hook event ${JSON.stringify(key.slice(0, 80))}; its hooks are not registered.`,
    hint: near ? `Did you mean \`${near}\`?` : `The events are ${HOOK_EVENT_NAMES.join(", ")}.`,
    offset: start,
  });
  return undefined;
}

function readMatcher(event: HookEventName, node: YamlNode, context: FieldContext): readonly HookMatcher[] {
  if (node.kind !== "map") {
    reportHook(
      context,
      node,
      `A hook of \`${event}\` must be a map with \`hooks\`, or with \`command\`; it is not registered.`,
    );
    return [];
  }
  const matcherNode = entryValue(node, "matcher");
  const matcher = matcherNode && readMatcherText(matcherNode, context);
  if (matcherNode !== undefined && matcher === undefined && !isNull(matcherNode)) {
    reportHook(
      context,
      matcherNode,
      `The \`matcher\` of a \`${event}\` hook must be a text; the hook is not registered.`,
    );
    return [];
  }
  const nested = entryValue(node, "hooks");
  // `- command: …` without the inner list says the same as a matcher with one hook.
  const handlerNodes = nested === undefined ? [node] : listOf(nested);
  const hooks = handlerNodes.flatMap((handler) => readHandler(event, handler, context));
  return hooks.length === 0 ? [] : [{ ...(matcher ? { matcher } : {}), hooks }];
}

function readMatcherText(node: YamlNode, context: FieldContext): string | undefined {
  if (node.kind === "list") {
    const names = node.items.map((item) => textIn(item, context));
    return names.every((name) => name !== undefined) ? names.join("|") : undefined;
  }
  return node.kind === "scalar" ? textIn(node, context) : undefined;
}

function readHandler(event: HookEventName, node: YamlNode, context: FieldContext): readonly HookHandler[] {
  if (node.kind === "scalar" && typeof node.value === "string" && node.value.trim() !== "") {
    return [{ type: "command", command: node.value }];
  }
  if (node.kind !== "map") {
    reportHook(
      context,
      node,
      `A hook of \`${event}\` must be a map with \`command\`, \`url\` or \`prompt\`; it is not registered.`,
    );
    return [];
  }
  const type = readType(event, node, context);
  if (type === undefined) return [];
  const required = REQUIRED[type];
  const content = entryValue(node, required);
  const text = content && content.kind === "scalar" ? textIn(content, context) : undefined;
  if (text === undefined) {
    reportHook(
      context,
      content ?? node,
      `A \`${event}\` hook of type \`${type}\` needs a \`${required}\`; it is not registered.`,
    );
    return [];
  }
  reportUnknownKeys(event, node, context);
  return [{ type, [required]: text, ...readOptions(event, node, context) }];
}

function readType(event: HookEventName, node: YamlMap, context: FieldContext): HookHandler["type"] | undefined {
  const written = entryValue(node, "type");
  const type = (written && textIn(written, context)) ?? "command";
  if (type === "command" || type === "http" || type === "prompt") return type;
  reportHook(
    context,
    written ?? node,
    `\`${type.slice(0, 40)}\` is not a type of hook (\`${event}\`); the hook is not registered.`,
    "Use `command`, `http` or `prompt`.",
  );
  return undefined;
}

function readOptions(event: HookEventName, node: YamlMap, context: FieldContext): Partial<HookHandler> {
  const options: { timeout?: number; once?: boolean; headers?: Record<string, string> } = {};
  const timeout = entryValue(node, "timeout");
  if (timeout !== undefined && !isNull(timeout)) {
    const seconds = Number(textIn(timeout, context));
    if (Number.isFinite(seconds) && seconds > 0) options.timeout = seconds;
    else
      reportHook(
        context,
        timeout,
        `The \`timeout\` of a \`${event}\` hook must be a number of seconds; the default is used.`,
      );
  }
  const once = entryValue(node, "once");
  const onceText = once && textIn(once, context)?.toLowerCase();
  if (onceText !== undefined) options.once = ["true", "yes", "on", "1"].includes(onceText);
  const headers = entryValue(node, "headers");
  if (headers?.kind === "map") {
    const record: Record<string, string> = Object.create(null);
    for (const { key, value } of headers.entries) record[key] = textIn(value, context) ?? "";
    options.headers = record;
  } else if (headers !== undefined && !isNull(headers)) {
    reportHook(context, headers, `The \`headers\` of a \`${event}\` hook must be a map; none are sent.`);
  }
  return options;
}

/** A condition that we do not know would make the hook run more often than its author wants. */
function reportUnknownKeys(event: HookEventName, node: YamlMap, context: FieldContext): void {
  for (const { key, start } of node.entries) {
    if (HANDLER_KEYS.has(key)) continue;
    context.report.add({
      code: "unknown-hook-field",
      severity: "warning",
      message: `\`${key.slice(0, 40)}\` of a \`${event}\` hook is not known and has no effect.`,
      offset: start,
    });
  }
}

function reportHook(context: FieldContext, node: YamlNode, message: string, hint?: string): void {
  context.report.add({
    code: "malformed-hook",
    severity: "error",
    message,
    hint:
      hint ??
      "Write `hooks:`, an event such as `PreToolUse:`, then `- matcher: Bash` and `hooks: [{ command: ./check.sh }]`.",
    offset: node.start,
    frame: true,
  });
}

function listOf(node: YamlNode): readonly YamlNode[] {
  if (node.kind === "list") return node.items;
  return isNull(node) ? [] : [node];
}

function entryValue(map: YamlMap, key: string): YamlNode | undefined {
  return map.entries.findLast((entry) => entry.key === key)?.value;
}

function isNull(node: YamlNode): boolean {
  return node.kind === "scalar" && node.value === null;
}

function textIn(node: YamlNode, context: FieldContext): string | undefined {
  const read = textOfNode(node, context.block);
  return read.kind === "text" && read.text.trim() !== "" ? read.text : undefined;
}
