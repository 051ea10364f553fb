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
  /** True when the built-in demo model answers. */
  readonly demo: boolean;
}

/** A few lines, ending with an empty one. */
export function formatBanner(facts: BannerFacts, palette: Palette): string {
  const lines = [
    `${palette.bold("skillful")} ${palette.dim(facts.version)}  ${palette.cyan(printableText(facts.model))}  ${palette.dim(shortPath(facts.cwd))}`,
    palette.dim(`${formatCounts(facts.states)} · / and Tab complete · /help · Ctrl-D leaves`),
  ];
  if (facts.demo) {
    lines.push(
      "",
      `${palette.yellow("The demo model answers:")} no key and no local model server was found.`,
      palette.dim('It works offline and follows plain requests, such as "read README.md".'),
      palette.dim("For a real one set ANTHROPIC_API_KEY, OPENAI_API_KEY or"),
      palette.dim("GOOGLE_GENERATIVE_AI_API_KEY, or start Ollama."),
    );
  }
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
