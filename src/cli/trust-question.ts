/** The question whether to trust a workspace: what trust would switch on, and what the person answers. */
import type { HeldBack } from "../agent/index.ts";
import type { Asker } from "./ask-permission.ts";
import type { Palette } from "./palette.ts";
import { printableLine } from "./printable-text.ts";
import { wrapText } from "./wrap-text.ts";

/** One thing that stays off without trust. */
export interface TrustGain {
  readonly kind: HeldBack["kind"];
  /** Such as the name of a skill. */
  readonly what: string;
  /** Such as `runs commands before it starts`. */
  readonly does: string;
}

/** `later`: the person would not answer now. */
export type TrustAnswer = "always" | "once" | "no" | "later";

const SHOWN_AT_MOST = 12;

/** Why not everything may have been found. */
export const INCOMPLETE = "this workspace has more folders than were looked into";

/** What trusting the workspace would switch on, as rows of the question. */
export function listTrustGains(heldBack: readonly HeldBack[]): readonly TrustGain[] {
  return heldBack.map(({ kind, name, does }): TrustGain => {
    if (kind === "skill") return { kind, what: name, does: does.join("; ") };
    // Paths are too long for the first column.
    return { kind, what: kind, does: `${name} ${does.join("; ")}` };
  });
}

/** What the rows that are not shown come to, such as `and 30 more: 28 skills, 2 links`. */
function countRest(gains: readonly TrustGain[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of gains) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${count} ${LABELS[kind as HeldBack["kind"]][count === 1 ? 0 : 1]}`);
  return `and ${gains.length} more: ${kinds.join(", ")}`;
}

const LABELS: Readonly<Record<HeldBack["kind"], readonly [one: string, many: string]>> = {
  settings: ["settings file", "settings files"],
  plugin: ["plugin", "plugins"],
  skill: ["skill", "skills"],
  link: ["link", "links"],
  agents: ["folder of agents", "folders of agents"],
  servers: ["file of servers", "files of servers"],
};

/** Asks until the answer is one of those offered. */
export async function askTrust(
  question: { readonly root: string; readonly gains: readonly TrustGain[]; readonly isComplete: boolean },
  options: { readonly asker: Asker; readonly palette: Palette; readonly columns: number },
): Promise<TrustAnswer> {
  const { asker, palette, columns } = options;
  const { root, gains, isComplete } = question;
  const shown = gains.slice(0, SHOWN_AT_MOST);
  const width = Math.min(24, Math.max(...shown.map(({ what }) => what.length)));
  const rows = shown.map(({ what, does }) =>
    wrapText(`    ${printableLine(what, width).padEnd(width)}  ${printableLine(does, columns * 3)}`, columns),
  );
  const rest = gains.slice(SHOWN_AT_MOST);
  if (rest.length > 0) rows.push(wrapText(`    ${countRest(rest)}; \`skillful trust --show\` lists all`, columns));
  if (!isComplete) rows.push(wrapText(`    and perhaps more: ${INCOMPLETE}`, columns));
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
