/** Words the refusals of an invocation: one sentence that a model and a person can act on. */
import type { Invoker, Outcome, RefusalCode } from "./outcome.ts";
import { foldToLine } from "./reminder.ts";
import type { Skill } from "./types.ts";

export type Refusal = Extract<Outcome, { kind: "refused" }>;

export function refuse(code: RefusalCode, message: string, suggestions: readonly string[] = []): Refusal {
  return { kind: "refused", code, message, suggestions };
}

/** Longest piece of a name that was asked for and does not exist. */
const MAX_QUOTED = 80;

export function refuseUnknown(name: string, suggestions: readonly string[]): Refusal {
  const quoted = foldToLine(name);
  const shown = quoted.length > MAX_QUOTED ? `${quoted.slice(0, MAX_QUOTED)}…` : quoted;
  const near = suggestions.length === 0 ? "" : `; did you mean ${suggestions.join(", ")}?`;
  return refuse("unknown", `skill "${shown}" not found${near}`, suggestions);
}

export function refuseAmbiguous(name: string, candidates: readonly Skill[]): Refusal {
  const names = candidates.map((skill) => skill.callName);
  return refuse(
    "unknown",
    `skill "${foldToLine(name)}" not found: the name fits ${names.join(", ")}; use one of these`,
    names,
  );
}

/** Patterns named in full; the rest is counted. */
const MAX_PATTERNS = 5;

export function refuseWaiting(skill: Skill): Refusal {
  const shown = skill.paths.slice(0, MAX_PATTERNS).join(", ");
  const more = skill.paths.length - MAX_PATTERNS;
  const patterns = more > 0 ? `${shown} and ${more} more` : shown;
  return refuse(
    "waiting",
    `skill "${skill.callName}" not found yet: it waits for a file that matches ${patterns}; it becomes available when such a file is read, written or edited`,
  );
}

export function refuseDisabled(skill: Skill): Refusal {
  return refuse("denied", `skill "${skill.callName}" is switched off by the setting skills.overrides`);
}

/** `both` tells whether the other side may not call it either. */
export function refuseInvoker(skill: Skill, by: Invoker, both: boolean): Refusal {
  const name = skill.callName;
  switch (by) {
    case "user":
      return both
        ? refuse("model-only", `skill "${name}" can be called by nobody: neither by the user nor by the model`)
        : refuse(
            "model-only",
            `skill "${name}" cannot be typed: only the model calls it; ask for what it does instead`,
          );
    case "model":
      return both
        ? refuse(
            "user-only",
            `skill "${name}": model invocation disabled; it can be called by nobody, so go on without it`,
          )
        : refuse(
            "user-only",
            `skill "${name}": model invocation disabled; ask the user to type /${name}, and do not imitate it`,
          );
    default:
      return by satisfies never;
  }
}

export function refuseDenied(skill: Skill, reason: string): Refusal {
  return refuse("denied", `skill "${skill.callName}" is denied. ${reason}`);
}

export function refuseRecursion(skill: Skill): Refusal {
  return refuse(
    "recursion",
    `skill "${skill.callName}" is what this agent is carrying out, directly or for another skill; it cannot call itself, so do the work here`,
  );
}

export function refuseDepth(skill: Skill, depth: number): Refusal {
  return refuse(
    "recursion",
    `skill "${skill.callName}" would run an agent inside ${depth} others, which is too deep; do the work here`,
  );
}
