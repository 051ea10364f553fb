/** What can be said of a session before it is opened: every setting in effect, where it comes from, and what follows from it. */
import type { Diagnostic, ListingUse, SkillSource, SkillState } from "../engine/index.ts";
import type { SettingsLevel } from "./parse-settings.ts";
import type { SettingKey } from "./settings-schema.ts";
import type { SandboxDescription } from "./shell-sandbox.ts";

/** One value, or one entry of a list or record. */
export interface ReportedSetting {
  readonly key: SettingKey;
  /** In a record or in `hooks`: the entry's name. */
  readonly name?: string;
  /** What is secret, or may be, is left out: values of `env`, headers of hooks, passwords in addresses. */
  readonly value: unknown;
  readonly level: SettingsLevel | "default";
  /** `file:line`, or a name for what is not a file. */
  readonly origin: string;
}

export interface IgnoredSetting extends ReportedSetting {
  /**
   * `untrusted`: it takes trust in the workspace. `personal`: no workspace may say it. `overridden`: a higher source has its
   * place. `repeated`: a higher source says the same.
   */
  readonly why: "untrusted" | "personal" | "overridden" | "repeated";
  /** Of the entry that counts instead. */
  readonly by?: string;
}

export type ReportedModel =
  | {
      readonly kind: "chosen";
      /** `provider/model`, or `demo`. */
      readonly id: string;
      /** A phrase: the setting, variable or server that made it this one. */
      readonly because: string;
      /** Of its server; absent for the demo. */
      readonly address?: string;
      /** Name of the environment variable that holds its key; absent when there is none. */
      readonly keyVariable?: string;
      /** Tokens; absent when unknown. */
      readonly contextWindow?: number;
    }
  | { readonly kind: "unusable"; readonly message: string; readonly hint?: string };

export interface ReportedPlace {
  readonly path: string;
  /** The variable that moved it, or `default`. */
  readonly origin: string;
}

export interface ReportedHook {
  readonly event: string;
  /** Absent: all. */
  readonly matcher?: string;
  readonly type: "command" | "http" | "prompt";
  /** The command, the address without what may be secret, or the beginning of the prompt. */
  readonly runs: string;
  readonly origin: string;
}

export interface SetupReport {
  readonly node: string;
  /** Such as `linux x64`. */
  readonly platform: string;
  readonly workspace: {
    readonly cwd: string;
    readonly root: string;
    readonly trusted: boolean;
    readonly because: string;
  };
  readonly places: {
    /** Settings, trust, history and counts of the person. */
    readonly state: ReportedPlace;
    readonly managed: ReportedPlace;
    readonly home: ReportedPlace;
  };
  readonly model: ReportedModel;
  readonly permissionMode: string;
  /** The program that commands run in; absent when there is none. */
  readonly shell?: string;
  readonly sandbox: SandboxDescription;
  readonly skills: readonly {
    readonly source: SkillSource;
    readonly states: Readonly<Partial<Record<SkillState, number>>>;
  }[];
  readonly listing: ListingUse;
  readonly hooks: readonly ReportedHook[];
  readonly settings: {
    /** The files that were read, highest rank first. */
    readonly files: readonly string[];
    readonly effective: readonly ReportedSetting[];
    readonly ignored: readonly IgnoredSetting[];
  };
  /** Of settings, hooks, skills and the model; those of severity `error` are to be mended. */
  readonly problems: readonly Diagnostic[];
}
