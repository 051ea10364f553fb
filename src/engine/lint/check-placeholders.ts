/** Finds placeholders of the body that look as if they would be filled, and never are. */
import { type CodeRegion, findCodeRegions } from "../code-regions.ts";
import { nearNames } from "../near-names.ts";
import { createPlaceholderReader, type Placeholder } from "../placeholders.ts";
import { VARIABLE_PATTERN } from "../template-variables.ts";
import type { LintCheck, LintFinding } from "./lint-check.ts";

const VARIABLES = [
  "CLAUDE_SKILL_DIR",
  "CLAUDE_SESSION_ID",
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_EFFORT",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_PLUGIN_DATA",
];

/** Each distinct placeholder is reported once, where it first stands. */
export const checkPlaceholders: LintCheck = ({ definition, body }) => {
  if (!body.includes("$") && !body.includes("{{")) return [];
  const names = definition.arguments.map(({ name }) => name);
  const placeholders = createPlaceholderReader(names).find(body);
  const regions = findCodeRegions(body);
  return firstOfEach([
    ...positionsBeyond(placeholders, names, body),
    ...misspelledNames({ body, names, placeholders, regions }),
    ...misspelledArguments({ body, names, placeholders, regions }),
    ...unknownVariables(body, regions),
    ...variablesWithoutBraces(body, regions),
  ]);
};

interface Place {
  readonly text: string;
  readonly finding: LintFinding;
}

function firstOfEach(places: readonly Place[]): readonly LintFinding[] {
  const seen = new Set<string>();
  return places.flatMap(({ text, finding }) => {
    if (seen.has(text)) return [];
    seen.add(text);
    return [finding];
  });
}

/** `$2` of a skill that declares one argument. Without a declaration any number of words may come. */
function positionsBeyond(placeholders: readonly Placeholder[], names: readonly string[], body: string): Place[] {
  if (names.length === 0) return [];
  return placeholders.flatMap((placeholder) => {
    if (placeholder.kind !== "position" || placeholder.index < names.length) return [];
    const text = body.slice(placeholder.start, placeholder.end);
    const many = names.length === 1 ? "one argument" : `${names.length} arguments`;
    const last = names.length - 1;
    return {
      text,
      finding: {
        code: "unfilled-placeholder",
        severity: "warning",
        message: `\`${text}\` is not filled: the skill declares ${many}, and positions count from 0.`,
        hint: `Use \`$${last}\` or \`$${names[last]}\` for the last one, declare more, or write \`\\${text}\` if it is meant literally.`,
        where: "body",
        offset: placeholder.start,
      },
    };
  });
}

interface NameContext {
  readonly body: string;
  readonly names: readonly string[];
  readonly placeholders: readonly Placeholder[];
  readonly regions: readonly CodeRegion[];
}

/** `$files` beside a declared `file`. In code a dollar belongs to the language of the code. */
function misspelledNames({ body, names, placeholders, regions }: NameContext): Place[] {
  if (names.length === 0) return [];
  const isInCode = createRegionTest(regions);
  const known = new Set(placeholders.map(({ start }) => start));
  return [...body.matchAll(/(?<!\\)\$(?<name>[\p{L}_][\p{L}\p{N}_-]{0,63})/gu)].flatMap((match) => {
    const name = match.groups?.name ?? "";
    if (known.has(match.index) || isInCode(match.index) || name.startsWith("ARGUMENTS")) return [];
    const near = nearNames(name, names, 1)[0];
    if (near === undefined) return [];
    return {
      text: match[0],
      finding: {
        code: "unfilled-placeholder",
        severity: "warning",
        message: `\`${match[0]}\` is not filled: no argument of that name is declared.`,
        hint: `Did you mean \`$${near}\`?`,
        where: "body",
        offset: match.index,
      },
    };
  });
}

/** `$ARGUMENT`, `${ARGUMENTS}`, `{{ARGUMENTS}}`: near to the placeholder that everybody knows, and literal text. */
function misspelledArguments({ body, names, placeholders, regions }: NameContext): Place[] {
  const isInCode = createRegionTest(regions);
  const known = new Set(placeholders.map(({ start }) => start));
  const spellings =
    /(?<!\\)(?:\$(?<bare>[A-Z]{5,13})\b|\$\{(?<braced>[A-Z]{5,13})\}|\{\{ ?(?<doubled>[A-Za-z]{4,13}) ?\}\})/g;
  return [...body.matchAll(spellings)].flatMap(({ 0: text, index, groups = {} }) => {
    const { bare, braced, doubled } = groups;
    const name = bare ?? braced ?? doubled ?? "";
    const isMeant = /^args$/i.test(name)
      ? doubled !== undefined
      : nearNames(name.toUpperCase(), ["ARGUMENTS"], 1).length > 0;
    if (!isMeant || known.has(index) || names.includes(name)) return [];
    return {
      text,
      finding: {
        code: "unfilled-placeholder",
        severity: isInCode(index) ? "info" : "warning",
        message: `\`${text}\` is not filled: arguments are written \`$ARGUMENTS\`.`,
        hint: "Write `$ARGUMENTS`, without braces.",
        where: "body",
        offset: index,
      },
    };
  });
}

/** `$CLAUDE_SKILL_DIR`: ours only in braces. Commands have some of them in their environment, so in code it may be right. */
function variablesWithoutBraces(body: string, regions: readonly CodeRegion[]): Place[] {
  const isInCode = createRegionTest(regions);
  return [...body.matchAll(/(?<!\\)\$(?<name>CLAUDE_\w{1,64})/g)].flatMap(({ 0: text, index, groups }) => {
    const name = groups?.name ?? "";
    if (!VARIABLES.includes(name) || isInCode(index)) return [];
    return {
      text,
      finding: {
        code: "unfilled-placeholder",
        severity: "warning",
        message: `\`${text}\` is not filled: the braces are missing.`,
        hint: `Write \`\${${name}}\`.`,
        where: "body",
        offset: index,
      },
    };
  });
}

/** `${CLAUDE_…}` that is not one of ours. In code it may be a variable of the reader's shell. */
function unknownVariables(body: string, regions: readonly CodeRegion[]): Place[] {
  const isInCode = createRegionTest(regions);
  const known = new RegExp(`^${VARIABLE_PATTERN}$`);
  return [...body.matchAll(/\$\{(?<name>CLAUDE_\w{1,64})\}/g)].flatMap((match) => {
    const [text] = match;
    if (known.test(text)) return [];
    const near = nearNames(match.groups?.name ?? "", VARIABLES, 1)[0];
    return {
      text,
      finding: {
        code: "unfilled-placeholder",
        severity: isInCode(match.index) ? "info" : "warning",
        message: `\`${text}\` is not filled: there is no such variable.`,
        hint: near === undefined ? `The variables are ${VARIABLES.join(", ")}.` : `Did you mean \`\${${near}}\`?`,
        where: "body",
        offset: match.index,
      },
    };
  });
}

/** For offsets that only grow. */
function createRegionTest(regions: readonly CodeRegion[]): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while ((regions[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next += 1;
    return (regions[next]?.start ?? Number.POSITIVE_INFINITY) <= offset;
  };
}
