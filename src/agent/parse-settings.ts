/** Turns the text of one settings file into checked entries; a wrong entry costs only itself. */
import { type Diagnostic, type JsonMember, type JsonNode, nearNames } from "../engine/index.ts";
import { checkRuleSetting } from "./check-rule-setting.ts";
import { type Place, parseSettingsJson, plainValue } from "./settings-json.ts";
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
  const reader = createReader(origin, json.placeOf);
  for (const member of reader.members(json.root.members, "")) {
    const name = member.key;
    if (isSettingKey(name)) reader.readSetting(name, member.value);
    else if (isSettingGroup(name)) reader.readGroup(name, member.value);
    else if (!IGNORED_KEYS.has(name)) reader.unknown(name, member);
  }
  return { entries: reader.entries, diagnostics: reader.diagnostics };
}

function createReader(origin: Omit<SettingsOrigin, "line">, placeOf: (offset: number) => Place) {
  const entries: SettingEntry[] = [];
  const diagnostics: Diagnostic[] = [];

  const report = (code: string, place: Place, message: string, hint: string) => {
    const severity = code === "settings-value" ? "error" : "warning";
    diagnostics.push({ code, severity, path: origin.path, ...place, message, hint });
  };

  const expected = (key: string, node: JsonNode, what: string) =>
    report(
      "settings-value",
      placeOf(node.offset),
      `${key}: expected ${what}, found ${describe(node)}`,
      "This entry is skipped.",
    );

  const addEntry = (key: SettingKey, node: JsonNode, name?: string) => {
    const checked = SETTINGS[key].entry().safeParse(plainValue(node));
    if (checked.success) {
      const place = placeOf(node.offset);
      entries.push({
        key,
        ...(name !== undefined && { name }),
        value: checked.data,
        origin: { ...origin, line: place.line },
      });
      const problem = checkRuleSetting(key, checked.data);
      if (problem !== undefined) diagnostics.push({ ...problem, path: origin.path, ...place });
      return;
    }
    const issue = checked.error.issues[0];
    const where = [key, ...(name === undefined ? [] : [name]), ...(issue?.path ?? [])].map(String).join(".");
    const why = lowerFirst(issue?.message ?? "invalid value").replace(/^invalid input: /, "");
    report("settings-value", placeOf(node.offset), `${where}: ${why}`, "This entry is skipped.");
  };

  /** The members with their doubles taken out: JSON lets the last one win, which can silently lose a deny list. */
  const members = (all: readonly JsonMember[], group: string): readonly JsonMember[] => {
    const last = new Map(all.map((member) => [member.key, member]));
    for (const member of all) {
      const name = member.key;
      if (last.get(name) === member) continue;
      report(
        "settings-duplicate",
        placeOf(member.offset),
        `${group}${name} is given twice`,
        "The later one counts; join them.",
      );
    }
    return [...last.values()];
  };

  const readElements = (key: SettingKey, node: JsonNode, name?: string) => {
    if (node.kind !== "array") return expected(name === undefined ? key : `${key}.${name}`, node, "a list");
    for (const item of node.items) addEntry(key, item, name);
  };

  const readSetting = (key: SettingKey, node: JsonNode) => {
    const merge = SETTINGS[key].merge;
    switch (merge) {
      case "value":
        return addEntry(key, node);
      case "list":
        return readElements(key, node);
      case "record":
      case "lists": {
        if (node.kind !== "object") return expected(key, node, "an object");
        for (const member of members(node.members, `${key}.`)) {
          if (merge === "record") addEntry(key, member.value, member.key);
          else readElements(key, member.value, member.key);
        }
        return;
      }
      default:
        return merge satisfies never;
    }
  };

  const unknown = (key: string, member: JsonMember) => {
    const near = nearNames(key, SETTING_KEYS, 1)[0];
    const hint = near === undefined ? "It is ignored." : `Did you mean ${near}? It is ignored.`;
    report("settings-unknown-key", placeOf(member.offset), `there is no setting ${key}`, hint);
  };

  const readGroup = (group: string, node: JsonNode) => {
    if (node.kind !== "object") return expected(group, node, "an object");
    for (const member of members(node.members, `${group}.`)) {
      const key = `${group}.${member.key}`;
      if (isSettingKey(key)) readSetting(key, member.value);
      else unknown(key, member);
    }
  };

  return { entries, diagnostics, members, readSetting, readGroup, unknown };
}

function describe({ kind }: JsonNode): string {
  switch (kind) {
    case "object":
      return "an object";
    case "array":
      return "a list";
    case "null":
      return "null";
    default:
      return `a ${kind}`;
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
