/** The settings that the engine reads, their defaults, and the default owner order of a name. */
import type { SourcedRule } from "./tool-policy.ts";
import type { SkillSource } from "./types.ts";

/** Default owner order of a bare name, highest first (docs/decisions/0003-name-precedence.md). */
export const DEFAULT_PRECEDENCE: readonly SkillSource[] = [
  "managed",
  "project",
  "added",
  "user",
  "bundled",
  "custom",
  "nested",
  "bundled-plugin",
  "plugin",
  "remote",
];

export type SkillOverride = "on" | "name-only" | "user-only" | "off";

/** Settings that the engine reads, defaults applied. The agent maps its settings files to this. */
export interface EngineSettings {
  readonly skills: {
    /** `skills.bundled`: false leaves the compiled-in skills out. */
    readonly bundled: boolean;
    /** `skills.precedence`: which source owns a bare name, highest first; sources left out follow in default order. */
    readonly precedence: readonly SkillSource[];
    /** `skills.modelInvocation`: `fork` makes every call by the model fork. */
    readonly modelInvocation: "declared" | "fork";
    /** `skills.inlineTools`: `restrict` also narrows the tool pool to an inline skill's `allowed-tools`. */
    readonly inlineTools: "grant" | "restrict";
    /** `skills.filesFromShell`: files that the output of a command names count as touched. */
    readonly filesFromShell: boolean;
    /** `skills.overrides`: visibility by name. */
    readonly overrides: Readonly<Record<string, SkillOverride>>;
    /** `skills.features`: flags that switch on bundled skills which are off by default. */
    readonly features: readonly string[];
  };
  readonly listing: {
    /** `listing.maxDescriptionChars`: cap of one entry's description with its `when_to_use`, in characters. */
    readonly maxDescriptionChars: number;
    /** `listing.budget`: cap of the whole list in characters; absent: 1 % of the context window at 4 characters a token. */
    readonly budget?: number;
  };
  readonly permissions: PermissionRules;
  readonly plugins: {
    /** `enabledPlugins`: by `name@marketplace`, whether a plugin is on (docs/decisions/0017-which-plugins-are-on.md). */
    readonly enabled: Readonly<Record<string, boolean>>;
  };
}

/** `Tool` or `Tool(specifier)`, as text or with the place it comes from. */
export type PermissionRule = string | SourcedRule;

/** Permission rules; deny beats ask beats allow whatever the source. */
export interface PermissionRules {
  readonly allow: readonly PermissionRule[];
  readonly ask: readonly PermissionRule[];
  readonly deny: readonly PermissionRule[];
}

/** What a caller may give: any part of the settings. */
export interface EngineSettingsInput {
  readonly skills?: Partial<EngineSettings["skills"]>;
  readonly listing?: Partial<EngineSettings["listing"]>;
  readonly permissions?: Partial<PermissionRules>;
  readonly plugins?: Partial<EngineSettings["plugins"]>;
}

/** Fills the defaults in. Pure. */
export function resolveEngineSettings(input: EngineSettingsInput = {}): EngineSettings {
  return {
    skills: {
      bundled: true,
      precedence: DEFAULT_PRECEDENCE,
      modelInvocation: "declared",
      inlineTools: "grant",
      filesFromShell: false,
      overrides: {},
      features: [],
      ...input.skills,
    },
    listing: { maxDescriptionChars: 250, ...input.listing },
    permissions: { allow: [], ask: [], deny: [], ...input.permissions },
    plugins: { enabled: {}, ...input.plugins },
  };
}
