/** What a workspace brings that stays off until it is trusted, in words for the person who decides. */
import { type Diagnostic, type LoadedSkill, listPowers, type Skill } from "../engine/index.ts";
import type { Notice } from "./agent-session.ts";
import type { SettingEntry } from "./parse-settings.ts";

export interface HeldBack {
  /** Whose it is: the call name of a skill, the path of anything else. */
  readonly name: string;
  /** Absolute: the file or folder that brings it. */
  readonly path: string;
  readonly kind: "skill" | "settings" | "plugin" | "link" | "agents" | "servers";
  /** What it would do, each in words that follow the name, such as `registers hooks`. */
  readonly does: readonly string[];
}

/** Lists it: settings first, then plugins, skills in the order given, and links. Executes nothing. */
export function listHeldBack(found: {
  readonly settings: readonly SettingEntry[];
  readonly skills: readonly Skill[];
  readonly diagnostics: readonly Diagnostic[];
}): readonly HeldBack[] {
  const files = [...new Set(found.settings.map(({ origin }) => origin.path))];
  const settings = files.map((name): HeldBack => {
    const entries = found.settings.filter(({ origin }) => origin.path === name);
    return { name, path: name, kind: "settings", does: describeSettings(entries) };
  });
  const skills = found.skills.flatMap((skill) =>
    // Trusting a workspace approves no remote skill.
    skill.trusted || skill.source === "remote" ? [] : toHeldBackSkill(skill, skill.callName),
  );
  const plugins = found.diagnostics.filter(({ code }) => code === "untrusted-plugin").map(toHeldBackPlugin);
  const links = found.diagnostics
    .filter(({ code }) => code === "untrusted-link")
    .map(({ path }): HeldBack => ({ name: path, path, kind: "link", does: ["leads out of the project"] }));
  return [...settings, ...plugins, ...skills, ...links];
}

/** A folder of skills that is a plugin. */
export function toHeldBackPlugin({ path }: { readonly path: string }): HeldBack {
  return { name: path, path, kind: "plugin", does: ["is a plugin, with skills, commands and hooks of its own"] };
}

/** A skill with what it would do if it were trusted; none for one that would do nothing. */
export function toHeldBackSkill(skill: LoadedSkill, name: string): readonly HeldBack[] {
  // A fork is no power of its own: it runs without trust too.
  const does = listPowers({ ...skill, trusted: true, context: "inline" });
  return does.length === 0 ? [] : [{ name, path: skill.path, kind: "skill", does }];
}

/** What entries of a settings file would do. */
export function describeSettings(entries: readonly SettingEntry[]): readonly string[] {
  const named = (key: string) => entries.filter((entry) => entry.key === key);
  const events = [...new Set(named("hooks").map(({ name }) => name))];
  const allowed = named("permissions.allow").map(({ value }) => String(value));
  const others = entries.filter(({ key }) => key !== "hooks" && key !== "permissions.allow");
  const keys = [...new Set(others.map(({ key }) => key))];
  return [
    ...(events.length > 0 ? [`registers hooks for ${events.join(", ")}`] : []),
    ...(allowed.length > 0 ? [`allows ${allowed.join(", ")}`] : []),
    ...(keys.length > 0 ? [`sets ${keys.join(", ")}`] : []),
  ];
}

/** Code of the notice of what is held back, for a front end that has said it in its own way. */
export const HELD_BACK = "workspace-held-back";

const NAMED_AT_MOST = 5;

/** One notice on all of it; undefined when nothing is held back. */
export function noticeHeldBack(heldBack: readonly HeldBack[]): Notice | undefined {
  const kinds = (["settings", "plugin", "skill", "link"] as const).flatMap((kind) => {
    const names = heldBack.filter((each) => each.kind === kind).map(({ name }) => name);
    const [one, many] = LABELS[kind];
    return names.length === 0 ? [] : [`${names.length === 1 ? one : many} ${joinNames(names)}`];
  });
  if (kinds.length === 0) return undefined;
  return {
    level: "warning",
    code: HELD_BACK,
    message: `this workspace is not trusted, so some of what it brings is off: ${kinds.join("; ")}`,
    hint: "Look at it first. Then --trust trusts it for this run, and `skillful trust` for good.",
  };
}

const LABELS = {
  settings: ["powers in the settings of", "powers in the settings of"],
  plugin: ["the plugin", "the plugins"],
  skill: ["hooks, commands or grants of the skill", "hooks, commands or grants of the skills"],
  link: ["the link", "the links"],
} as const;

function joinNames(names: readonly string[]): string {
  const more = names.length - NAMED_AT_MOST;
  const shown = names.slice(0, NAMED_AT_MOST).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}
