/** What inline skills have changed for the rest of the turn: model, effort, grants and the pool of tools. */
import type { Effort, InlineOverrides } from "../engine/index.ts";
import type { Model } from "./models/model.ts";
import type { Tool } from "./tool.ts";
import { filterTools, withoutTools } from "./tool-names.ts";

export interface Overrides {
  /** Adds a skill's overrides. The latest model and effort win; grants add up; every removal stays. */
  apply(overrides: Pick<InlineOverrides, "effort" | "allow" | "disallow" | "restrict">, model: Model | undefined): void;
  /** Back to the session's own, at the user's next message. */
  reset(): void;
  model(): Model | undefined;
  effort(): Effort | undefined;
  /** Permission rules that the skills grant. */
  allow(): readonly string[];
  /** The tools that remain, in their order. */
  narrow(tools: readonly Tool[]): readonly Tool[];
}

interface State {
  readonly model?: Model;
  readonly effort?: Effort;
  readonly allow: readonly string[];
  readonly disallow: readonly string[];
  /** One list for each skill that restricts; a tool must be in all of them. */
  readonly restrictions: readonly (readonly string[])[];
}

const NONE: State = { allow: [], disallow: [], restrictions: [] };

/** Creates overrides that change nothing yet. */
export function createOverrides(): Overrides {
  let state = NONE;
  return {
    apply({ effort, allow, disallow, restrict }, model) {
      state = {
        ...state,
        ...(model !== undefined && { model }),
        ...(effort !== undefined && { effort }),
        allow: [...state.allow, ...allow],
        disallow: [...state.disallow, ...disallow],
        restrictions: restrict === undefined ? state.restrictions : [...state.restrictions, restrict],
      };
    },
    reset() {
      state = NONE;
    },
    model: () => state.model,
    effort: () => state.effort,
    allow: () => state.allow,
    narrow: (tools) => state.restrictions.reduce(filterTools, withoutTools(tools, state.disallow)),
  };
}
