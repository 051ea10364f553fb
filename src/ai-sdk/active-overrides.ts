/** What the inline skills of the current turn have changed: model, effort, and the tools that stay. */
import type { Effort, Outcome } from "../engine/index.ts";
import { canonicalToolName, parseRule } from "../engine/index.ts";

type InlineOverrides = Extract<Outcome, { kind: "inline" }>["overrides"];

export interface ActiveOverrides {
  readonly model?: string;
  readonly effort?: Effort;
  /** Canonical names of tools that are out. */
  readonly removed: ReadonlySet<string>;
  /** Canonical names of the only tools that stay; absent: no restriction. */
  readonly only?: ReadonlySet<string>;
}

export const NO_OVERRIDES: ActiveOverrides = { removed: new Set() };

/** Adds a skill's overrides; the later skill decides model, effort and restriction. Pure. */
export function addOverrides(active: ActiveOverrides, added: InlineOverrides): ActiveOverrides {
  return {
    ...active,
    ...(added.model !== undefined && { model: added.model }),
    ...(added.effort !== undefined && { effort: added.effort }),
    removed: new Set([...active.removed, ...added.disallow.map(toolOfRule)]),
    ...(added.restrict !== undefined && { only: new Set(added.restrict.map(toolOfRule)) }),
  };
}

/** The names that stay. The Skill tool stays unless it is removed by name: a skill may lead to the next. */
export function remainingTools(names: readonly string[], active: ActiveOverrides): readonly string[] {
  return names.filter((name) => {
    const tool = canonicalToolName(name);
    if (active.removed.has(tool)) return false;
    return active.only === undefined || active.only.has(tool) || tool === "Skill";
  });
}

/** Names of a fork's tools: those that its rules name, or all when there are none, without those that it gave up. */
export function forkTools(
  names: readonly string[],
  rules: { tools: readonly string[]; disallow: readonly string[] },
): readonly string[] {
  const wanted = new Set(rules.tools.map(toolOfRule));
  const removed = new Set(rules.disallow.map(toolOfRule));
  return names.filter((name) => {
    const tool = canonicalToolName(name);
    return !removed.has(tool) && (wanted.size === 0 || wanted.has(tool));
  });
}

function toolOfRule(rule: string): string {
  const parsed = parseRule(rule);
  return canonicalToolName("error" in parsed ? rule : parsed.tool);
}
