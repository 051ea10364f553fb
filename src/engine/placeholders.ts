/** Finds the placeholders of a skill's text: one reader for prose and for commands. */
import { VARIABLE_PATTERN } from "./template-variables.ts";

/** What is meant at one place of the text. Offsets in the text, `end` exclusive. */
export type Placeholder = { readonly start: number; readonly end: number } & (
  | { readonly kind: "all" }
  /** `$ARGUMENTS[N]`, or `$N` with `isBare`. */
  | { readonly kind: "position"; readonly index: number; readonly isBare: boolean }
  /** A declared name, as its place in the declaration. */
  | { readonly kind: "name"; readonly index: number }
  | { readonly kind: "variable"; readonly name: string }
  /** A backslash that takes the meaning from what follows: `text` stands for the whole. */
  | { readonly kind: "literal"; readonly text: string }
);

export interface PlaceholderReader {
  /** All placeholders of a text, in order. Linear. */
  find(text: string): readonly Placeholder[];
}

/** Ends a name: `$ARGUMENTS_LIST` and `$1st` are not ours. */
const EDGE = String.raw`(?![\p{L}\p{N}_])`;

interface Groups {
  readonly pair?: string;
  readonly escaped?: string;
  readonly listed?: string;
  readonly all?: string;
  readonly position?: string;
  readonly name?: string;
  readonly variable?: string;
}

/** Compiles a reader for the declared argument names. Of several that fit, the longest counts. */
export function createPlaceholderReader(names: readonly string[]): PlaceholderReader {
  const declared = [...names].sort((a, b) => b.length - a.length).map(escapePattern);
  const name = declared.length > 0 ? `(?:${declared.join("|")})${EDGE}` : "(?!)";
  const token = String.raw`\$(?:ARGUMENTS(?:\[\d+\]|${EDGE})|\d+${EDGE}|${name})`;
  const pattern = new RegExp(
    [
      // Two backslashes are two backslashes, and the dollar behind them is free.
      String.raw`(?<pair>\\\\(?=\$))`,
      String.raw`\\(?<escaped>${token})`,
      String.raw`\$ARGUMENTS\[(?<listed>\d+)\]`,
      String.raw`\$(?<all>ARGUMENTS)${EDGE}`,
      String.raw`\$(?<position>\d+)${EDGE}`,
      String.raw`\$(?<name>${name})`,
      VARIABLE_PATTERN,
    ].join("|"),
    "gu",
  );
  return {
    find: (text) =>
      [...text.matchAll(pattern)].map((match) => {
        const place = { start: match.index, end: match.index + match[0].length };
        return { ...place, ...readGroups(match.groups as Groups, names) };
      }),
  };
}

function readGroups(groups: Groups, names: readonly string[]) {
  const { pair, escaped, listed, position, name, variable } = groups;
  const literal = pair ?? escaped;
  if (literal !== undefined) return { kind: "literal", text: literal } as const;
  if (listed !== undefined) return { kind: "position", index: Number(listed), isBare: false } as const;
  if (position !== undefined) return { kind: "position", index: Number(position), isBare: true } as const;
  if (name !== undefined) return { kind: "name", index: names.indexOf(name) } as const;
  if (variable !== undefined) return { kind: "variable", name: variable } as const;
  return { kind: "all" } as const;
}

/** For a pattern with the `u` flag, which refuses escapes of anything that needs none. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
