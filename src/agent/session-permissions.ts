/** The permission rules of one session: those of the settings, those that the person agreed to, those of skills in use. */
import { basename, dirname, resolve } from "node:path";
import type { Skill, SkillEntry, SourcedRule } from "../engine/index.ts";
import type { MergedSettings } from "./merge-settings.ts";
import type { PermissionSettings } from "./permission-check.ts";
import { DEFAULT_PERMISSION_MODE, type PermissionMode } from "./settings-schema.ts";
import { listSourcedRules, toRule } from "./sourced-rules.ts";

export interface SessionPermissions {
  readonly mode: PermissionMode;
  /** The rules of this moment, with what skills grant to the agent that asks. */
  settings(grants: readonly SourcedRule[]): PermissionSettings;
  /** Puts rules into force that the person agreed to, until `forget`. */
  remember(rules: readonly string[]): void;
  /** Puts rules into force that were written to a settings file of the workspace; they outlive `forget`. */
  keep(rules: readonly string[], path: string): void;
  /** Whether `rule` is one that the person agreed to in this session, for a while or for good. */
  isAgreed(rule: string): boolean;
  forget(): void;
}

/** Creates the rules from the effective settings. */
export function createSessionPermissions(options: {
  readonly settings: MergedSettings;
  readonly cwd: string;
  readonly home: string;
  /** The skills of this moment; their directories may be read. */
  skills(): readonly SkillEntry[];
}): SessionPermissions {
  const { settings, cwd, home } = options;
  const { values } = settings;
  const { allow, ask, deny } = listSourcedRules(settings);
  const mode = values["permissions.defaultMode"] ?? DEFAULT_PERMISSION_MODE;
  const addedDirectories = values["permissions.additionalDirectories"].map((directory) => resolve(cwd, directory));
  let remembered: readonly SourcedRule[] = [];
  let kept: readonly SourcedRule[] = [];
  return {
    mode,
    settings(grants) {
      const skillDirectories = [...new Set(options.skills().map(({ skill }) => readableDirectory(skill)))];
      return {
        allow: [...allow, ...kept, ...remembered],
        ask,
        deny,
        grants,
        mode,
        home,
        addedDirectories,
        skillDirectories,
      };
    },
    remember(rules) {
      remembered = [...remembered, ...rules.map((text) => ({ text, origin: "your answer in this session" }))];
    },
    keep(rules, path) {
      kept = [...kept, ...rules.map((text) => toRule(text, { level: "local", path }))];
    },
    isAgreed: (rule) => [...kept, ...remembered].some(({ text }) => text === rule),
    forget() {
      remembered = [];
    },
  };
}

/**
 * A directory that may be read for the skill's sake: its plugin's, whose parts refer to each other, else the `skills` folder
 * around it, so that thousands of skills come to a few directories, else its own. For a skill without a file this is a name
 * that no path can have.
 */
function readableDirectory({ directory, pluginRoot }: Skill): string {
  if (pluginRoot !== undefined) return pluginRoot;
  const parent = dirname(directory);
  return basename(parent) === "skills" ? parent : directory;
}
