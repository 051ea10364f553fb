/** Fills a skill's body: one pass over the author's text, in which what is inserted is never looked at again. */
import { type CodeRegion, findCodeRegions } from "./code-regions.ts";
import { commandsIn } from "./injected-commands.ts";
import { type PlacedCommand, placeArguments } from "./place-arguments.ts";
import { createPlaceholderReader, type Placeholder } from "./placeholders.ts";
import { splitArguments } from "./split-arguments.ts";
import { type TemplateVariables, variableValues } from "./template-variables.ts";
import type { SkillDefinition } from "./types.ts";

export { expandVariables, type TemplateVariables } from "./template-variables.ts";

export interface TemplateInput {
  readonly body: string;
  readonly skill: Pick<SkillDefinition, "arguments" | "argumentHint" | "shell">;
  /** As typed. */
  readonly args: string;
  readonly variables: TemplateVariables;
  /** `run`: injected commands come back as segments of their own. `keep`: they stay as text, word for word. */
  readonly commands: "run" | "keep";
}

export type TemplateSegment =
  | { readonly kind: "text"; readonly text: string }
  | ({ readonly kind: "command" } & PlacedCommand);

export type ExpandedTemplate =
  | { readonly kind: "expanded"; readonly segments: readonly TemplateSegment[] }
  /** A command in which arguments cannot be kept data. */
  | { readonly kind: "unsafe"; readonly command: string; readonly reason: string };

/**
 * Expands `$ARGUMENTS`, `$ARGUMENTS[N]`, `$N` (from 0), `$name` for declared arguments, and the `${…}` variables.
 *
 * An index without a value stays as it is; `$ARGUMENTS` and a declared name without a value are empty. In code a bare `$N`
 * belongs to the code, unless the skill declares that it takes arguments. A backslash before a placeholder of an argument
 * makes it literal, also in code. Arguments that no placeholder takes are appended. Pure.
 */
export function expandTemplate(input: TemplateInput): ExpandedTemplate {
  const { body, skill, args } = input;
  const names = skill.arguments.map((argument) => argument.name);
  const filling: Filling = {
    args,
    words: splitArguments(args),
    declares: names.length > 0 || skill.argumentHint !== undefined,
    values: variableValues(input.variables),
  };
  const reader = createPlaceholderReader(names);
  const regions = findCodeRegions(body);
  const segments: TemplateSegment[] = [];
  let usesArguments = false;
  const fillTo = createFiller(body, reader.find(body), regions);

  for (const { start, end, command } of commandsIn(body, regions)) {
    const before = fillTo(start, filling);
    usesArguments ||= before.usesArguments;
    segments.push({ kind: "text", text: before.text });
    fillTo(end, "skip");
    if (input.commands === "keep") {
      segments.push({ kind: "text", text: body.slice(start, end) });
      continue;
    }
    const placed = placeArguments(command, { ...filling, placeholders: reader.find(command), shell: skill.shell });
    if (placed.kind === "unsafe") return { kind: "unsafe", command, reason: placed.reason };
    usesArguments ||= placed.usesArguments;
    segments.push({ kind: "command", ...placed.command });
  }
  const rest = fillTo(body.length, filling);
  segments.push({ kind: "text", text: rest.text });
  if (args.trim() !== "" && !usesArguments && !rest.usesArguments) {
    // One blank line before it, whatever ends the body.
    const breaks = /\n{0,2}$/.exec(rest.text)?.[0] ?? "";
    segments.push({ kind: "text", text: `${"\n\n".slice(breaks.length)}ARGUMENTS: ${args}` });
  }
  return {
    kind: "expanded",
    segments: segments.filter((segment) => segment.kind === "command" || segment.text !== ""),
  };
}

interface Filling {
  /** As typed. */
  readonly args: string;
  readonly words: readonly string[];
  /** Whether the skill declares arguments. */
  readonly declares: boolean;
  readonly values: ReadonlyMap<string, string>;
}

interface Filled {
  readonly text: string;
  /** True when an argument went into the text, or would have if there were any. */
  readonly usesArguments: boolean;
}

/** Walks the body once: each call returns what stands between the last end and this one, filled. */
function createFiller(body: string, placeholders: readonly Placeholder[], regions: readonly CodeRegion[]) {
  let from = 0;
  let nextPlaceholder = 0;
  let nextRegion = 0;
  return (end: number, filling: Filling | "skip"): Filled => {
    let text = "";
    let usesArguments = false;
    for (; ; nextPlaceholder++) {
      const placeholder = placeholders[nextPlaceholder];
      if (placeholder === undefined || placeholder.start >= end) break;
      while ((regions[nextRegion]?.end ?? Number.POSITIVE_INFINITY) <= placeholder.start) nextRegion++;
      if (filling === "skip") continue;
      const isInCode = (regions[nextRegion]?.start ?? Number.POSITIVE_INFINITY) <= placeholder.start;
      const value = resolveValue(placeholder, { ...filling, isInCode });
      if (value === undefined) continue;
      text += body.slice(from, placeholder.start) + value;
      from = placeholder.end;
      usesArguments ||= placeholder.kind !== "literal" && placeholder.kind !== "variable";
    }
    if (filling !== "skip") text += body.slice(from, end);
    from = end;
    return { text, usesArguments };
  };
}

/** Undefined leaves the text as it stands. */
function resolveValue(placeholder: Placeholder, filling: Filling & { readonly isInCode: boolean }): string | undefined {
  const { args, words, declares, values, isInCode } = filling;
  switch (placeholder.kind) {
    case "literal":
      return placeholder.text;
    case "all":
      return args;
    case "position":
      return placeholder.isBare && isInCode && !declares ? undefined : words[placeholder.index];
    case "name":
      return words[placeholder.index] ?? "";
    case "variable":
      return values.get(placeholder.name);
    default:
      return placeholder satisfies never;
  }
}
