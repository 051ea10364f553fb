/** The question whether to trust a workspace: what trust would switch on, and what the person answers. */
import type { HeldBack } from "../agent/index.ts";
import type { Asker } from "./ask-permission.ts";
import type { Palette } from "./palette.ts";
import { printableLine } from "./printable-text.ts";
import { wrapText } from "./wrap-text.ts";

/** One thing that stays off without trust. */
export interface TrustGain {
  /** Such as the name of a skill. */
  readonly what: string;
  /** Such as `runs commands before it starts`. */
  readonly does: string;
}

/** `later`: the person would not answer now. */
export type TrustAnswer = "always" | "once" | "no" | "later";

const SHOWN_AT_MOST = 12;

/** What trusting the workspace would switch on, as rows of the question. */
export function listTrustGains(heldBack: readonly HeldBack[]): readonly TrustGain[] {
  return heldBack.map(({ kind, name, does }): TrustGain => {
    if (kind === "skill") return { what: name, does: does.join("; ") };
    // Paths are too long for the first column.
    return { what: kind, does: `${name} ${does.join("; ")}` };
  });
}

/** Asks until the answer is one of those offered. */
export async function askTrust(
  question: { readonly root: string; readonly gains: readonly TrustGain[] },
  options: { readonly asker: Asker; readonly palette: Palette; readonly columns: number },
): Promise<TrustAnswer> {
  const { asker, palette, columns } = options;
  const { root, gains } = question;
  const shown = gains.slice(0, SHOWN_AT_MOST);
  const width = Math.min(24, Math.max(...shown.map(({ what }) => what.length)));
  const rows = shown.map(({ what, does }) =>
    wrapText(`    ${printableLine(what, width).padEnd(width)}  ${printableLine(does, columns * 3)}`, columns),
  );
  if (gains.length > shown.length) rows.push(`    and ${gains.length - shown.length} more`);
  asker.write(
    `${palette.yellow("?")} ${palette.bold("Do you trust what is in this workspace?")}\n  ${palette.dim(printableLine(root, columns))}\n`,
  );
  asker.write(`  Without trust its skills are text only. Trust would switch on:\n\n${rows.join("\n")}\n\n`);
  for (;;) {
    const typed = await asker.ask(`  [a]lways, [o]nce for now, [n]o ${palette.yellow("›")} `);
    const answer = typed === undefined ? "later" : parseTrustAnswer(typed);
    if (answer === undefined) continue;
    asker.write("\n");
    return answer;
  }
}

/** Undefined for what was not offered, an empty line included. */
export function parseTrustAnswer(typed: string): TrustAnswer | undefined {
  switch (typed.trim().toLowerCase()) {
    case "a":
    case "always":
      return "always";
    case "o":
    case "once":
      return "once";
    case "n":
    case "no":
      return "no";
    default:
      return undefined;
  }
}
