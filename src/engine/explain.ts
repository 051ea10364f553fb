/** Says why each candidate is or is not active, with the functions that decide it. Executes nothing. */
import type { ActivationIndex, PatternVerdict } from "./activation.ts";
import { decideCall, type Permitted } from "./decide-invocation.ts";
import { decideSkill, listPowers, type SkillDecision } from "./decide-skill.ts";
import { isConditional } from "./is-conditional.ts";
import { compileModelVisibility } from "./listing-entries.ts";
import { nearNames } from "./near-names.ts";
import { isNamedByPlace, listNotLoaded, type NotLoaded } from "./not-loaded.ts";
import type { Refusal } from "./refusal.ts";
import type { Registry } from "./registry.ts";
import type { EngineSettings, SkillOverride } from "./settings.ts";
import { findOverride, initialState } from "./skill-state.ts";
import { skillVisibility } from "./skill-visibility.ts";
import type { Diagnostic, Skill, SkillState } from "./types.ts";

export type Explanation =
  | {
      readonly kind: "path";
      /** As given. */
      readonly path: string;
      /** Relative to the working directory; absent when the file lies outside, where nothing is ever activated. */
      readonly relativePath?: string;
      /** Nested roots that touching the file would bring in. */
      readonly nestedRoots: readonly string[];
      /** Nested roots that are there and stay out, because git ignores the directory that holds them. */
      readonly gitIgnoredRoots: readonly string[];
      /** Every skill that waits for files and every skill of the nested roots: first those that the file makes active. None outside. */
      readonly skills: readonly SkillExplanation[];
      /** What was found in the nested roots and not loaded. */
      readonly notLoaded: readonly NotLoaded[];
    }
  | {
      readonly kind: "name";
      /** As given. */
      readonly name: string;
      /** What the name resolves to, then everything else that has this name, in registry order. */
      readonly skills: readonly SkillExplanation[];
      /** True when the name fits several skills and so calls none. */
      readonly isAmbiguous: boolean;
      /** What was found under this name and not loaded. */
      readonly notLoaded: readonly NotLoaded[];
      /** Near names, when nothing was found. */
      readonly suggestions: readonly string[];
    };

export interface SkillExplanation {
  readonly skill: Skill;
  /** At the start of a session; for a path, after that file was touched. */
  readonly state: SkillState;
  readonly visibility: { readonly user: boolean; readonly model: boolean; readonly nameOnly: boolean };
  readonly override?: SkillOverride;
  /** What permission rules make of a call by the model. */
  readonly permission: SkillDecision;
  /** What comes of a call by the model then. */
  readonly modelCall: Permitted | Refusal;
  /** What it does beyond adding text, as far as trust lets it. */
  readonly powers: readonly string[];
  /** Pattern by pattern, for a path. */
  readonly patterns: readonly PatternVerdict[];
  /** True when it is in the listing for the model. */
  readonly isListed: boolean;
}

export interface ExplainContext {
  readonly registry: Registry;
  readonly settings: EngineSettings;
}

/** Explains a name. `diagnostics` are those of loading. Pure. */
export function explainName(
  name: string,
  { registry, settings, diagnostics }: ExplainContext & { readonly diagnostics: readonly Diagnostic[] },
): Explanation {
  const resolution = registry.resolve(name);
  const found =
    resolution.kind === "found" ? [resolution.skill] : resolution.kind === "ambiguous" ? resolution.candidates : [];
  const names = new Set(found.map((skill) => skill.name));
  const namesakes = registry.skills.filter((skill) => names.has(skill.name) && !found.includes(skill));
  return {
    kind: "name",
    name,
    skills: [...found, ...namesakes].map((skill) => explainSkill(skill, { settings, patterns: [], isAwake: false })),
    isAmbiguous: resolution.kind === "ambiguous",
    notLoaded: listNotLoaded(diagnostics, new Set(registry.skills.map(({ path }) => path))).filter(({ path }) =>
      isNamedByPlace(path, name),
    ),
    suggestions:
      resolution.kind === "unknown"
        ? nearNames(
            name,
            registry.skills.map((skill) => skill.callName),
          )
        : [],
  };
}

/** Explains a path. `relativePaths` are the ends of the file in the working directory: as given, and its real path. Pure. */
export function explainPath(
  path: string,
  context: ExplainContext & {
    readonly activation: ActivationIndex;
    readonly relativePaths: readonly string[];
    readonly nestedRoots: readonly string[];
    readonly gitIgnoredRoots: readonly string[];
    /** Paths of the skill files in the nested roots. */
    readonly nested: ReadonlySet<string>;
    /** Of loading the nested roots. */
    readonly diagnostics: readonly Diagnostic[];
  },
): Explanation {
  const { registry, settings, activation, relativePaths, nestedRoots, gitIgnoredRoots, nested } = context;
  const matches = new Set(relativePaths.flatMap((end) => activation.match(end)));
  if (relativePaths.length === 0)
    return { kind: "path", path, nestedRoots, gitIgnoredRoots, skills: [], notLoaded: [] };
  const candidates = registry.skills.filter((skill) => isConditional(skill) || nested.has(skill.path));
  const ordered = [
    ...candidates.filter((skill) => matches.has(skill)),
    ...candidates.filter((skill) => !matches.has(skill)),
  ];
  return {
    kind: "path",
    path,
    ...(relativePaths[0] !== undefined && { relativePath: relativePaths[0] }),
    nestedRoots,
    gitIgnoredRoots,
    skills: ordered.map((skill) => {
      // The end of the file that matters: the one that matches, else the one that was given.
      const end = relativePaths.find((candidate) => activation.match(candidate).includes(skill)) ?? relativePaths[0];
      const patterns = end === undefined || !isConditional(skill) ? [] : activation.explain(skill, end);
      return explainSkill(skill, { settings, patterns, isAwake: matches.has(skill) });
    }),
    notLoaded: listNotLoaded(context.diagnostics, new Set(registry.skills.map((skill) => skill.path))),
  };
}

function explainSkill(
  skill: Skill,
  context: {
    readonly settings: EngineSettings;
    readonly patterns: readonly PatternVerdict[];
    readonly isAwake: boolean;
  },
): SkillExplanation {
  const { settings, patterns, isAwake } = context;
  const initial = initialState(skill, settings);
  const state = initial === "waiting" && isAwake ? "active" : initial;
  const override = findOverride(skill, settings);
  const visibility = skillVisibility(skill, settings);
  const permission = decideSkill(skill, { rules: settings.permissions, grants: [], by: "model" });
  const call = { by: "model", settings, grants: [], ancestors: [], isWaiting: state === "waiting" } as const;
  return {
    skill,
    state,
    visibility,
    ...(override !== undefined && { override }),
    permission,
    modelCall: decideCall(skill, call),
    powers: listPowers(skill),
    patterns,
    isListed: compileModelVisibility(settings)({ skill, state }) !== "hidden",
  };
}
