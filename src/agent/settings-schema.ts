/** Every setting, declared once: its name, its shape, how several files combine, and what an untrusted workspace may set. */
import { z } from "zod";
import { DEFAULT_PRECEDENCE, type HookMatcher, type SkillSource } from "../engine/index.ts";
import { isSafeAddress } from "../platform/index.ts";

export const PERMISSION_MODES = ["default", "accept-edits", "dont-ask", "bypass"] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];
export const DEFAULT_PERMISSION_MODE: PermissionMode = "default";

export const SANDBOX_MODES = ["auto", "on", "off"] as const;
export type SandboxMode = (typeof SANDBOX_MODES)[number];

/** Spellings of the permission modes in other products' settings files. */
const MODE_SPELLINGS: Readonly<Record<string, PermissionMode>> = {
  acceptEdits: "accept-edits",
  dontAsk: "dont-ask",
  bypassPermissions: "bypass",
};

// Each schema is made when the first setting of its kind is read: making all of them takes a noticeable part of a start.
const text = () => z.string().min(1).max(10_000);
const flag = () => z.boolean();
const count = () => z.int().min(0).max(10_000_000);
const effort = () =>
  z.union([z.enum(["low", "medium", "high", "xhigh", "max"]), z.int().min(1).max(1_000_000)], {
    error: "expected low, medium, high, xhigh, max or a positive whole number",
  });
const permissionMode = () =>
  z.preprocess(
    (value) => (typeof value === "string" ? (MODE_SPELLINGS[value] ?? value) : value),
    z.enum(PERMISSION_MODES),
  );
const skillSource = () => z.enum(DEFAULT_PRECEDENCE as readonly [SkillSource, ...SkillSource[]]);

const hookHandler = () =>
  z
    .looseObject({
      type: z.enum(["command", "http", "prompt"]).default("command"),
      command: text().optional(),
      url: z.url().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      prompt: text().optional(),
      timeout: z.number().positive().optional(),
      once: flag().optional(),
    })
    .refine((hook) => hook[hook.type === "http" ? "url" : hook.type] !== undefined, {
      error: (issue) => {
        const type = (issue.input as { readonly type: string }).type;
        return `a hook of type ${type} needs the field ${type === "http" ? "url" : type}`;
      },
    });
const hookMatcher = () =>
  z.object({
    matcher: z.string().optional(),
    hooks: z.array(hookHandler()),
  }) as unknown as z.ZodType<HookMatcher>;

const provider = () =>
  z.strictObject({
    /** Address of the provider's API. */
    baseUrl: z.url({ protocol: /^https?$/ }).optional(),
    /** Name of the environment variable that holds the key; keys themselves do not belong into settings files. */
    apiKeyEnv: text().optional(),
  });
export type ProviderSettings = z.infer<ReturnType<typeof provider>>;

const remoteOrigin = () =>
  z.string().transform((address, context) => {
    const url = isSafeAddress(address) ? new URL(address) : undefined;
    if (url !== undefined && url.pathname === "/" && url.search === "" && url.hash === "") return url.origin;
    context.addIssue("expected an origin such as https://example.com: https, without a path");
    return z.NEVER;
  });

/** What an untrusted workspace may set of a setting: nothing, everything, or values that only restrict. */
type Untrusted = (value: unknown) => boolean;
const nothing: Untrusted = () => false;
const everything: Untrusted = () => true;
const only =
  (restricting: unknown): Untrusted =>
  (value) =>
    value === restricting;

/** `value`: the highest level wins. `list`: all levels joined. `record`: joined key by key. `lists`: a record of joined lists. */
type Merge = "value" | "list" | "record" | "lists";

interface SettingRule<M extends Merge, T> {
  readonly merge: M;
  /** Schema of the value, of one entry of the list, or of one value of the record. */
  readonly entry: () => z.ZodType<T>;
  readonly untrusted: Untrusted;
  /** True: what an untrusted workspace may not set, a trusted one may not either, only the person. */
  readonly personal: boolean;
}

function rule<M extends Merge, T>(merge: M, entry: () => z.ZodType<T>, untrusted: Untrusted): SettingRule<M, T> {
  let made: z.ZodType<T> | undefined;
  return { merge, entry: () => (made ??= entry()), untrusted, personal: false };
}

function personal<M extends Merge, T>(merge: M, entry: () => z.ZodType<T>, untrusted: Untrusted): SettingRule<M, T> {
  return { ...rule(merge, entry, untrusted), personal: true };
}

export const SETTINGS = {
  model: rule("value", text, nothing),
  modelAliases: rule("record", text, nothing),
  effort: rule("value", effort, nothing),
  maxSteps: rule("value", () => z.int().min(1).max(100_000), nothing),
  env: rule("record", () => z.string(), nothing),
  providers: rule("record", provider, nothing),
  contextWindows: rule("record", () => z.int().min(1000), nothing),
  hooks: rule("lists", hookMatcher, nothing),
  /** Hosts, besides this machine, that `http` hooks may post to. */
  allowedHttpHookHosts: rule("list", text, nothing),
  enabledPlugins: rule("record", flag, only(false)),
  "permissions.allow": rule("list", text, nothing),
  "permissions.ask": rule("list", text, everything),
  "permissions.deny": rule("list", text, everything),
  "permissions.defaultMode": rule("value", permissionMode, nothing),
  "permissions.additionalDirectories": rule("list", text, nothing),
  "sandbox.mode": personal("value", () => z.enum(SANDBOX_MODES), only("on")),
  "sandbox.network": personal("value", flag, only(false)),
  "sandbox.writable": personal("list", text, nothing),
  /** One that begins with `!` shows a place that is hidden by default. */
  "sandbox.hidden": personal("list", text, (path) => !String(path).startsWith("!")),
  "skills.bundled": rule("value", flag, only(false)),
  "skills.precedence": rule("list", skillSource, nothing),
  "skills.modelInvocation": rule("value", () => z.enum(["declared", "fork"]), nothing),
  "skills.inlineTools": rule("value", () => z.enum(["grant", "restrict"]), only("restrict")),
  "skills.filesFromShell": rule("value", flag, only(false)),
  "skills.overrides": rule("record", () => z.enum(["on", "name-only", "user-only", "off"]), only("off")),
  "skills.features": rule("list", text, nothing),
  /** Origins whose skills may be fetched, such as `https://example.com`. Experimental. */
  "skills.remote": personal("list", remoteOrigin, nothing),
  /** False: every skill file is read at every start. */
  "skills.indexCache": rule("value", flag, everything),
  "compaction.auto": rule("value", flag, nothing),
  "compaction.threshold": rule("value", () => z.number().min(0.1).max(0.95), nothing),
  "listing.maxDescriptionChars": rule("value", count, everything),
  "listing.budget": rule("value", count, everything),
} as const;

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

type ValueOf<R> = R extends { readonly merge: infer M; readonly entry: () => z.ZodType<infer T> }
  ? M extends "value"
    ? T | undefined
    : M extends "list"
      ? readonly T[]
      : M extends "record"
        ? Readonly<Record<string, T>>
        : Readonly<Record<string, readonly T[]>>
  : never;

/** The effective settings by dotted key. */
export type SettingValues = { readonly [K in SettingKey]: ValueOf<(typeof SETTINGS)[K]> };

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

/** True for the first half of dotted keys: `permissions`, `skills`, `compaction`, `listing`. */
export function isSettingGroup(name: string): boolean {
  return SETTING_KEYS.some((key) => key.startsWith(`${name}.`));
}
