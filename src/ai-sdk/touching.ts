/** Marks a tool as one that works on files, so that skills can wake by what it reads or writes. */
import type { Tool } from "ai";
import type { TouchKind } from "../engine/index.ts";

/** Says which files a call has worked on. Paths are absolute or relative to the engine's working directory. */
export type TouchedPaths<Input> = (input: Input) => string | readonly string[];

/** What a kit needs to know of a marked tool. */
export interface TouchMark {
  readonly kind: TouchKind;
  paths(input: unknown): readonly string[];
}

const marks = new WeakMap<object, TouchMark>();

/**
 * Returns the tool, marked: after each call that succeeds, the kit it is given to reports `paths(input)` as read, written
 * or edited. A call that throws reports nothing. The given tool is not changed.
 */
export function touching<Input, Output>(
  tool: Tool<Input, Output>,
  paths: TouchedPaths<Input>,
  kind: TouchKind = "read",
): Tool<Input, Output> {
  const marked = { ...tool };
  marks.set(marked, { kind, paths: (input) => [paths(input as Input)].flat() });
  return marked;
}

/** The mark of a tool, if it has one. */
export function touchMarkOf(tool: object): TouchMark | undefined {
  return marks.get(tool);
}
