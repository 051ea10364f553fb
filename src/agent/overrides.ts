/** What inline skills have changed for the rest of the turn: model, effort, grants and the pool of tools. */
import type { Effort, SourcedRule } from "../engine/index.ts";
import type { Model } from "./models/model.ts";
import { skillGrants } from "./skill-grants.ts";
import type { InlineOutcome, Tool } from "./tool.ts";
import { filterTools, withoutTools } from "./tool-names.ts";

export interface Overrides {
  /** Adds a skill's overrides. The latest model and effort win; grants add up; every removal stays. */
  apply(outcome: InlineOutcome, model: Model | undefined): void;
  /** Back to the session's own, at the user's next message. */
  reset(): void;
  model(): Model | undefined;
  effort(): Effort | undefined;
  /** Permission rules that the skills grant. */
  grants(): readonly SourcedRule[];
  /** The tools that remain, in their order. */
  narrow(tools: readonly Tool[]): readonly Tool[];
}

interface State {
  readonly model?: Model;
  readonly effort?: Effort;
  readonly grants: readonly SourcedRule[];
  readonly disallow: readonly string[];
  /** One list for each skill that restricts; a tool must be in all of them. */
  readonly restrictions: readonly (readonly string[])[];
}

const NONE: State = { grants: [], disallow: [], restrictions: [] };

/** Creates overrides that change nothing yet. */
export function createOverrides(): Overrides {
  let state = NONE;
  return {
    apply({ skill, overrides }, model) {
      const { effort, allow, disallow, restrict } = overrides;
      state = {
        ...state,
        ...(model !== undefined && { model }),
        ...(effort !== undefined && { effort }),
        grants: [...state.grants, ...skillGrants(skill, allow)],
        disallow: [...state.disallow, ...disallow],
        restrictions: restrict === undefined ? state.restrictions : [...state.restrictions, restrict],
      };
    },
    reset() {
      state = NONE;
    },
    model: () => state.model,
    effort: () => state.effort,
    grants: () => state.grants,
    narrow: (tools) => state.restrictions.reduce(filterTools, withoutTools(tools, state.disallow)),
  };
}
