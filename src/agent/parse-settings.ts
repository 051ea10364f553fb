/** Turns the text of one settings file into checked entries; a wrong entry costs only itself. */
import type { MemberNode, ValueNode } from "@humanwhocodes/momoa";
import { type Diagnostic, nearNames } from "../engine/index.ts";
import { memberName, type Place, parseSettingsJson, placeOf, plainValue } from "./settings-json.ts";
import { isSettingGroup, isSettingKey, SETTING_KEYS, SETTINGS, type SettingKey } from "./settings-schema.ts";

/** Where settings can stand, highest first. `option` is what the caller of the program gave by its own flags. */
export const SETTINGS_LEVELS = ["managed", "option", "flag", "local", "project", "user"] as const;
export type SettingsLevel = (typeof SETTINGS_LEVELS)[number];

/** Where an effective value comes from. */
export interface SettingsOrigin {
  readonly level: SettingsLevel;
  /** The file, or a name for what is not a file, such as `--settings`. */
  readonly path: string;
  /** 1-based; absent for what is not a file. */
  readonly line?: number;
}

/** One checked value: a whole setting, one entry of a list, or one entry of a record under `name`. */
export interface SettingEntry {
  readonly key: SettingKey;
  readonly name?: string;
  readonly value: unknown;
  readonly origin: SettingsOrigin;
}

export interface SettingsLayer {
  readonly entries: readonly SettingEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Keys that editors put into settings files and that mean nothing to us. */
const IGNORED_KEYS = new Set(["$schema"]);

/** Reads one layer. Never throws: what cannot be used is a diagnostic with its line. */
export function parseSettings(text: string, origin: Omit<SettingsOrigin, "line">): SettingsLayer {
  const json = parseSettingsJson(text, origin.path);
  if (json.kind === "invalid") return { entries: [], diagnostics: [json.diagnostic] };
  const reader = createReader(origin);
  for (const member of reader.members(json.root.members, "")) {
    const name = memberName(member);
    if (isSettingKey(name)) reader.readSetting(name, member.value);
    else if (isSettingGroup(name)) reader.readGroup(name, member.value);
    else if (!IGNORED_KEYS.has(name)) reader.unknown(name, member);
  }
  return { entries: reader.entries, diagnostics: reader.diagnostics };
}

function createReader(origin: Omit<SettingsOrigin, "line">) {
  const entries: SettingEntry[] = [];
  const diagnostics: Diagnostic[] = [];

  const report = (code: string, place: Place, message: string, hint: string) => {
    const severity = code === "settings-value" ? "error" : "warning";
    diagnostics.push({ code, severity, path: origin.path, ...place, message, hint });
  };

  const expected = (key: string, node: ValueNode, what: string) =>
    report(
      "settings-value",
      placeOf(node),
      `${key}: expected ${what}, found ${describe(node)}`,
      "This entry is skipped.",
    );

  const addEntry = (key: SettingKey, node: ValueNode, name?: string) => {
    const checked = SETTINGS[key].entry().safeParse(plainValue(node));
    if (checked.success) {
      const place = { ...origin, line: placeOf(node).line };
      entries.push({ key, ...(name !== undefined && { name }), value: checked.data, origin: place });
      return;
    }
    const issue = checked.error.issues[0];
    const where = [key, ...(name === undefined ? [] : [name]), ...(issue?.path ?? [])].map(String).join(".");
    const why = lowerFirst(issue?.message ?? "invalid value").replace(/^invalid input: /, "");
    report("settings-value", placeOf(node), `${where}: ${why}`, "This entry is skipped.");
  };

  /** The members with their doubles taken out: JSON lets the last one win, which can silently lose a deny list. */
  const members = (all: readonly MemberNode[], group: string): readonly MemberNode[] => {
    const last = new Map(all.map((member) => [memberName(member), member]));
    for (const member of all) {
      const name = memberName(member);
      if (last.get(name) === member) continue;
      report(
        "settings-duplicate",
        placeOf(member),
        `${group}${name} is given twice`,
        "The later one counts; join them.",
      );
    }
    return [...last.values()];
  };

  const readElements = (key: SettingKey, node: ValueNode, name?: string) => {
    if (node.type !== "Array") return expected(name === undefined ? key : `${key}.${name}`, node, "a list");
    for (const element of node.elements) addEntry(key, element.value, name);
  };

  const readSetting = (key: SettingKey, node: ValueNode) => {
    const merge = SETTINGS[key].merge;
    switch (merge) {
      case "value":
        return addEntry(key, node);
      case "list":
        return readElements(key, node);
      case "record":
      case "lists": {
        if (node.type !== "Object") return expected(key, node, "an object");
        for (const member of members(node.members, `${key}.`)) {
          if (merge === "record") addEntry(key, member.value, memberName(member));
          else readElements(key, member.value, memberName(member));
        }
        return;
      }
      default:
        return merge satisfies never;
    }
  };

  const unknown = (key: string, member: MemberNode) => {
    const near = nearNames(key, SETTING_KEYS, 1)[0];
    const hint = near === undefined ? "It is ignored." : `Did you mean ${near}? It is ignored.`;
    report("settings-unknown-key", placeOf(member), `there is no setting ${key}`, hint);
  };

  const readGroup = (group: string, node: ValueNode) => {
    if (node.type !== "Object") return expected(group, node, "an object");
    for (const member of members(node.members, `${group}.`)) {
      const key = `${group}.${memberName(member)}`;
      if (isSettingKey(key)) readSetting(key, member.value);
      else unknown(key, member);
    }
  };

  return { entries, diagnostics, members, readSetting, readGroup, unknown };
}

function describe(node: ValueNode): string {
  switch (node.type) {
    case "Object":
      return "an object";
    case "Array":
      return "a list";
    case "Null":
      return "null";
    default:
      return `a ${node.type.toLowerCase()}`;
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
