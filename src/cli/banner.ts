/** What an interactive session says when it opens: who answers, where, and with which skills. */
import { homedir } from "node:os";
import type { SkillState } from "../engine/index.ts";
import type { Palette } from "./palette.ts";
import { printableText } from "./printable-text.ts";

export interface BannerFacts {
  readonly version: string;
  /** `provider/model`. */
  readonly model: string;
  readonly cwd: string;
  readonly states: readonly SkillState[];
}

/** A few lines, ending with an empty one. */
export function formatBanner(facts: BannerFacts, palette: Palette): string {
  const lines = [
    `${palette.bold("skillful")} ${palette.dim(facts.version)}  ${palette.cyan(printableText(facts.model))}  ${palette.dim(shortPath(facts.cwd))}`,
    palette.dim(`${formatCounts(facts.states)} · / and Tab complete · /help · Ctrl-D leaves`),
  ];
  return `${lines.join("\n")}\n\n`;
}

function formatCounts(states: readonly SkillState[]): string {
  const count = (state: SkillState) => states.filter((each) => each === state).length;
  const active = count("active");
  const waiting = count("waiting");
  const text = `${active} ${active === 1 ? "skill" : "skills"}`;
  return waiting === 0 ? text : `${text}, ${waiting} waiting for a matching file`;
}

function shortPath(path: string): string {
  const home = homedir();
  const inside = path === home || path.startsWith(`${home}/`);
  return printableText(inside ? `~${path.slice(home.length)}` : path);
}
