/** What an interactive session says when it opens: who answers, where, and with which skills. */
import { homedir } from "node:os";
import type { SkillState } from "../engine/index.ts";
import type { Palette } from "./palette.ts";
import { printableText } from "./printable-text.ts";
import { textWidth } from "./text-width.ts";

export interface BannerFacts {
  readonly version: string;
  /** `provider/model`. */
  readonly model: string;
  readonly cwd: string;
  readonly states: readonly SkillState[];
}

/** A few lines of at most `columns`, ending with an empty one. */
export function formatBanner(facts: BannerFacts, palette: Palette, columns: number): string {
  const { dim } = palette;
  const title: readonly Part[] = [
    { text: `skillful ${facts.version}`, shown: `${palette.bold("skillful")} ${dim(facts.version)}` },
    { text: printableText(facts.model), paint: palette.cyan },
    { text: shortPath(facts.cwd), paint: dim },
  ];
  const help = [formatCounts(facts.states), "Tab completes", "/help", "Ctrl-D exits"];
  const lines = [
    ...joinParts(title, "  ", columns),
    ...joinParts(
      help.map((text) => ({ text, paint: dim })),
      dim(" · "),
      columns,
    ),
  ];
  return `${lines.join("\n")}\n\n`;
}

/** A text, and how it is shown. */
type Part =
  | { readonly text: string; readonly paint: (text: string) => string }
  | { readonly text: string; readonly shown: string };

/** Parts side by side; one that does not fit begins the next line. */
function joinParts(parts: readonly Part[], separator: string, columns: number): readonly string[] {
  const gap = textWidth(printableText(separator));
  const lines: { text: string; width: number }[] = [];
  for (const part of parts) {
    const text = "shown" in part ? part.shown : part.paint(part.text);
    const width = textWidth(part.text);
    const last = lines.at(-1);
    if (last === undefined || last.width + gap + width > columns) lines.push({ text, width });
    else {
      last.text += separator + text;
      last.width += gap + width;
    }
  }
  return lines.map(({ text }) => text);
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
