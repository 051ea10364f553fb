/** Decides what becomes of a call before anything is read or run: which skill is meant, and whether it may be called. Pure. */
import { decideSkill, type SkillDecision } from "./decide-skill.ts";
import { nearNames } from "./near-names.ts";
import type { Invoker } from "./outcome.ts";
import {
  type Refusal,
  refuseAmbiguous,
  refuseDenied,
  refuseDepth,
  refuseDisabled,
  refuseInvoker,
  refuseRecursion,
  refuseUnknown,
  refuseWaiting,
} from "./refusal.ts";
import type { EngineSettings } from "./settings.ts";
import { findOverride } from "./skill-state.ts";
import type { SkillView } from "./skill-view.ts";
import { skillVisibility } from "./skill-visibility.ts";
import type { Skill } from "./types.ts";

/** A fork inside this many others is refused. */
const MAX_DEPTH = 3;

export type ResolvedCall =
  | {
      readonly kind: "skill";
      readonly skill: Skill;
      /** Nested skills of the same bare name. */
      readonly variants: readonly Skill[];
    }
  | Refusal;

/** Resolves the name. What cannot be called by this caller is not suggested to it either. */
export function resolveCall(name: string, by: Invoker, view: SkillView, settings: EngineSettings): ResolvedCall {
  const resolution = view.registry().resolve(name);
  switch (resolution.kind) {
    case "found":
      return { kind: "skill", skill: resolution.skill, variants: resolution.variants };
    case "ambiguous":
      return refuseAmbiguous(name, resolution.candidates);
    case "unknown": {
      const callable = view
        .entries()
        .filter(({ skill, state }) => state === "active" && skillVisibility(skill, settings)[by])
        .map(({ skill }) => skill.callName);
      return refuseUnknown(name, nearNames(name.trim().replace(/^\//, ""), callable));
    }
    default:
      return resolution satisfies never;
  }
}

export interface CallContext {
  readonly by: Invoker;
  readonly settings: EngineSettings;
  /** Rules the person agreed to in this session. */
  readonly grants: readonly string[];
  /** Paths of the skills that this session is a fork for, outermost first. */
  readonly ancestors: readonly string[];
  readonly isWaiting: boolean;
  /** Told what the permission rules say, where they come to be asked. */
  onDecided?(decision: SkillDecision): void;
}

export interface Permitted {
  readonly kind: "permitted";
  /** Set when a person has to agree first: why. */
  readonly question?: string;
  /** The rule that wants the question, where it is a rule. */
  readonly rule?: string;
}

/** Whether the call may go on, has to be asked about, or is refused. */
export function decideCall(skill: Skill, context: CallContext): Permitted | Refusal {
  const { by, settings, grants, ancestors } = context;
  if (findOverride(skill, settings) === "off") return refuseDisabled(skill);
  if (context.isWaiting) return refuseWaiting(skill);
  const visibility = skillVisibility(skill, settings);
  if (!visibility[by]) return refuseInvoker(skill, by, !visibility[by === "user" ? "model" : "user"]);
  const decision = decideSkill(skill, { rules: settings.permissions, grants, by });
  context.onDecided?.(decision);
  if (decision.decision === "deny") return refuseDenied(skill, decision.reason);
  if (ancestors.includes(skill.path)) return refuseRecursion(skill);
  if (willFork(skill, by, settings) && ancestors.length >= MAX_DEPTH) return refuseDepth(skill, ancestors.length);
  if (decision.decision !== "ask") return { kind: "permitted" };
  const { reason: question, rule } = decision;
  return { kind: "permitted", question, ...(rule !== undefined && { rule }) };
}

/** By the skill's own word, or because the setting makes every call of the model a fork. */
export function willFork(skill: Skill, by: Invoker, settings: EngineSettings): boolean {
  return skill.context === "fork" || (by === "model" && settings.skills.modelInvocation === "fork");
}
